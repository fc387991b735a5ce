/// A condition that compares a value with a time.
struct TimeBound: Sendable, Hashable {
  enum Relation: String, Sendable {
    case after, before
  }

  private enum Operand: Sendable, Hashable {
    case fixed(PointInTime)
    /// The time from the time of the call.
    case fromNow(Duration)
  }

  let relation: Relation
  /// The time as it is written.
  let text: String
  private let operand: Operand

  /// - Returns: `nil` if the text is neither a time nor `now` with an optional duration, such as `now+1h`.
  init?(_ relation: Relation, _ text: String) {
    guard let operand = Self.fromNow(text).map(Operand.fromNow) ?? PointInTime(text).map(Operand.fixed) else {
      return nil
    }
    (self.relation, self.text, self.operand) = (relation, text, operand)
  }

  /// Whether the value is compared with a time that depends on that of the call.
  var isRelative: Bool { if case .fromNow = operand { true } else { false } }

  /// Returns whether a value is a time that meets the condition.
  ///
  /// - Parameter now: The time of the call since 1970-01-01 UTC; `nil` if there is no call.
  /// - Returns: `nil` if that depends on the missing time of the call.
  func holds(for value: String, at now: Duration?) -> Bool? {
    guard let found = PointInTime(value) else { return false }
    let time: PointInTime
    switch operand {
    case .fixed(let fixed): time = fixed
    case .fromNow(let offset):
      guard let now else { return nil }
      time = PointInTime(now + offset)
    }
    return relation == .after ? found > time : found < time
  }

  /// Returns whether no time meets all of some conditions; `false` if that depends on the time of the call.
  static func exclude(_ bounds: [TimeBound]) -> Bool {
    bounds.contains { after in
      after.relation == .after
        && bounds.contains { before in
          guard before.relation == .before else { return false }
          return switch (after.operand, before.operand) {
          case (.fixed(let start), .fixed(let end)): end <= start
          case (.fromNow(let start), .fromNow(let end)): end <= start
          default: false
          }
        }
    }
  }

  /// Whether ``exclude(_:)`` doesn't depend on the time of the call.
  static func areComparable(_ bounds: [TimeBound]) -> Bool { Set(bounds.map(\.isRelative)).count <= 1 }

  var expectation: String { "a time \(relation.rawValue) \(text)" }

  private static func fromNow(_ text: String) -> Duration? {
    guard text.hasPrefix("now") else { return nil }
    let rest = text.dropFirst(3)
    guard let sign = rest.first else { return .zero }
    guard sign == "+" || sign == "-", let duration = DurationText.parse(String(rest.dropFirst())),
      duration < DurationText.limit
    else { return nil }
    return sign == "+" ? duration : .zero - duration
  }
}
