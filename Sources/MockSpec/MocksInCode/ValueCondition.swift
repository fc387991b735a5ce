/// A condition on a value, such as that of a query parameter or a header. It has the operators of a spec's value matchers.
///
///     query: ["page": 1, "q": .contains("lamp").ignoringCase(), "sort": .oneOf(["price", "name"]), "debug": .absent]
///
/// A literal is a condition that an equal text meets. If a name has several values, one of them must meet the
/// condition.
public struct ValueCondition: Sendable, Hashable {
  /// An operator of the language with its operand.
  struct Operator: Sendable, Hashable {
    enum Operand: Sendable, Hashable {
      case text(String)
      case texts([String])
      /// A number as JSON writes it.
      case number(String)
      case flag(Bool)
      case condition(ValueCondition)
    }

    let name: String
    let operand: Operand
  }

  /// The operators. All of them must hold.
  private(set) var operators: [Operator]

  /// The names of the operators. Two conditions with a name in common can't be combined.
  package var operatorNames: [String] { operators.map(\.name) }

  private init(_ name: String, _ operand: Operator.Operand) { operators = [Operator(name: name, operand: operand)] }

  /// There is a value, which can be empty.
  public static let present = ValueCondition("present", .flag(true))

  /// There is no value.
  public static let absent = ValueCondition("present", .flag(false))

  /// The value is a text.
  public static func equals(_ text: String) -> ValueCondition { ValueCondition("equals", .text(text)) }

  /// The value contains a text.
  public static func contains(_ text: String) -> ValueCondition { ValueCondition("contains", .text(text)) }

  /// The value starts with a text.
  public static func startsWith(_ text: String) -> ValueCondition { ValueCondition("startsWith", .text(text)) }

  /// The value ends with a text.
  public static func endsWith(_ text: String) -> ValueCondition { ValueCondition("endsWith", .text(text)) }

  /// A part of the value matches a regular expression; write `^…$` for the whole value.
  ///
  /// - Parameter pattern: The expression, with the syntax of ECMA-262 without look-around and back-references.
  public static func matches(_ pattern: String) -> ValueCondition { ValueCondition("matches", .text(pattern)) }

  /// The value is one of some texts.
  public static func oneOf(_ texts: [String]) -> ValueCondition { ValueCondition("oneOf", .texts(texts)) }

  /// The value is a number above another one. Numbers are compared as decimals, with all of their digits.
  public static func above(_ number: Int) -> ValueCondition { ValueCondition("above", .number("\(number)")) }

  /// The value is a number above another one.
  public static func above(_ number: Double) -> ValueCondition { ValueCondition("above", .decimal(number)) }

  /// The value is a number below another one.
  public static func below(_ number: Int) -> ValueCondition { ValueCondition("below", .number("\(number)")) }

  /// The value is a number below another one.
  public static func below(_ number: Double) -> ValueCondition { ValueCondition("below", .decimal(number)) }

  /// The value is a number that is at least another one.
  public static func atLeast(_ number: Int) -> ValueCondition { ValueCondition("atLeast", .number("\(number)")) }

  /// The value is a number that is at least another one.
  public static func atLeast(_ number: Double) -> ValueCondition { ValueCondition("atLeast", .decimal(number)) }

  /// The value is a number that is at most another one.
  public static func atMost(_ number: Int) -> ValueCondition { ValueCondition("atMost", .number("\(number)")) }

  /// The value is a number that is at most another one.
  public static func atMost(_ number: Double) -> ValueCondition { ValueCondition("atMost", .decimal(number)) }

  /// The value is a time after another one. Both are dates and times of RFC 3339 or HTTP.
  ///
  /// - Parameter time: The time, such as `2026-01-31T09:30:00Z`, or one that is relative to that of the call: `now`, `now+1h` or
  ///   `now-2d`.
  public static func after(_ time: String) -> ValueCondition { ValueCondition("after", .text(time)) }

  /// The value is a time before another one; see ``after(_:)``.
  public static func before(_ time: String) -> ValueCondition { ValueCondition("before", .text(time)) }

  /// No value meets a condition. This also holds if there is no value.
  public static func not(_ condition: ValueCondition) -> ValueCondition { ValueCondition("not", .condition(condition)) }

  /// Returns a condition that holds if both this one and another one hold.
  ///
  /// If one of them ignores case, both do, except in `not`.
  ///
  /// - Parameter other: The other condition, with other operators: a request with `.contains("a").and(.contains("b"))`
  ///   isn't valid.
  public func and(_ other: ValueCondition) -> ValueCondition {
    var both = self
    both.operators += other.operators
    return both
  }

  /// Returns the condition with case ignored, including in the conditions inside it.
  public func ignoringCase() -> ValueCondition {
    let flag = ValueCondition("ignoreCase", .flag(true))
    var condition = operators.contains(flag.operators[0]) ? self : and(flag)
    for (index, item) in condition.operators.enumerated() {
      guard case .condition(let inner) = item.operand else { continue }
      condition.operators[index] = Operator(name: item.name, operand: .condition(inner.ignoringCase()))
    }
    return condition
  }
}

extension ValueCondition: ExpressibleByStringInterpolation, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
  /// Creates a condition that is met by an equal text.
  public init(stringLiteral text: String) { self = .equals(text) }

  /// Creates a condition that is met by the decimal text of the number.
  public init(integerLiteral number: Int) { self = .equals(String(number)) }

  /// Creates a condition that is met by `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .equals(String(value)) }
}

extension ValueCondition.Operator.Operand {
  /// A number with the fewest digits that denote it. Infinity and NaN aren't numbers of JSON: as text, they are reported.
  fileprivate static func decimal(_ number: Double) -> Self {
    number.isFinite ? .number("\(number)") : .text("\(number)")
  }
}
