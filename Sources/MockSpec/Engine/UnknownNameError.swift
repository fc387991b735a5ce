import MockSpecDiagnostics

/// The error of a request, response, scene, state or collection that doesn't exist in the project.
public struct UnknownNameError: Error, Sendable, CustomStringConvertible {
  /// The unknown name, and a similar name or the known names.
  public let description: String

  /// Creates the error that another engine has thrown.
  package init(_ description: String) { self.description = description }

  init(_ message: String, _ name: String, known: [String]) {
    let near = Suggestion.nearest(to: name, among: known)
    if let near {
      description = "\(message): did you mean '\(near)'?"
    } else {
      let names = known.prefix(8).joined(separator: ", ") + (known.count > 8 ? ", …" : "")
      description = known.isEmpty ? message : "\(message); known: \(names)"
    }
  }
}
