/// A sort key for the order in which requests are tried, as "Which request answers" describes it. Lower is tried first.
struct Rank: Comparable {
  /// The criteria of the order, the most important first.
  enum Criterion: Sendable {
    case priority, path, host, conditions, generation, file, position
  }

  private let priority: Int
  private let path: [UInt8]
  private let host: Int
  private let conditions: Int
  private let isGenerated: Bool
  /// The index of the request's spec.
  let order: Int
  private let position: Int

  /// - Parameters:
  ///   - isGenerated: Whether it is a request of a collection, which is tried after an equal one that is written.
  ///   - order: The index of the request's spec.
  ///   - position: The position in the spec.
  init(_ matcher: RequestMatcher, priority: Int, isGenerated: Bool, order: Int, position: Int) {
    self.isGenerated = isGenerated
    self.priority = priority
    path = matcher.path?.value.rank ?? PathPattern.rankOfAny
    host = matcher.host?.value.rank ?? .max
    conditions = matcher.conditionCount
    self.order = order
    self.position = position
  }

  static func < (left: Rank, right: Rank) -> Bool {
    switch left.difference(from: right) {
    case .priority: left.priority > right.priority
    case .path: left.path.lexicographicallyPrecedes(right.path)
    case .host: left.host < right.host
    case .conditions: left.conditions > right.conditions
    case .generation: !left.isGenerated
    case .file: left.order < right.order
    case .position: left.position < right.position
    }
  }

  /// Returns the first criterion in which two ranks differ.
  func difference(from other: Rank) -> Criterion {
    if priority != other.priority { return .priority }
    if path != other.path { return .path }
    if host != other.host { return .host }
    if conditions != other.conditions { return .conditions }
    if isGenerated != other.isGenerated { return .generation }
    return order != other.order ? .file : .position
  }
}
