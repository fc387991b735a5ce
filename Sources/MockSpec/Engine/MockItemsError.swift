package import MockSpecDiagnostics

/// The error of items that can't be those of a collection.
public struct MockItemsError: Error, Sendable, CustomStringConvertible {
  /// What is wrong with the items.
  public let description: String

  /// Creates the error that another engine has thrown.
  package init(_ description: String) { self.description = description }
}

/// Why the items of a collection can't be replaced.
package enum ItemReplacementError: Error {
  case unknown(UnknownNameError)
  case invalid([Diagnostic])
  /// All changed items together would take too much memory.
  case full

  /// The error that callers of a session get.
  var published: any Error {
    switch self {
    case .unknown(let error): error
    case .invalid(let diagnostics): MockItemsError("\n" + HumanRenderer().render(diagnostics))
    case .full: MockItemsError(Self.fullMessage)
    }
  }

  package static let fullMessage = "the changed items of all sessions together take the maximum of memory"
}
