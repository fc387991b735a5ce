import MockSpecDiagnostics
import MockSpecDocument

// States, and the conditions and changes that name them.
extension ValueForm {
  /// A value in `states`, `when` or `set`.
  static func ofState(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    guard node.index == site.value.index, !node.isEmptyNull else { return nil }
    let name = inFlow(site.key.excerpt)
    switch (site.level, node.kind) {
    case (.states, .mapping):
      return ValueForm(help: "write a list of all values, the initial one first: \(name): [first value, second value]")
    case (.states, _):
      return ValueForm(help: "write a list of all values, the initial one first: \(name): [\(node.excerpt), …]")
    case (.when, .mapping):
      if let value = node.value("equals"), value.isScalar {
        return ValueForm(help: "write only the value: \(name): \(value.excerpt)")
      }
      return ValueForm(
        help: "write a value or a list of values: \(name): [first value, second value]; there are no operators")
    case (.set, .sequence): return ValueForm(help: "write one value: a state has one at a time")
    case (.set, .mapping): return ValueForm(help: "write only the value: \(name): …")
    default: return nil
    }
  }

  /// Another value than a mapping for `states`, `when` or `set`.
  static func ofStates(_ node: Node, _ site: FailedPlaces.Site) -> ValueForm? {
    let key = site.key.text
    let isScene = site.level == .scene
    if isScene, node.kind == .mapping, ["state", "set", "when"].contains(key) {
      return ValueForm(help: "write 'states' for the states that the scene sets, and 'select' for responses")
    }
    guard node.index == site.value.index, !node.isEmptyNull else { return nil }
    switch (site.level, key) {
    case (.spec, "states"):
      let name =
        node.elements.first { $0.isScalar }.map { inFlow($0.excerpt) } ?? (node.isScalar ? node.excerpt : "cart")
      return ValueForm(help: "write the values of each state: states: {\(name): [first value, second value]}")
    case (.request, "when") where isCall(node):
      return ValueForm(help: "write 'match' for the call, and 'when' for states: when: {cart: filled}")
    case (.request, "when"), (.response, "when"), (.response, "set"), (.scene, "states"):
      if let pair = node.text.wholeMatch(of: /([\w-]+)(?: *==? *| *: *| is )([\w-]+)/) {
        return ValueForm(help: "write \(key): {\(pair.1): \(pair.2)}")
      }
      let name = node.elements.first { $0.isScalar }.map { inFlow($0.excerpt) }
      let value = node.isScalar ? inFlow(node.excerpt) : "value"
      return ValueForm(help: "write the state with its value: \(key): {\(name ?? "STATE"): \(value)}")
    default: return nil
    }
  }

  /// Returns advice about a request without `match` whose `when` has its conditions.
  static func matchInWhen(_ site: FailedPlaces.Site) -> String? {
    guard site.level == .requests, let when = site.value.value("when"),
      let key = when.entries.first(where: { Level.match.keys[$0.key.text] != nil })?.key.text
    else { return nil }
    return "write 'match' instead of 'when' for '\(key)': 'when' is for states"
  }

  private static func isCall(_ node: Node) -> Bool {
    node.text.split(separator: " ").last.map { $0.hasPrefix("/") || $0.contains("://") } ?? false
  }
}
