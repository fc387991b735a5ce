// All conditions of requests, compared. Each request has one alternative of its `match`.
extension ResolvedRequest {
  /// Returns whether both are alternatives of one request.
  func isAlternative(to other: ResolvedRequest) -> Bool { spec === other.spec }
}
