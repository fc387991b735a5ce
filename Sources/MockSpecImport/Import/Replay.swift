import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The calls of a source, decided with the imported specs.
package struct Replay: Sendable {
  /// The number of calls that are answered as the source says.
  package private(set) var answered = 0
  /// The number of all calls.
  package private(set) var calls = 0
  /// A warning for each other call, at its request in the source.
  private(set) var differences: [Diagnostic] = []

  init(_ written: WrittenProject) {
    guard let engine = written.engine else { return }
    for request in written.project.specs.flatMap(\.requests) {
      for sample in request.samples {
        calls += 1
        let decision = sample.decision(in: engine)
        if let difference = sample.difference(to: decision) {
          differences.append(
            Diagnostic(
              .warning, "import-mismatch",
              "the imported specs answer \(DisplayText(sample.call.description).text) in another way: \(difference)",
              at: request.source))
        } else {
          answered += 1
        }
      }
    }
  }
}

extension Sample {
  func decision(in engine: MockEngine) -> Decision {
    if let states {
      engine.session.reset()
      for state in states { try? engine.session.setState(state.name, to: state.values.first ?? "") }
    }
    if let selection { try? engine.session.select(selection.response, for: selection.request) }
    return engine.decide(call)
  }

  /// Returns how a decision differs from the answer; `nil` if it doesn't.
  fileprivate func difference(to decision: Decision) -> String? {
    switch (answer, decision.outcome) {
    case (.failure, .fault), (.failure, .failure), (.forward, .forward): return nil
    case (.reply(let status, let headers, let body), .reply(let reply)):
      if reply.status != status { return "status \(reply.status) instead of \(status)" }
      for (name, value) in headers
      where !reply.fields.contains(where: { $0.name.canonicalName == name.lowercased() && $0.value == value }) {
        return "without the header '\(DisplayText(name).text)' of the source"
      }
      return isEqual(body, reply) ? nil : "with another body"
    case (_, .unmatched): return "no request matches"
    case (_, .templateFailure(let message)): return message
    default: return "not with what the source has"
    }
  }

  private func isEqual(_ body: Body, _ reply: Reply) -> Bool {
    switch body {
    case .bytes(let bytes): return reply.content.elementsEqual(bytes)
    case .json(let json):
      guard let own = DocumentParser.parseJSON(json)?.root, let sent = DocumentParser.parseJSON(reply.body)?.root else {
        return false
      }
      return own.json == sent.json
    case .unknown: return true
    }
  }
}
