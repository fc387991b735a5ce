import MockSpecDiagnostics

/// A condition of a request built in code, implemented by a closure.
struct Predicate: Sendable, Equatable {
  private let condition: @Sendable (MockCall) -> Bool
  let range: SourceRange

  init(_ condition: @escaping @Sendable (MockCall) -> Bool, range: SourceRange) {
    self.condition = condition
    self.range = range
  }

  /// Closures can't be compared.
  static func == (left: Predicate, right: Predicate) -> Bool { false }

  /// Returns whether a call meets the condition.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - path: The path pattern of the mocked request, which matches the call's path.
  func holds(_ call: MockCall, path: PathPattern?) -> Bool { condition(call.captured(by: path)) }
}

extension MockCall {
  /// Returns the call with the segments that a path pattern captures.
  ///
  /// - Parameter pattern: A pattern that matches the call's path.
  func captured(by pattern: PathPattern?) -> MockCall {
    guard let pattern, !pattern.captures.isEmpty else { return self }
    var call = self
    call.pathParameters = pattern.parameters(in: CallPath(path))
    return call
  }
}
