import MockSpec
import MockSpecDocument

/// The rules of a response as conditions.
struct MockoonRules {
  /// The alternatives: one, or one for each rule that alone suffices.
  private(set) var matches: [MatchDraft]
  private(set) var sample: SampleCall

  /// The maximum number of rules, each of which is compared with the others.
  private static let limit = 100

  /// - Returns: `nil` if a rule isn't supported. The reason is reported.
  init?(_ response: Node, base: MatchDraft, sample: SampleCall, _ losses: inout LossList) {
    let rules = response.elements("rules")
    guard rules.count <= Self.limit else {
      losses.approximate(
        "a response with more than \(Self.limit) rules isn't supported, so it must be selected by hand",
        at: response.value("rules") ?? response)
      return nil
    }
    let isAnd = response.value("rulesOperator")?.text == "AND" || rules.count == 1
    (matches, self.sample) = (isAnd ? [base] : rules.map { _ in base }, sample)
    if rules.count > 1, !isAnd { self.sample.isComplete = false }
    for (index, rule) in rules.enumerated() {
      guard add(rule, to: isAnd ? 0 : index) else {
        let target = rule.value("target")?.text ?? ""
        losses.approximate(
          "the rule on '\(target)' isn't supported, so the response must be selected by hand",
          at: rule.value("target") ?? rule)
        return nil
      }
    }
  }

  private typealias Pairs = [(name: String, value: String)]
  private static var lists:
    [String: (WritableKeyPath<MatchDraft, [ConditionDraft]>, WritableKeyPath<SampleCall, Pairs>)]
  { ["query": (\.query, \.query), "header": (\.headers, \.headers), "cookie": (\.cookies, \.cookies)] }

  private mutating func add(_ rule: Node, to index: Int) -> Bool {
    guard let (condition, value) = Self.condition(rule) else { return false }
    let name = rule.value("modifier")?.scalar ?? ""
    let target = rule.value("target")?.text ?? ""
    if let (part, sampled) = Self.lists[target] {
      matches[index][keyPath: part].add([(name, [condition])], ignoringCase: target == "header")
      sample.add(name, value, to: sampled)
      return !name.isEmpty
    }
    switch target {
    case "params" where matches[index].path.value?.contains("{\(name)}") == true:
      matches[index].params.add([(name, [condition])])
      sample.set(value, of: name, in: matches[index].path.value)
    case "body":
      let draft =
        name.isEmpty
        ? .text(condition)
        : name.hasPrefix("$")
          ? BodyDraft.path(name, condition) : .pointer(name.split(separator: ".").map(String.init), condition)
      let known = matches[index].body.value
      guard let draft, let joined = try? known?.joined(with: draft) ?? draft else { return false }
      matches[index].body = .set(joined)
      if name.isEmpty, known == nil, case .value(let text) = value {
        sample.body = Array(text.utf8)
      } else {
        sample.isComplete = false
      }
    default: return false
    }
    return true
  }

  private static func condition(_ rule: Node) -> (ValueCondition, ConditionSample)? {
    let value = rule.value("value")?.scalar ?? ""
    var found: (ValueCondition, ConditionSample)?
    switch rule.value("operator")?.text ?? (rule.isTrue("isRegex") ? "regex" : "equals") {
    case "equals": found = (.equals(value), .value(value))
    case "regex": found = SampledCondition.search(value).map { ($0.condition, $0.sample) }
    case "regex_i": found = SampledCondition.search(value).map { ($0.condition.ignoringCase(), $0.sample) }
    case "null": found = (.absent, .none)
    default: return nil
    }
    guard rule.isTrue("invert"), let (condition, sample) = found else { return found }
    return condition == .absent
      ? (.present, .value("a")) : (.not(condition), sample == .value("other") ? .unknown : .none)
  }
}
