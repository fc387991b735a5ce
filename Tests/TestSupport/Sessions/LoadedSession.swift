import Foundation

/// A call of a session, and its right answer.
struct SessionExchange: Sendable {
  let name: String
  let request: String
  let isCall: Bool
  let status: Int
  /// The whole body of an answer of a mock, or a part of one of the control API; `nil` for any.
  var body: String?
  /// Returns what is wrong with the body.
  var check: @Sendable (String) -> String? = { _ in nil }
}

/// What one session has changed and called, which determines its answers.
struct LoadedSession: Sendable {
  static let stepCount = 20

  struct MadeCall: Sendable {
    let path: String
    let request: String?
    let response: String?
  }

  let id: String
  /// The version of the project that answered last.
  private(set) var version = 1
  /// The calls of the mocks.
  private(set) var calls: [MadeCall] = []
  private(set) var recent: [String] = []
  private var selected: String?
  private var hasScene = false
  private var isEnabled = true
  private var steps = 0
  /// The revision of the mock that was added at run time; `nil` if there is none.
  private var own: Int?
  private var changes = 0
  /// Whether the present call names the session in `baggage`.
  private var byBaggage = false

  init(_ id: String) { self.id = id }

  /// Returns what the session does next.
  mutating func next(_ dice: inout SeededGenerator) -> SessionExchange {
    changes += 1
    byBaggage = dice.once(in: 2)
    // Each session has a selection and a mock of its own from the start.
    switch changes {
    case 1: return put()
    case 2: return select(dice.pick(["B", "C"]))
    default: break
    }
    switch Int.random(in: 0..<100, using: &dice) {
    case ..<30: return login()
    case ..<60: return step()
    case ..<80: return callOwn()
    case ..<83: return call("/none", nil, nil, nil)
    case ..<88: return select(dice.pick(["A", "B", "C"]))
    case ..<91: return put()
    case ..<92: return removeOwn()
    case ..<93: return setEnabled(dice.once(in: 2))
    case ..<94: return setScene()
    case ..<95: return verify()
    case ..<96: return state()
    case ..<97: return refused()
    case ..<98:
      selected = nil
      return control("DELETE", "requests/Login/selection", 200, #""selected":null"#)
    case ..<99:
      hasScene = false
      return control("DELETE", "scene", 204)
    default:
      (selected, hasScene, isEnabled, steps) = (nil, false, true, 0)
      return control("DELETE", "selections", 204)
    }
  }

  /// A call that shows which version of the project answers.
  mutating func settling() -> SessionExchange { callOwn() }

  /// Calls that show the whole state of the session.
  var endings: [SessionExchange] {
    var journal = control("GET", "calls?limit=1000", 200)
    journal.check = { [id, calls] in Self.difference($0, id, calls) }
    return [verify(), state(), journal]
  }

  // MARK: - Calls of the mocks

  private mutating func login() -> SessionExchange {
    guard isEnabled else { return call("/login", nil, nil, nil) }
    let response = selected ?? (hasScene ? "C" : "A")
    return call("/login", "Login", response, "login \(response) \(id)")
  }

  private mutating func step() -> SessionExchange {
    let number = steps % Self.stepCount + 1
    steps += 1
    return call("/steps", "Steps", "S\(number)", "step \(number) \(id)")
  }

  private mutating func callOwn() -> SessionExchange {
    call("/own", "Own", "R", own.map { "own \(id) \($0)" } ?? "loaded \(id)")
  }

  private mutating func call(
    _ path: String, _ request: String?, _ response: String?, _ body: String?
  ) -> SessionExchange {
    let target = "\(path)?of=\(id)&n=\(calls.count)"
    calls.append(MadeCall(path: path, request: request, response: response))
    return exchange("GET", target, isCall: true, body == nil ? 404 : 200, body)
  }

  // MARK: - Calls of the control API

  private mutating func select(_ response: String) -> SessionExchange {
    selected = response
    return control(
      "PUT", "requests/Login/selection", 200, #""selected":"\#(response)""#, #"{"response": "\#(response)"}"#)
  }

  private mutating func setEnabled(_ isEnabled: Bool) -> SessionExchange {
    self.isEnabled = isEnabled
    return control(
      "PUT", "requests/Login/enabled", 200, #""enabled":\#(isEnabled)"#, #"{"enabled": \#(isEnabled)}"#)
  }

  private mutating func setScene() -> SessionExchange {
    (selected, hasScene) = (nil, true)
    return control("PUT", "scene", 200, #""scene":"Evening""#, #"{"scene": "Evening"}"#)
  }

  private mutating func put() -> SessionExchange {
    let isNew = own == nil
    own = changes
    let text =
      #"{"mockspec": 1, "requests": {"Own": {"match": "GET /own", "responses": {"R": {"text": "own \#(id) \#(changes)"}}}}}"#
    return control("PUT", "specs/own", isNew ? 201 : 200, #""requests":["Own"]"#, text)
  }

  private mutating func removeOwn() -> SessionExchange {
    defer { own = nil }
    return control("DELETE", "specs/own", own == nil ? 404 : 204)
  }

  /// A change that isn't valid, and changes nothing.
  private func refused() -> SessionExchange {
    changes % 2 == 0
      ? control("PUT", "requests/Login/selection", 404, "unknown-name", #"{"response": "D"}"#)
      : control(
        "PUT", "specs/own", 422, "diagnostics", #"{"mockspec": 1, "requests": {"Own": {"match": 5}}}"#)
  }

  private func verify() -> SessionExchange {
    let count = calls.count { $0.request == "Login" }
    return control(
      "POST", "verify", 200, #"{"count":\#(count)}"#, #"{"request": "Login", "exactly": \#(count)}"#)
  }

  private func state() -> SessionExchange {
    let scene = hasScene ? #""Evening""# : "null"
    var exchange = control("GET", "state", 200, #""session":"\#(id)""#)
    exchange.check = { $0.contains(#""scene":\#(scene),"scenes""#) ? nil : "the scene isn't \(scene)" }
    return exchange
  }

  private func control(
    _ method: String, _ path: String, _ status: Int, _ body: String? = nil, _ sent: String = ""
  ) -> SessionExchange {
    exchange(method, "/__mockspec/\(path)", isCall: false, status, body, sent)
  }

  private func exchange(
    _ method: String, _ target: String, isCall: Bool, _ status: Int, _ body: String?, _ sent: String = ""
  ) -> SessionExchange {
    let session = byBaggage ? "baggage: userId=alice, mockspec-session=\(id);note=1" : "Mockspec-Session: \(id)"
    let fields = sent.isEmpty ? "" : "Content-Type: application/json\r\nContent-Length: \(sent.utf8.count)\r\n"
    return SessionExchange(
      name: "\(method) \(target)\(sent.isEmpty ? "" : " \(sent)")",
      request: "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n\(session)\r\n\(fields)\r\n\(sent)", isCall: isCall,
      status: status, body: body)
  }

  // MARK: - Checking

  /// Returns what is wrong with an answer.
  ///
  /// - Parameter newest: The version of the project that was written last.
  mutating func problem(with reply: RawReply, to exchange: SessionExchange, newest: Int) -> String? {
    recent = recent.suffix(9) + [exchange.name]
    guard reply.status == exchange.status else {
      return "expected the status \(exchange.status), found \(reply.status): \(reply.body.prefix(500))"
    }
    if let body = exchange.body, exchange.isCall ? reply.body != body : !reply.body.contains(body) {
      return "expected \(body), found \(reply.body.prefix(500))"
    }
    if let problem = exchange.check(reply.body) { return problem }
    guard exchange.isCall, exchange.status == 200 else { return nil }
    guard let found = reply["X-Version"].first.flatMap({ Int($0) }), (version...max(version, newest)).contains(found)
    else {
      return "expected a version from \(version) to \(newest), found \(reply["X-Version"])"
    }
    version = found
    return nil
  }

  /// Returns how a journal differs from the calls that were made.
  private static func difference(_ text: String, _ id: String, _ made: [MadeCall]) -> String? {
    let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    guard let found = json?["calls"] as? [[String: Any]] else { return "expected calls, found \(text.prefix(500))" }
    guard found.count == made.count else { return "expected \(made.count) calls in the journal, found \(found.count)" }
    for (number, (found, made)) in zip(found, made).enumerated() {
      guard found["number"] as? Int == number + 1, found["path"] as? String == made.path,
        found["query"] as? String == "of=\(id)&n=\(number)", found["request"] as? String == made.request,
        found["response"] as? String == made.response
      else { return "expected \(made) as call \(number + 1), found \(found)" }
    }
    return nil
  }
}
