public import MockSpecDiagnostics

/// A file whose newest version isn't served, since it has errors.
public struct HeldFile: Sendable {
  /// The path, relative to the working directory if the file is inside it, else absolute.
  public let file: String
  /// Whether the last valid version is served instead. Otherwise, nothing of the file is served.
  public let hasEarlierVersion: Bool
  /// The errors, and the warnings beside them. An error between two files can be located in the other one.
  public let diagnostics: [Diagnostic]
  /// The names of its requests; `nil` if a part of it couldn't be read.
  let requests: Set<String>?

  init(_ file: String, hasEarlierVersion: Bool, _ diagnostics: [Diagnostic], requests: Set<String>? = []) {
    self.requests = requests
    self.file = file
    self.hasEarlierVersion = hasEarlierVersion
    self.diagnostics = diagnostics
  }
}

extension HeldFile: CustomStringConvertible {
  /// The path, and which version is served, such as `a.mock.yaml (its last valid version is served)`.
  public var description: String { hasEarlierVersion ? "\(file) (its last valid version is served)" : file }
}

extension [HeldFile] {
  /// Returns whether one of the files has, or may have, a request with a name.
  package func mayHave(_ request: String) -> Bool { contains { $0.requests?.contains(request) != false } }

  /// A sentence that counts the files, such as `2 files have errors and aren't served`.
  package var sentence: String {
    count == 1 ? "1 file has errors and isn't served" : "\(count) files have errors and aren't served"
  }

  /// The sentence with the first files.
  package var summary: String {
    // Of one file, the sentence would say that it isn't served, and its description that it is.
    if count == 1, self[0].hasEarlierVersion {
      return "1 file has errors, so its last valid version is served: \(DisplayText(self[0].file).text)"
    }
    let shown = prefix(20).map { DisplayText($0.description).text }.joined(separator: ", ")
    return "\(sentence): \(shown)\(count > 20 ? " and \(count - 20) more" : "")"
  }

  /// What is reported of all of these files.
  package var diagnostics: [Diagnostic] { flatMap(\.diagnostics).withoutRepetitions() }
}
