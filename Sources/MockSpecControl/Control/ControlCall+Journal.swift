import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import Synchronization

extension CallFilter {
  init(_ call: ControlCall) throws(ControlProblem) {
    self.init(
      request: try call.text("request"), response: try call.text("response"), unmatched: try call.flag("unmatched"),
      trace: try call.text("trace"))
    if let trace, !TraceParent.isTraceID(trace) {
      throw ControlProblem(
        .badRequest, "'trace': expected 32 hexadecimal digits in lower case, not all 0, found '\(trace)'")
    }
    guard let request else { return }
    do throws(UnknownNameError) { _ = try call.session.count(of: request) } catch { throw ControlProblem(error) }
  }
}

extension ControlCall {
  /// The stored calls.
  func journal() throws(ControlProblem) -> ControlOutcome {
    let filter = try CallFilter(self)
    let since = try count("since", in: 0...Int.max) ?? 0
    let limit = try count("limit", in: 1...1000) ?? 100
    let hasBodies = try flag("bodies") ?? true
    let (calls, first, next) = session.calls(after: since)
    return .reply(
      .json { json in
        json.member("calls", calls.filter(filter.includes).suffix(limit)) { $0.write($1, hasBody: hasBodies) }
        json.member("first", first)
        json.member("next", next)
      })
  }

  /// One stored call, and how it would be answered now.
  func detail() throws(ControlProblem) -> ControlOutcome {
    let number = name.utf8.allSatisfy { $0 &- 0x30 < 10 } ? Int(name) : nil
    let found = number.flatMap { number in session.calls.first { $0.number == number } }
    guard let found else { throw ControlProblem(.unknownName, "no call with the number '\(name)' is stored") }
    let explanation = session.explain(found).json
    return .reply(
      .json { json in
        json.member("call") { $0.write(found) }
        json.write(replyTo: found)
        json.key("explanation")
        json.raw(explanation)
      })
  }

  /// The calls as soon as there are enough, or after the time.
  func awaitedCalls(_ control: MockControl) throws(ControlProblem) -> ControlOutcome {
    let filter = try CallFilter(self)
    let count = try count("count", in: 1...1_000_000) ?? 1
    let timeout = try duration("timeout", atMost: .seconds(30)) ?? .seconds(5)
    let wait = CallWait(session, filter, count: count)
    let listener = try control.listener()
    return .later {
      let stopping = control.project.observe { if case .stopping = $0 { wait.end() } }
      let calls = await wait.calls(within: timeout)
      control.project.remove(stopping)
      listener.end()
      return .json { json in
        json.member("calls", calls.stored) { $0.write($1) }
        json.member("count", calls.count)
        json.member("complete", calls.count >= count)
      }
    }
  }

  /// An explanation of which request would answer a call.
  func explanation(_ control: MockControl) throws(ControlProblem) -> ControlOutcome {
    let body = try ControlBody(received, names: ["method", "url", "headers", "body"])
    var fields = HTTPFields()
    if let headers = body["headers"] {
      guard headers.kind == .mapping else {
        throw ControlProblem(.badRequest, "'headers': expected an object, found \(headers.shown)")
      }
      for (name, value) in headers.entries {
        let values = value.kind == .sequence ? Array(value.elements) : [value]
        guard values.allSatisfy(\.isScalar) else {
          throw ControlProblem(.badRequest, "'headers': expected texts, found \(value.shown)")
        }
        for value in values { try ControlBody.add(name.text, value.text, to: &fields) }
      }
    }
    let (method, url) = (try body.optionalText("method") ?? "GET", try body.text("url"))
    let content = try body.optionalText("body") ?? ""
    do throws(CallTextError) {
      let explained = try MockCall(method: method, url: url, fields: fields, body: Array(content.utf8))
      let (engine, isInApp) = (control.engine, control.options.isInApp)
      let explanation =
        // A session that the explained call names precedes that of the call of the control API.
        if engine.namesSession(explained) {
          isInApp ? engine.explain(explained) : engine.explainOnServer(explained)
        } else {
          isInApp ? session.explain(explained) : session.explainOnServer(explained)
        }
      return .reply(.json(text: Array(explanation.json.utf8)))
    } catch {
      throw ControlProblem(.badRequest, error.description)
    }
  }
}
