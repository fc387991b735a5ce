extension Condition {
  /// Creates the condition that a rule describes after defaults were applied.
  init(rule: NamedRule) {
    self.init(key: rule.key, name: rule.name.value, matchers: rule.matchers.value ?? [], range: rule.name.range)
  }
}
