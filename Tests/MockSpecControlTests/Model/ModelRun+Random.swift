import HTTPTypes
import MockSpec
import TestSupport

@testable import MockSpecControl

// The random calls.
extension ModelRun {
  private static let specNames = ["x", "y", "z ü/1"]

  private func randomName() -> String { dice.once(in: 12) ? "Nobody" : dice.pick(ModelRequest.names) }
  private func randomResponse() -> String { dice.once(in: 12) ? "Z" : dice.pick(ModelRequest.responses) }
  private func randomScene() -> String { dice.once(in: 8) ? "None" : dice.pick(["Evening", "Air plane"]) }
  private func json(_ text: String) -> String { "\"\(text)\"" }

  func performRandom() async throws {
    let id = randomSession()
    switch Int.random(in: 0..<1000, using: &dice) {
    case ..<300: try callMock(id)
    case ..<302: for _ in 0..<Int.random(in: 100...700, using: &dice) { try callMock(id) }
    case ..<390: try await select(id)
    case ..<430: try await deselect(id)
    case ..<475: try await enable(id)
    case ..<510: try await activate(id)
    case ..<525: try await deactivate(id)
    case ..<535: try await reset(id)
    case ..<625: try await putSpec(id)
    case ..<665: try await removeSpec(id)
    case ..<680: try await readSpec(id)
    case ..<740: try await readCalls(id)
    case ..<750: try await clearCalls(id)
    case ..<800: try await verify(id)
    case ..<815: try await waitForCalls(id)
    case ..<840: try await explain(id)
    case ..<845: try await listen(id)
    case ..<870: try await beginSession()
    case ..<890: try await endSession()
    case ..<950: try await makeBadCall(id)
    case ..<955: advanceClock(by: .seconds(Int.random(in: 1...900, using: &dice)))
    case ..<965: reject()
    default: try reload()
    }
  }

  private func callMock(_ id: String?) throws {
    var overrides: [String: String] = [:]
    if dice.once(in: 6) { overrides[randomName()] = randomResponse() }
    try call(dice.once(in: 15) ? "/none" : dice.pick(ModelRequest.paths), overrides: overrides, in: id)
  }

  private func select(_ id: String?) async throws {
    let (name, response) = (randomName(), randomResponse())
    try await api(
      "PUT", "/requests/\(Self.encoded(name))/selection", body: #"{"response": "\#(response)"}"#, in: id
    ) { session in
      guard session.request(name)?.responses.contains(response) == true else { return Expected(404, "unknown-name") }
      session.select(response, for: name)
      return Expected(200, nil, [(["selected"], response), (["next", "response"], response), (["name"], name)])
    }
  }

  private func deselect(_ id: String?) async throws {
    let name = randomName()
    try await api("DELETE", "/requests/\(Self.encoded(name))/selection", in: id) { session in
      guard session.request(name) != nil else { return Expected(404, "unknown-name") }
      session.select(nil, for: name)
      return Expected(200, nil, [(["selected"], "null")])
    }
  }

  private func enable(_ id: String?) async throws {
    let (name, isEnabled) = (randomName(), !dice.once(in: 3))
    try await api("PUT", "/requests/\(Self.encoded(name))/enabled", body: #"{"enabled": \#(isEnabled)}"#, in: id) {
      guard $0.request(name) != nil else { return Expected(404, "unknown-name") }
      $0.setEnabled(isEnabled, for: name)
      return Expected(200, nil, [(["enabled"], "\(isEnabled)")])
    }
  }

  private func activate(_ id: String?) async throws {
    let scene = randomScene()
    try await api("PUT", "/scene", body: #"{"scene": "\#(scene)"}"#, in: id) { session in
      guard session.project.scenes[scene] != nil else { return Expected(404, "unknown-name") }
      session.activate(scene)
      return Expected(200, nil, [(["scene"], scene)])
    }
  }

  private func deactivate(_ id: String?) async throws {
    try await api("DELETE", "/scene", in: id) { session in
      session.scene = nil
      return Expected(204)
    }
  }

  private func reset(_ id: String?) async throws {
    try await api("DELETE", "/selections", in: id) { session in
      session.reset()
      return Expected(204)
    }
  }

  // MARK: - Mocks at run time

  private func putSpec(_ id: String?) async throws {
    let name = dice.pick(Self.specNames)
    let target = "/specs/\(Self.encoded(name))"
    if dice.once(in: 8) {
      let text = dice.pick([
        "", "{", "[]", #"{"mockspec": 1, "requests": {"Login": {"match": "/p0"}}}"#,
        #"{"mockspec": 1, "requests": {"Login": {"match": "/p0", "responses": {"A": {"statsu": 200}}}}}"#,
        #"{"mockspec": 1, "requests": {"Login": {"match": "/p0", "responses": {"A": {"file": "/etc/passwd"}}}}}"#,
        #"{"mockspec": 1, "requests": {"Login": {"match": "/p0", "responses": {"A": {"forward": "http://a"}}}}}"#,
      ])
      try await api("PUT", target, body: text, type: "application/json", in: id) { _ in Expected(422, "invalid") }
      return
    }
    if dice.once(in: 100) {
      let text = String(repeating: " ", count: 1 << 20 | 1)
      // The size is checked before the session.
      try await api("PUT", target, body: text, type: "application/json", in: id, isOfSession: false) { _ in
        Expected(413, "too-large")
      }
      return
    }
    let count = Int.random(in: 1...2, using: &dice)
    let tag = nextTag()
    let requests = ModelRequest.names.shuffled(using: &dice).prefix(count).enumerated().map {
      ModelRequest.random($1, tag: tag + $0, &dice)
    }
    let text = ModelRequest.spec(requests)
    // JSON is YAML, too.
    let format = dice.pick(["json", "yaml"])
    try await api("PUT", target, body: text, type: "application/\(format)", in: id) { session in
      let status = session.put(name, text, format, requests)
      switch status {
      case 422: return Expected(422, "invalid")
      case 409: return Expected(409, "conflict")
      default: return Expected(status, nil, [(["name"], name), (["problem"], "null")])
      }
    }
  }

  private func removeSpec(_ id: String?) async throws {
    let name = dice.pick(Self.specNames)
    try await api("DELETE", "/specs/\(Self.encoded(name))", in: id) { session in
      guard session.specs[name] != nil else { return Expected(404, "unknown-name") }
      session.removeSpec(name)
      return Expected(204)
    }
  }

  private func readSpec(_ id: String?) async throws {
    let name = dice.pick(Self.specNames)
    let answer = try await api("GET", "/specs/\(Self.encoded(name))", in: id) { session in
      guard let spec = session.specs[name] else { return Expected(404, "unknown-name") }
      return Expected(200, nil, [(["name"], name), (["text"], spec.text), (["format"], spec.format)])
    }
    guard answer.status == 200 else { return }
    let spec = id.map { sessions.entries[$0]!.session } ?? defaultSession
    if (answer["problem"] != "null") != spec.specs[name]!.hasErrors {
      throw Difference(
        description: "expected \(spec.specs[name]!.hasErrors ? "a" : "no") problem, found \(answer.text)")
    }
  }

  // MARK: - The journal

  private func readCalls(_ id: String?) async throws {
    let request = dice.once(in: 2) ? randomName() : nil
    let response = dice.once(in: 4) ? randomResponse() : nil
    let unmatched = dice.once(in: 4) ? dice.once(in: 2) : nil
    let since = dice.once(in: 3) ? Int.random(in: 0..<200, using: &dice) : nil
    let limit = dice.once(in: 2) ? Int.random(in: 1...30, using: &dice) : nil
    let query = [
      request.map { "request=\(Self.encoded($0))" }, response.map { "response=\(Self.encoded($0))" },
      unmatched.map { "unmatched=\($0)" }, since.map { "since=\($0)" }, limit.map { "limit=\($0)" },
    ].compactMap(\.self).joined(separator: "&")
    var expected: [String] = []
    let answer = try await api("GET", "/calls?\(query)", in: id) { session in
      if let request, !session.hasName(request) { return Expected(404, "unknown-name") }
      expected = session.calls.filter { call in
        (request == nil || call.request == request) && (response == nil || call.response == response)
          && (unmatched == nil || (call.outcome == "unmatched") == unmatched) && call.number > since ?? 0
      }.suffix(limit ?? 100).map(Self.line)
      let first = session.calls.first?.number ?? session.nextCall
      return Expected(200, nil, [(["first"], "\(first)"), (["next"], "\(session.nextCall)")])
    }
    if answer.status == 200 { try check(Self.lines(of: answer), expected, "calls") }
  }

  private func clearCalls(_ id: String?) async throws {
    try await api("DELETE", "/calls", in: id) { session in
      session.clearCalls()
      return Expected(204)
    }
  }

  private func verify(_ id: String?) async throws {
    let name = randomName()
    let path = dice.once(in: 3) ? dice.pick(ModelRequest.paths) : nil
    let kind = dice.pick(["exactly", "atLeast", "atMost"])
    // Often the right number.
    let number = dice.once(in: 2) ? nil : Int.random(in: 0..<20, using: &dice)
    let session = id.flatMap { sessions.entries[$0]?.session } ?? defaultSession
    let wanted = number ?? session.counts[name] ?? 0
    let match = path.map { #", "match": {"path": "\#($0)"}"# } ?? ""
    try await api(
      "POST", "/verify", body: #"{"request": "\#(name)", "\#(kind)": \#(wanted)\#(match)}"#, in: id
    ) { session in
      guard session.hasName(name) else { return Expected(404, "unknown-name") }
      let stored = session.calls.filter { $0.request == name }
      let all = session.counts[name] ?? 0
      let least = path == nil ? all : stored.count { $0.path == path }
      let most = path == nil ? all : least + all - stored.count
      func holds(_ count: Int) -> Bool {
        switch kind {
        case "exactly": count == wanted
        case "atLeast": count >= wanted
        default: count <= wanted
        }
      }
      let results = Set((least...most).map(holds))
      if results == [true] { return Expected(200, nil, [(["count"], "\(least)")]) }
      return results == [false]
        ? Expected(409, "wrong-count", [(["count"], "\(least)")]) : Expected(409, "journal-truncated")
    }
  }

  private func waitForCalls(_ id: String?) async throws {
    let name = dice.once(in: 2) ? randomName() : nil
    let wanted = Int.random(in: 1...20, using: &dice)
    let query = (name.map { "request=\(Self.encoded($0))&" } ?? "") + "count=\(wanted)&timeout=1ms"
    try await api("GET", "/calls/wait?\(query)", in: id) { session in
      if let name, !session.hasName(name) { return Expected(404, "unknown-name") }
      let count = name.map { session.counts[$0] ?? 0 } ?? session.count
      return Expected(200, nil, [(["count"], "\(count)"), (["complete"], "\(count >= wanted)")])
    }
  }

  private func explain(_ id: String?) async throws {
    let path = dice.once(in: 8) ? "/none" : dice.pick(ModelRequest.paths)
    try await api("POST", "/explain", body: #"{"url": "\#(path)"}"#, in: id) { session in
      guard let (_, choice) = session.answer(path) else { return Expected(200, nil, [(["outcome"], "unmatched")]) }
      return Expected(
        200, nil,
        [
          (["outcome"], "answered"), (["answer", "response"], choice.response),
          (["answer", "reason"], choice.reason.rawValue),
        ])
    }
  }

  /// Begins to listen to events, and leaves.
  private func listen(_ id: String?) async throws {
    try await api("GET", "/events", in: id) { _ in Expected(200) }
    if client.control.listenerCount != 0 { throw Difference(description: "the listener stays") }
  }

  // MARK: - Sessions

  private func beginSession() async throws {
    guard !dice.once(in: 8) else {
      // The API chooses the ID, so the model begins the session after the answer.
      let idle = sessions.entries.values.contains { now - $0.used >= ModelSessions.idleTime }
      let hasRoom = sessions.entries.count < sessions.limit || idle
      let before = now
      let answer = try await api("POST", "/sessions", body: "{}", isOfSession: false) { _ in
        hasRoom ? Expected(201) : Expected(503, "busy")
      }
      if let id = answer["id"] { _ = sessions.use(id, project, now: before) }
      return
    }
    let id = randomSession() ?? "a"
    let isValid = (try? SessionID(id)) != nil
    try await api("POST", "/sessions", body: #"{"id": "\#(id)"}"#, isOfSession: false) { _ in
      guard isValid else { return Expected(400, "bad-request") }
      if let status = sessions.use(id, project, now: now, restarts: true) { return Expected(status, "busy") }
      return Expected(201, nil, [(["id"], id), (["calls"], "\(sessions.entries[id]!.session.count)")])
    }
  }

  private func endSession() async throws {
    let id = dice.once(in: 2) ? randomSession() ?? "a" : dice.pick(["a", "b", "c"])
    guard !id.isEmpty else { return }
    let isValid = (try? SessionID(id)) != nil
    try await api("DELETE", "/sessions/\(Self.encoded(id))", isOfSession: false) { _ in
      guard isValid else { return Expected(400, "bad-request") }
      return sessions.end(id, now: now) ? Expected(204) : Expected(404, "unknown-name")
    }
  }

  // MARK: - Other calls

  /// A call that is refused, and changes nothing. Those that are refused for their form don't begin a session.
  private func makeBadCall(_ id: String?) async throws {
    let host: HTTPFields = [.host: "evil.example"]
    let origin: HTTPFields = [.origin: "http://evil.example"]
    switch Int.random(in: 0..<10, using: &dice) {
    case 0: try await api("GET", "/nothing", in: id, isOfSession: false) { _ in Expected(404, "unknown-resource") }
    case 1: try await api("POST", "/state", in: id, isOfSession: false) { _ in Expected(405, "method-not-allowed") }
    case 2: try await api("GET", "/state?x=1", in: id, isOfSession: false) { _ in Expected(400, "bad-request") }
    case 3: try await api("DELETE", "/selections", in: id, fields: host, isOfSession: false) { _ in Expected(421) }
    case 4: try await api("DELETE", "/calls", in: id, fields: origin, isOfSession: false) { _ in Expected(403) }
    case 5:
      try await api("PUT", "/scene", body: #"{"scene": "Evening"}"#, type: "text/plain", in: id, isOfSession: false) {
        _ in Expected(415, "unsupported-type")
      }
    case 6: try await api("PUT", "/scene", body: "{", in: id) { _ in Expected(400, "bad-request") }
    case 7: try await api("PUT", "/scene", body: #"{"name": "Evening"}"#, in: id) { _ in Expected(400, "bad-request") }
    case 8: try await api("GET", "/calls?limit=0", in: id) { _ in Expected(400, "bad-request") }
    default:
      try await api("POST", "/verify", body: #"{"request": "Login"}"#, in: id) { _ in Expected(400, "bad-request") }
    }
  }

  private func reject() {
    problem = "not reloaded \(count)"
    client.control.projectRejected(problem!, [])
  }
}
