import MockSpec
import MockSpecDocument

/// A value pattern of WireMock, such as `{"equalTo": "a"}`, as a condition.
enum WireMockValue {
  /// The keys that belong to another one.
  static let options: Set = ["caseInsensitive", "expression"]

  /// Returns the conditions, each of which some value must meet; `nil` if the pattern isn't supported, which is reported.
  static func conditions(_ pattern: Node, _ losses: inout LossList) -> [SampledCondition]? {
    for (key, isExact) in [("includes", true), ("hasExactly", false)] {
      guard let list = pattern.member(key) else { continue }
      if !isExact { losses.approximate("'hasExactly' is imported as 'includes': more values are allowed", at: list) }
      let all = list.elements.map { condition($0, &losses) }
      return all.contains { $0 == nil } ? nil : all.compactMap(\.self)
    }
    return condition(pattern, &losses).map { [$0] }
  }

  static func condition(_ pattern: Node, _ losses: inout LossList) -> SampledCondition? {
    // An old form of `equalTo`.
    if let text = pattern.scalar { return .equals(text) }
    var found: SampledCondition?
    for (key, value) in pattern.entries where !options.contains(key.text) {
      guard let next = condition(key.text, value, ignoresCase: pattern.isTrue("caseInsensitive"), &losses) else {
        return nil
      }
      found = joined(found, next, at: value, &losses)
    }
    if found == nil { losses.approximate("the pattern has no condition, and is left out", at: pattern) }
    return found
  }

  static func condition(
    _ key: String, _ value: Node, ignoresCase: Bool, _ losses: inout LossList
  ) -> SampledCondition? {
    switch (key, value.scalar) {
    case ("equalTo", let text?):
      let condition = ValueCondition.equals(text)
      return SampledCondition(ignoresCase ? condition.ignoringCase() : condition, .value(text))
    case ("contains", let text?): return SampledCondition(.contains(text), .value(text))
    case ("doesNotContain", let text?): return SampledCondition(.not(.contains(text)), .none)
    case ("matches", let text?):
      if let condition = SampledCondition.matches(whole: text) { return condition }
      losses.approximate("the regular expression isn't supported, so this condition is left out", at: value)
      return nil
    case ("doesNotMatch", let text?):
      if let condition = SampledCondition.matches(whole: text) {
        return SampledCondition(.not(condition.condition), .none)
      }
      losses.approximate("the regular expression isn't supported, so this condition is left out", at: value)
      return nil
    case ("absent", _):
      return value.boolValue == false ? SampledCondition(.present, .value("a")) : SampledCondition(.absent, .none)
    case ("before", let text?) where isTime(text): return SampledCondition(.before(text), .unknown)
    case ("after", let text?) where isTime(text): return SampledCondition(.after(text), .unknown)
    case ("greaterThanNumber", _), ("greaterThanEqualNumber", _), ("lessThanNumber", _), ("lessThanEqualNumber", _):
      guard let number = value.doubleValue else { break }
      let condition: ValueCondition =
        switch key {
        case "greaterThanNumber": .above(number)
        case "greaterThanEqualNumber": .atLeast(number)
        case "lessThanNumber": .below(number)
        default: .atMost(number)
        }
      return SampledCondition(condition, .unknown)
    case ("not", _):
      return condition(value, &losses).map { SampledCondition(.not($0.condition), .unknown) }
    case ("and", _): return all(value, &losses)
    case ("or", _): return either(value, &losses)
    default: break
    }
    losses.approximate("'\(key)' isn't supported here, so this condition is left out", at: value)
    return nil
  }

  /// `and`: operators of one mapping, if they differ.
  private static func all(_ list: Node, _ losses: inout LossList) -> SampledCondition? {
    var found: SampledCondition?
    for pattern in list.elements {
      guard let next = condition(pattern, &losses) else { return found }
      found = joined(found, next, at: pattern, &losses)
    }
    return found
  }

  /// Adds a condition to those before it. One that can't be combined with them is reported, and left out.
  private static func joined(
    _ known: SampledCondition?, _ next: SampledCondition, at node: Node, _ losses: inout LossList
  ) -> SampledCondition {
    guard let known else { return next }
    do throws(BodyDraft.Conflict) {
      return SampledCondition(try known.condition.joined(with: next.condition), .unknown)
    } catch {
      losses.approximate(error.rawValue, at: node)
      return SampledCondition(known.condition, .unknown)
    }
  }

  /// `or`: a list of texts, or a regular expression.
  private static func either(_ list: Node, _ losses: inout LossList) -> SampledCondition? {
    // An alternative with several operators isn't one text or pattern.
    let count = list.elements.count { _ in true }
    let isPlain = list.elements.allSatisfy { pattern in
      !pattern.isTrue("caseInsensitive") && pattern.entries.count { !options.contains($0.key.text) } == 1
    }
    let texts = isPlain ? list.elements.compactMap { $0.value("equalTo")?.scalar } : []
    if texts.count == count, let first = texts.first { return SampledCondition(.oneOf(texts), .value(first)) }
    let patterns = list.elements.compactMap { pattern -> String? in
      if let text = pattern.value("equalTo")?.scalar { return "^\(RegexPath.escaped(text))$" }
      if let text = pattern.value("contains")?.scalar { return RegexPath.escaped(text) }
      return pattern.value("matches")?.scalar.map { "^(?:\($0))$" }
    }
    if isPlain, patterns.count == count, let condition = SampledCondition.search(patterns.joined(separator: "|")) {
      return condition
    }
    losses.approximate("alternatives of different kinds can't be combined, so this condition is left out", at: list)
    return nil
  }

  private static func isTime(_ text: String) -> Bool {
    text == "now" || text.wholeMatch(of: #/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/#) != nil
  }
}
