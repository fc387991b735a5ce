/// A request and its selected response, checked by the compiler.
///
/// `mockspec generate swift` writes a function for each request of a project. Its argument is one of the request's
/// responses:
///
///     try mocks.select(.login(.offline))
public struct MockSelection: Sendable, Hashable, CustomStringConvertible {
  /// The request.
  public let request: MockRequestName
  /// The name of the response.
  public let response: String

  /// Creates a selection of a response. The request and the response may not exist.
  public init(_ response: String, for request: MockRequestName) {
    self.request = request
    self.response = response
  }

  /// `Login=Offline`
  public var description: String { "\(request)=\(response)" }
}
