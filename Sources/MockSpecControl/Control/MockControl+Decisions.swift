import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

// Decisions that a client performs itself, such as a mocking library inside an app.
extension MockControl {
  /// Decides the call that the body describes as if a client had made it, and stores it in the journal.
  func decision(_ call: ControlCall) throws(ControlProblem) -> ControlOutcome {
    let decided = try MockCall(decided: call.received)
    let made = decide(decided, in: call.session)
    let (decision, number) = (made.decision, made.record.number)
    // Only the client knows when its answer has ended.
    decision.callbacks?.begin()
    let timeout = call.session.sets.settings.timeout
    @Sendable func reply(_ outcome: Decision.Outcome) -> ControlReply {
      .json { json in
        json.member("call", number)
        json.write(decision, timeout: timeout)
        json.member("outcome") { $0.write(outcome, decision.events) }
      }
    }
    guard case .closure(let closure) = decision.outcome else { return .reply(reply(decision.outcome)) }
    return .later { reply(await closure.outcome()) }
  }

  /// Decides a call in the session that its own fields name, else in a given one.
  private func decide(_ call: MockCall, in session: MockSession) -> Decided {
    engine.namesSession(call) ? engine.decide(call, DecisionOptions()) : session.decide(call, DecisionOptions())
  }
}

extension MockCall {
  /// Creates the call that the body of a call of the control API describes.
  fileprivate init(decided call: MockCall) throws(ControlProblem) {
    let body = try ControlBody(call, names: ["method", "url", "fields", "body", "bodyIsBase64", "bodySize"])
    let bytes = try Self.bytes(body)
    let size = try body.count("bodySize")
    if let size, !bytes.isEmpty, size != bytes.count {
      throw ControlProblem(
        .badRequest, "'bodySize': expected \(bytes.count), the size of the body, found \(size); leave it out")
    }
    let (method, url, fields) = (try body.text("method"), try body.text("url"), try Self.fields(body))
    do throws(CallTextError) {
      try self.init(method: method, url: url, fields: fields, body: bytes)
    } catch {
      throw ControlProblem(.badRequest, error.description)
    }
    if let size, bytes.isEmpty, size > 0 { unkeptBodySize = size }
  }

  private static func bytes(_ body: ControlBody) throws(ControlProblem) -> [UInt8] {
    let text = try body.optionalText("body") ?? ""
    guard try body.optionalFlag("bodyIsBase64") == true else { return Array(text.utf8) }
    guard let bytes = Base64.decode(text) else {
      throw ControlProblem(.badRequest, "'body': expected Base64 (RFC 4648 §4) with padding")
    }
    return bytes
  }

  private static func fields(_ body: ControlBody) throws(ControlProblem) -> HTTPFields {
    var fields = HTTPFields()
    guard let list = body["fields"] else { return fields }
    guard list.kind == .sequence else {
      throw ControlProblem(.badRequest, "'fields': expected a list, found \(list.shown)")
    }
    for field in list.elements {
      guard field.kind == .mapping, field.entries.allSatisfy({ ["name", "value"].contains($0.key.text) }),
        let name = field.value("name"), name.kind == .string, let value = field.value("value"), value.kind == .string
      else {
        throw ControlProblem(
          .badRequest, "'fields': expected objects with the strings 'name' and 'value', found \(field.shown)")
      }
      try ControlBody.add(name.text, value.text, to: &fields)
    }
    return fields
  }
}

extension JSONText {
  /// Writes the members of a decision, except for its outcome.
  fileprivate mutating func write(_ decision: Decision, timeout: Duration) {
    member("snapshot", decision.snapshot)
    member("request", decision.requestName)
    member("response", decision.responseName)
    member("reason", decision.reason?.rawValue)
    member("step", decision.step)
    member("changes") { $0.members(decision.changes) }
    member("delay", decision.delay.nanoseconds)
    if let throttle = decision.throttle {
      member("throttle") { json in
        json.member("piece", throttle.piece)
        json.member("interval", throttle.interval.nanoseconds)
      }
    } else {
      null("throttle")
    }
    member("timeout", timeout.nanoseconds)
  }

  /// - Parameter events: The events of a reply that is a stream.
  fileprivate mutating func write(_ outcome: Decision.Outcome, _ events: RunningEvents?) {
    switch outcome {
    case .reply(let reply) where reply.events != nil:
      member("kind", "reply")
      write(reply)
      if let events { member("stream") { $0.write(events) } }
    case .reply(let reply) where reply.size == nil:
      write(.invalidReply("a body in pieces is sent only by the process that makes it"))
    case .reply(let reply):
      member("kind", "reply")
      write(reply)
    case .fault(let fault, let reply):
      member("kind", "fault")
      member("fault", fault.rawValue)
      write(reply)
    case .failure(.urlError(let name)):
      member("kind", "failure")
      member("error", name.rawValue)
    case .failure(.custom(let domain, let code, let message)):
      member("kind", "custom-failure")
      member("domain", domain)
      member("code", code)
      member("message", message)
    case .passThrough: member("kind", "pass-through")
    case .forward(let origin):
      member("kind", "forward")
      member("origin", origin.description)
    case .unmatched(let explanation):
      member("kind", "unmatched")
      member("text", explanation.text)
      key("explanation")
      raw(explanation.json)
    case .rejected(let reason, let status):
      member("kind", "rejected")
      member("status", status)
      member("text", reason)
    case .templateFailure(let reason):
      member("kind", "template-failure")
      member("text", reason)
    case .closureFailure(let failure): write(failure)
    // Never written: `decision(_:)` writes the outcome that the closure returns.
    case .closure: write(.thrown(CancellationError()))
    }
  }

  private mutating func write(_ failure: ClosureFailure) {
    member("kind", "closure-failure")
    member("reason", failure.kind)
    member("text", failure.description)
  }

  private mutating func write(_ reply: Reply) {
    member("status", reply.status)
    write(reply.fields, body: reply.body)
  }
}

extension ClosureFailure {
  /// The name of the case in the API.
  fileprivate var kind: String {
    switch self {
    case .thrown: "thrown"
    case .timedOut: "timed-out"
    case .bodyTooLarge: "body-too-large"
    case .invalidReply: "invalid-reply"
    }
  }
}
