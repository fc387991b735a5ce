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
    let verdicts = matcher.map { matcher in redacted.map { CallVerdict($0, matcher) } }
    let count = verdicts?.count { $0 == .matching } ?? all
    let undecided = verdicts?.compactMap(\.reason) ?? []
    let dropped = matcher == nil ? 0 : all - stored.count
    switch expected.verdict(count, dropped: dropped + undecided.count) {
    case .met: return .reply(.json { $0.member("count", count) })
    case .unmet: throw failure(count, redacted, verdicts)
    case .unknown where undecided.isEmpty:
      throw ControlProblem(.journalTruncated, "\(dropped) of \(all) calls to '\(request)' are no longer stored")
    case .unknown:
      let message = expected.message(for: request, found: count)
      let shown = undecided.prefix(3).joined(separator: "; ") + (undecided.count > 3 ? "; …" : "")
      throw ControlProblem(
        .undecided, "\(message), and \(undecided.count) for which the conditions can't be decided: \(shown)"
      ) { [calls = redacted.suffix(5)] json in
        json.member("count", count)
        json.member("calls", calls) { $0.write($1) }
        json.member("differences", Array(undecided.prefix(5)))
      }
    }
  }

  private func failure(_ count: Int, _ stored: [CallRecord], _ verdicts: [CallVerdict]?) -> ControlProblem {
    let nearest = stored.suffix(5)
    var differences: [String] = []
    for verdict in (verdicts ?? []).reversed() where differences.count < 5 { differences += verdict.differences }
    return ControlProblem(.wrongCount, expected.message(for: request, found: count)) { [differences] json in
      json.member("count", count)
      json.member("calls", nearest) { $0.write($1) }
      json.member("differences", differences)
    }
  }
}
