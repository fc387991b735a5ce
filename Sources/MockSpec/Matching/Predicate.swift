import MockSpecDiagnostics

/// A condition that a closure decides, for a request built in code.
struct Predicate: Sendable {
  private let condition: @Sendable (MockRequest) -> Bool
  let range: SourceRange

  init(_ condition: @escaping @Sendable (MockRequest) -> Bool, range: SourceRange) {
    self.condition = condition
    self.range = range
  }

  /// Returns whether a call meets the condition.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - path: The path pattern of the mocked request, which matches the call's path.
  func holds(_ request: MockRequest, path: PathPattern?) -> Bool { condition(request.captured(by: path)) }
}

extension MockRequest {
  /// Returns the call with the segments that a path pattern captures.
  ///
  /// - Parameter pattern: A pattern that matches the call's path.
  func captured(by pattern: PathPattern?) -> MockRequest {
    guard let pattern, !pattern.captures.isEmpty else { return self }
    var request = self
    request.pathParameters = pattern.parameters(in: RequestPath(path))
    return request
  }
}
