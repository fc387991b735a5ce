import MockSpec
import MockSpecDiagnostics

/// A statement about how many calls a request has answered.
struct Verification {
  private let request: String
  private let expected: CallCount
  /// Decides which calls count; `nil` if all do.
  private let matcher: MockEngine?

  init(_ call: ControlCall) throws(ControlProblem) {
    let body = try ControlBody(call.received, names: ["request", "exactly", "atLeast", "atMost", "match"])
    request = try body.text("request")
    let (exactly, atLeast, atMost) = (try body.count("exactly"), try body.count("atLeast"), try body.count("atMost"))
    switch (exactly, atLeast, atMost) {
    case (let count?, nil, nil): expected = CallCount(exactly: count)
    case (nil, let count?, nil): expected = CallCount(atLeast: count)
    case (nil, nil, let count?): expected = CallCount(atMost: count)
    default: throw ControlProblem(.badRequest, "expected one of 'exactly', 'atLeast' and 'atMost'")
    }
    matcher = try body.json("match").map { json throws(ControlProblem) in try Self.engine(match: json) }
  }

  /// Returns an engine with one request that has these conditions.
  private static func engine(match: [UInt8]) throws(ControlProblem) -> MockEngine {
    var json = JSONText()
    json.raw(#"{"mockspec":1,"requests":{"verified":{"match":"#)
    json.raw(String(decoding: match, as: UTF8.self))
    json.raw(#","responses":{"any":{}}}}}"#)
    do {
      // Files can't be named, since nothing is beneath this folder.
      return MockEngine(try ResponseSets.load(text: json.string, folder: "/dev/null"))
    } catch let error as SpecError {
      let messages = error.diagnostics.filter { $0.severity == .error }.map(\.messageWithAdvice)
      throw ControlProblem(.badRequest, "'match': \(messages.joined(separator: "; "))")
    } catch {
      throw ControlProblem(.badRequest, "'match': \(error)")
    }
  }

  func outcome(in session: MockSession) throws(ControlProblem) -> ControlOutcome {
    let (all, stored): (Int, [CallRecord])
    do throws(UnknownNameError) {
      (stored, all) = try session.answered(by: request)
    } catch {
      throw ControlProblem(error)
    }
    // Otherwise, callers could find a secret by guessing.
    let redacted = matcher == nil ? stored : stored.map(\.redacted)
    let matching = matcher.map { matcher in redacted.filter { matcher.sets.name(matching: $0.call) != nil }.count }
    let count = matching ?? all
    switch expected.verdict(count, dropped: matcher == nil ? 0 : all - stored.count) {
    case .met: return .reply(.json { $0.member("count", count) })
    case .unmet: throw failure(count, redacted)
    case .unknown:
      throw ControlProblem(
        .journalTruncated, "\(all - stored.count) of \(all) calls to '\(request)' are no longer stored")
    }
  }

  private func failure(_ count: Int, _ stored: [CallRecord]) -> ControlProblem {
    let nearest = stored.suffix(5)
    let differences = matcher.map { self.differences($0, stored) } ?? []
    return ControlProblem(.wrongCount, expected.message(for: request, found: count)) { json in
      json.member("count", count)
      json.member("calls", nearest) { $0.write($1) }
      json.member("differences", differences)
    }
  }

  /// Returns the differences of the last calls that don't match.
  private func differences(_ matcher: MockEngine, _ stored: [CallRecord]) -> [String] {
    var differences: [String] = []
    for record in stored.reversed() where matcher.sets.name(matching: record.call) == nil && differences.count < 5 {
      let failed = matcher.explain(record.call).candidates.first?.conditions.filter { !$0.isMet } ?? []
      differences += failed.map { condition in
        let name = condition.name.map { " '\($0)'" } ?? ""
        return
          "call \(record.number): \(condition.kind.rawValue)\(name): "
          + "expected \(condition.expected), found \(condition.found)"
      }
    }
    return differences
  }
}
