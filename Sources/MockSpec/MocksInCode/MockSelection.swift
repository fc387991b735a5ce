/// A request and the response with which it answers, for code that is checked by the compiler.
///
/// `mockspec generate swift` writes a function for each request of a project. Its argument is one of the responses of that
/// request:
///
///     try mocks.select(.login(.offline))
public struct MockSelection: Sendable, Hashable, CustomStringConvertible {
  /// The request.
  public let request: MockRequestName
  /// The name of the response.
  public let response: String

  /// Creates a selection of a response, for which there may be no response or request.
  public init(_ response: String, for request: MockRequestName) {
    self.request = request
    self.response = response
  }

  /// `Login=Offline`
  public var description: String { "\(request)=\(response)" }
}
