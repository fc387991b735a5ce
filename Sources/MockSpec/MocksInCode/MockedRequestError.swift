package import MockSpecDiagnostics

/// A location in the program's source code.
package struct CodePlace: Sendable, CustomStringConvertible {
  var file: String
  var position: SourcePosition

  package init(file: String, position: SourcePosition) {
    self.file = file
    self.position = position
  }

  /// The location in the form `ShopTests/LoginTests.swift:12:5`.
  package var description: String { "\(file):\(position.line):\(position.column)" }
}

/// The error thrown if a request built in code can't be added, because it isn't valid or its name is in use.
public struct MockedRequestError: Error, Sendable, CustomStringConvertible {
  /// The name of the request.
  public let requestName: String
  /// The errors, each on one line, with the messages that `mockspec validate` prints for specs.
  public let problems: [String]
  private let place: CodePlace

  package init(_ request: MockedRequest, _ problems: [String]) {
    requestName = request.name
    place = request.place
    self.problems = problems
  }

  /// The errors with the location of the request, each on a line of the form
  /// `ShopTests/LoginTests.swift:12:5: request 'Login': response 'Success': expected an HTTP status, found 99`
  public var description: String {
    problems.map { "\(place): request '\(requestName)': \($0)" }.joined(separator: "\n")
  }
}
