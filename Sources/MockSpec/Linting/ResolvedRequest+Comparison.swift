// All conditions of requests, compared. Each request has one alternative of its `match`.
extension ResolvedRequest {
  /// Returns whether this request certainly matches every call that another one matches; `false` if that can't be decided.
  func covers(_ other: ResolvedRequest) -> Bool { matcher.covers(other.matcher) }

  /// Returns whether both requests may match one call.
  func overlaps(_ other: ResolvedRequest) -> Bool { matcher.overlaps(other.matcher) }

  /// Returns whether both are alternatives of one request.
  func isAlternative(to other: ResolvedRequest) -> Bool { spec === other.spec }
}
