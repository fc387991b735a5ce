import MockSpecDocument
import MockSpecSchema

/// A condition that compares a value with a number, exactly: both are decimals with all of their digits.
struct NumberBound: Sendable, Hashable {
  enum Relation: String, Sendable {
    case above, below, atLeast, atMost
  }

  let relation: Relation
  /// The number as JSON writes it.
  let text: String
  private let number: DecimalNumber

  /// - Returns: `nil` if the text isn't a number of JSON, or too long.
  init?(_ relation: Relation, _ text: String) {
    guard let number = Self.number(text) else { return nil }
    (self.relation, self.text, self.number) = (relation, text, number)
  }

  /// Returns whether a value is a number that meets the condition.
  func holds(for value: String) -> Bool {
    guard let found = Self.number(value) else { return false }
    return switch relation {
    case .above: found > number
    case .below: found < number
    case .atLeast: found >= number
    case .atMost: found <= number
    }
  }

  /// Returns whether no number meets all of some conditions.
  static func exclude(_ bounds: [NumberBound]) -> Bool {
    let lower = bounds.filter { $0.relation == .above || $0.relation == .atLeast }
    let upper = bounds.filter { $0.relation == .below || $0.relation == .atMost }
    return lower.contains { low in
      upper.contains { high in
        high.number < low.number
          || high.number == low.number && (low.relation == .above || high.relation == .below)
      }
    }
  }

  var expectation: String {
    switch relation {
    case .above: "a number above \(text)"
    case .below: "a number below \(text)"
    case .atLeast: "a number of at least \(text)"
    case .atMost: "a number of at most \(text)"
    }
  }

  /// The maximum length of a number. Its digits are stored, but an exponent isn't expanded.
  static let maxLength = 1000

  /// Reads a number of JSON (RFC 8259 §6).
  private static func number(_ text: String) -> DecimalNumber? {
    text.utf8.count <= maxLength && DecimalText.isJSON(text) ? DecimalNumber(text) : nil
  }
}
