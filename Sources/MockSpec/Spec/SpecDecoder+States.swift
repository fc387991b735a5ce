import MockSpecDiagnostics
import MockSpecDocument

extension SpecDecoder {
  mutating func states(_ node: Node) -> [StateDeclaration] {
    node.entries.map { name, values in
      reportEqual(Array(values.elements))
      return StateDeclaration(name: Located(name.text, at: name.range), values: values.elements.compactMap { text($0) })
    }
  }

  /// Reports values such as `1` and `'1'`, which are the same text. The schema reports those that are equal.
  private mutating func reportEqual(_ values: [Node]) {
    var first: [String: Node] = [:]
    for value in values where value.isScalar {
      guard let known = first[value.text] else {
        first[value.text] = value
        continue
      }
      if known.kind == value.kind { continue }
      diagnostics.append(
        Diagnostic(
          .error, "bad-value", "the value '\(value.excerpt)' is listed twice: values are compared as text",
          at: value.range,
          notes: [.init("it is listed here, too", at: known.range)], help: "remove one of the two"))
    }
  }

  /// Decodes a `when`: a state has a value, or one of several.
  func conditions(_ node: Node) -> [StateCondition] {
    node.entries.map { name, value in
      let values = value.kind == .sequence ? Array(value.elements) : [value]
      return StateCondition(state: Located(name.text, at: name.range), values: values.compactMap { text($0) })
    }
  }

  func stateChanges(_ node: Node) -> [StateChange] {
    node.entries.compactMap { name, value in
      text(value).map { StateChange(state: Located(name.text, at: name.range), value: $0) }
    }
  }

  /// Reports responses of a sequence that depend on states: both would choose the response.
  mutating func refuseStates(beside sequence: Node?, in responses: [Spec.Response]) {
    guard let sequence, let condition = responses.lazy.compactMap(\.when.first).first else { return }
    diagnostics.append(
      Diagnostic(
        .error, "conflicting-keys", "'when' of a response can't be combined with 'sequence'",
        at: condition.state.range, notes: [.init("the sequence is defined here", at: sequence.range)],
        help: "move 'when' to the request, or remove 'sequence'"))
  }
}
