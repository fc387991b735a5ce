import MockSpec
import MockSpecDocument
import TestSupport

@testable import MockSpecControl

// Comparing the whole state.
extension ModelRun {
  /// Compares the list of sessions, and the state of each.
  func compareAll() async throws {
    let expected = sessions.entries.sorted { ($0.value.begun, $0.key) < ($1.value.begun, $1.key) }.map { id, entry in
      "\(id) \(Timestamp.text(entry.begun)) \(Timestamp.text(entry.used)) \(entry.session.count)"
    }
    let answer = try await api("GET", "/sessions", isOfSession: false) { _ in Expected(200) }
    let found = Self.elements(answer, "sessions") { "\($0["id"]) \($0["begun"]) \($0["used"]) \($0["calls"])" }
    try check(found, expected, "sessions")
    for id in [nil] + sessions.entries.keys.sorted() { try await compare(id) }
  }

  /// Compares the state of a session that exists.
  func compare(_ id: String?) async throws {
    let session = id.map { sessions.entries[$0]!.session } ?? defaultSession
    let state = try await api("GET", "/state", in: id) { session in
      Expected(
        200, nil,
        [
          (["session"], id ?? "null"), (["scene"], session.scene ?? "null"),
          (["snapshot"], "\(project.version.number)"),
          (["problem"] + (problem == nil ? [] : ["message"]), problem ?? "null"),
        ])
    }
    try check(
      Self.elements(state, "requests") { request in
        let next = request.node("next")
        let step = next.flatMap { Fields($0).node("step") }.map { " \(Fields($0)["number"])" } ?? ""
        let shown = next.map { "\(Fields($0)["response"]) \(Fields($0)["reason"])\(step)" } ?? "none"
        return
          "\(request["name"]) enabled: \(request["enabled"]) selected: \(request["selected"]) next: \(shown) calls: \(request["calls"]) spec: \(request["spec"])"
      }.sorted(),
      session.requests.map { request in
        let next = session.choice(request).map { "\($0.response) \($0.reason)\($0.step.map { " \($0)" } ?? "")" }
        return
          "\(request.name) enabled: \(session.isEnabled(request)) selected: \(session.selections[request.name] ?? "null") next: \(next ?? "none") calls: \(session.counts[request.name] ?? 0) spec: \(session.spec(of: request.name) ?? "null")"
      }.sorted(), "requests")
    try check(
      Self.elements(state, "scenes") { $0["name"] }, session.project.scenes.keys.sorted(), "scenes")
    let specs = try await api("GET", "/specs", in: id) { _ in Expected(200) }
    try check(Self.elements(specs, "specs") { $0["name"] }, session.specs.keys.sorted(), "specs")
    let calls = try await api("GET", "/calls?limit=1000", in: id) { session in
      Expected(200, nil, [(["next"], "\(session.nextCall)")])
    }
    try check(Self.lines(of: calls), session.calls.map(Self.line), "calls")
    let real = try id.map { client.engine.existingSession(try SessionID($0)) } ?? client.engine.session
    if real?.unmatchedCount != session.unmatched {
      throw Difference(
        description: "expected \(session.unmatched) unmatched calls, found \(real?.unmatchedCount ?? -1)")
    }
  }

  func check(_ found: [String], _ expected: [String], _ name: String) throws {
    guard found != expected else { return }
    let difference = found.difference(from: expected)
    throw Difference(
      description: """
        \(name) differ
        missing: \(difference.removals.map { "\($0)" }.joined(separator: "\n         "))
        found:   \(difference.insertions.map { "\($0)" }.joined(separator: "\n         "))
        """)
  }

  static func line(_ call: ModelSession.StoredCall) -> String {
    "\(call.number) \(call.path) \(call.request ?? "null") \(call.response ?? "null") \(call.outcome)"
  }

  static func lines(of reply: ControlReply) -> [String] {
    elements(reply, "calls") { "\($0["number"]) \($0["path"]) \($0["request"]) \($0["response"]) \($0["outcome"])" }
  }

  /// The members of an object.
  struct Fields {
    private let object: Node

    init(_ object: Node) { self.object = object }

    subscript(name: String) -> String { object.value(name)?.text ?? "nothing" }
    func node(_ name: String) -> Node? { object.value(name).flatMap { $0.kind == .null ? nil : $0 } }
  }

  static func elements(_ reply: ControlReply, _ name: String, _ line: (Fields) -> String) -> [String] {
    reply.json?.value(name)?.elements.map { line(Fields($0)) } ?? []
  }
}
