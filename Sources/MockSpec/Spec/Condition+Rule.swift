extension Condition {
  /// Creates a condition from a rule with defaults applied.
  init(rule: NamedRule) {
    self.init(key: rule.key, name: rule.name.value, matchers: rule.matchers.value ?? [], range: rule.name.range)
  }
}
