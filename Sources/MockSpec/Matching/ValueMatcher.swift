import MockSpecDiagnostics
import MockSpecSchema

/// The conditions on the value of a query parameter, header, cookie, form field, multipart part, JSON pointer, JSON
/// path or text body.
///
/// One value must meet all conditions. Texts are compared byte by byte, as by regular expressions.
struct ValueMatcher: Sendable, Hashable {
  /// An operator on a value, which is text in each part of a call.
  enum TextCondition: Sendable {
    case equals(String)
    case contains(String)
    case startsWith(String)
    case endsWith(String)
    case matches(RegularExpression)
    case oneOf([String])
    case number(NumberBound)
    case time(TimeBound)
  }

  var conditions: [TextCondition] = []
  var ignoresCase = false
  /// Whether a value must exist or must not exist; `nil` if `present` isn't given.
  var presence: Bool?
  /// The negated matcher, at most one. It is an array because a struct can't contain itself.
  var not: [ValueMatcher] = []
  @Uncompared var range: SourceRange

  init(range: SourceRange) { _range = Uncompared(wrappedValue: range) }

  init(equals text: String, at range: SourceRange) {
    self.init(range: range)
    conditions = [.equals(text)]
  }

  /// Returns whether any of the values of a name matches. `not` requires that no value matches, so it also holds without
  /// any value.
  func matches(_ values: [String]) -> Bool { matches(FoundValues(texts: values)) }

  /// Returns whether any of the values matches.
  ///
  /// - Parameters:
  ///   - values: The values of a name.
  ///   - now: The time of the call; `nil` if there is none, or no operator compares with it.
  ///   - undecided: The result of a regular expression that takes too long, and of a comparison with the time of a missing
  ///     call. With `false`, a matcher matches only if the match is certain.
  func matches(_ values: FoundValues, at now: Duration? = nil, undecided: Bool = false) -> Bool {
    if let presence, presence == values.isEmpty { return false }
    if not.contains(where: { $0.matches(values, at: now, undecided: !undecided) }) { return false }
    return conditions.isEmpty || values.texts.contains { value in holds(for: value, at: now, undecided: undecided) }
  }

  /// Returns whether the result depends on a regular expression that takes too long.
  func isUndecided(_ values: FoundValues, at now: Duration?) -> Bool {
    matches(values, at: now) != matches(values, at: now, undecided: true)
  }

  /// Whether an operator compares the value with the time of the call.
  var comparesNow: Bool { times.contains(where: \.isRelative) || not.contains(where: \.comparesNow) }

  private func holds(for value: String, at now: Duration?, undecided: Bool) -> Bool {
    let folded = ignoresCase ? value.lowercased() : value
    return conditions.allSatisfy { condition in
      switch condition {
      case .equals(let text): folded.hasSameBytes(as: fold(text))
      case .contains(let text): folded.containsBytes(of: fold(text))
      case .startsWith(let text): folded.utf8.starts(with: fold(text).utf8)
      case .endsWith(let text): folded.utf8.reversed().starts(with: fold(text).utf8.reversed())
      case .oneOf(let texts): texts.contains { folded.hasSameBytes(as: fold($0)) }
      case .matches(let expression): expression.matches(value) ?? undecided
      case .number(let bound): bound.holds(for: value)
      case .time(let bound): bound.holds(for: value, at: now) ?? undecided
      }
    }
  }

  private func fold(_ text: String) -> String { ignoresCase ? text.lowercased() : text }

  /// The conditions that compare the value with a number.
  var bounds: [NumberBound] {
    conditions.compactMap { if case .number(let bound) = $0 { bound } else { nil } }
  }

  /// The conditions that compare the value with a time.
  var times: [TimeBound] {
    conditions.compactMap { if case .time(let bound) = $0 { bound } else { nil } }
  }

  /// A description of the matching values.
  var expectation: String { expectation { "'\($0)'" } }

  /// Returns a description of the matching values, such as `'a' in any case` or `text that contains 'b'`.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of alternatives that are listed.
  ///   - quoted: Formats a text.
  func expectation(limit: Int = .max, _ quoted: (String) -> String) -> String {
    var parts = conditions.map { condition in
      switch condition {
      case .equals(let text): quoted(text)
      case .contains(let text): "text that contains \(quoted(text))"
      case .startsWith(let text): "text that starts with \(quoted(text))"
      case .endsWith(let text): "text that ends with \(quoted(text))"
      case .oneOf(let texts):
        "one of " + texts.prefix(limit).map(quoted).joined(separator: ", ") + (texts.count > limit ? ", …" : "")
      case .matches(let expression): "text that matches \(quoted(expression.pattern))"
      case .number(let bound): bound.expectation
      case .time(let bound): bound.expectation
      }
    }
    if ignoresCase, !parts.isEmpty { parts[parts.count - 1] += " in any case" }
    if let presence { parts.append(presence ? "any value" : "no value") }
    parts += not.map { "not \($0.expectation(limit: limit, quoted))" }
    return parts.isEmpty ? "any value" : parts.joined(separator: " and ")
  }
}
