import MockSpecDiagnostics

enum ImpossibleCondition: SpecRule {
  static let name = "impossible-condition"
  static let summary = "the operators of a condition exclude each other, so no call matches"
  static let explanation = """
    All operators of a condition must hold for one value: 'equals: abc' can't be combined with 'startsWith: x', nor \
    'present: false' with an operator that asks for a value. A captured segment and the text of a body are always present, \
    and a segment is never empty. Remove an operator, write 'oneOf' for several values, or write a request for each.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Guest:
          match: {path: /profile, headers: {Authorization: {present: false, startsWith: Bearer}}}
          responses: {Refused: {status: 401}}
      """,
    right: """
      requests:
        Guest:
          match: {path: /profile, headers: {Authorization: {present: false}}}
          responses: {Refused: {status: 401}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    var found: [Diagnostic] = []
    spec.forEachCondition { matchers, subject in
      for matcher in matchers {
        // Most matchers have one condition.
        if subject == .segment, matcher.requiresEmpty {
          found.append(emptySegment(matcher))
        } else if matcher.presence == false {
          if let warning = absence(matcher, subject) { found.append(warning) }
        } else if matcher.conditions.count > 1 || !matcher.not.isEmpty, let warning = contradiction(matcher) {
          found.append(warning)
        }
      }
      guard matchers.count > 1, subject != .repeatable else { return }
      if let absent = matchers.first(where: { $0.presence == false && $0.conditions.isEmpty }),
        matchers.contains(where: { $0.presence == true || $0.presence == nil && !$0.conditions.isEmpty })
      {
        found.append(
          warning(
            "'present: false' excludes what the other values ask for", at: absent.range,
            help: "remove 'present: false', or the others"))
        return
      }
      if matchers.contains(where: \.ignoresCase) { return }
      var all = ValueMatcher(range: matchers[matchers.count - 1].range)
      all.conditions = matchers.flatMap(\.conditions)
      if let warning = contradiction(all) { found.append(warning) }
    }
    return found
  }

  private static func absence(_ matcher: ValueMatcher, _ subject: LintedSpec.Subject) -> Diagnostic? {
    if !matcher.conditions.isEmpty {
      return warning(
        "'present: false' excludes what the other operators ask for", at: matcher.range,
        help: "remove 'present: false', or the others")
    }
    guard subject == .segment else { return nil }
    return warning(
      "a captured segment always has a value", at: matcher.range,
      help: "write a second request, with the path without this segment")
  }

  private static func emptySegment(_ matcher: ValueMatcher) -> Diagnostic {
    warning(
      "a captured segment is never empty", at: matcher.range,
      help: "write a second request, with the path without this segment")
  }

  private static let limit = 50

  /// Returns a warning if a matcher has a text or a list of texts, and none of them satisfies all operators.
  private static func contradiction(_ matcher: ValueMatcher) -> Diagnostic? {
    var texts: [String] = []
    for condition in matcher.conditions {
      switch condition {
      case .equals(let text): texts.append(text)
      case .oneOf(let list): texts += list
      case .contains, .startsWith, .endsWith, .matches, .number, .time: break
      }
    }
    if texts.isEmpty, NumberBound.exclude(matcher.bounds) || TimeBound.exclude(matcher.times) {
      return warning(
        "no value is \(matcher.expectation)", at: matcher.range,
        help: "all operators must hold for one value: change one of them, or write a request for each")
    }
    if texts.isEmpty || texts.count > limit { return nil }
    if matcher.ignoresCase { texts += texts.map { $0.lowercased() } + texts.map { $0.uppercased() } }
    // A regular expression that takes too long might match.
    if texts.contains(where: { matcher.matches(FoundValues(texts: [$0]), undecided: true) }) { return nil }
    return warning(
      "no value is \(matcher.expectation(limit: 3) { "'\(Excerpt.of($0))'" })", at: matcher.range,
      help: "all operators must hold for one value: remove one, or write 'oneOf' for several values")
  }
}

extension ValueMatcher {
  /// Whether only an empty text can match.
  fileprivate var requiresEmpty: Bool {
    conditions.contains { condition in
      switch condition {
      case .equals(let text): text.isEmpty
      case .oneOf(let texts): texts.allSatisfy(\.isEmpty)
      case .contains, .startsWith, .endsWith, .matches, .number, .time: false
      }
    }
  }
}
