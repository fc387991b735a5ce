import HTTPTypes
import MockSpec
import MockSpecDocument
import Synchronization
import TestSupport

@testable import MockSpecControl

/// Random calls of one control API and of its mocks, whose answers are compared with a model.
final class ModelRun {
  /// An answer that isn't what the model expects.
  struct Difference: Error, CustomStringConvertible {
    let description: String
  }

  /// The right answer to a call of the control API.
  struct Expected {
    var status: Int
    var code: String?
    /// The texts of members by their paths.
    var members: [([String], String)] = []

    init(_ status: Int, _ code: String? = nil, _ members: [([String], String)] = []) {
      (self.status, self.code, self.members) = (status, code, members)
    }
  }

  private static let sessionLimit = 4

  let client: ControlClient
  let folder: TemporaryFolder
  var dice: SeededGenerator
  var project: ModelProject
  var defaultSession: ModelSession
  var sessions = ModelSessions(limit: sessionLimit)
  /// The message of a rejected version.
  var problem: String?
  /// The number of calls of the control API.
  private(set) var count = 0
  /// The number of lines that were noted for a report.
  private var lines = 0
  /// The number of answers by method, resource and status.
  private(set) var answers: [String: Int] = [:]
  /// The last calls, for a report.
  private var recent: [String] = []
  private let clock: Clock
  private var tag = 0

  /// A clock that only the test advances.
  final class Clock: Sendable {
    private let time = Mutex(Duration.seconds(1_700_000_000))
    var now: Duration { time.withLock { $0 } }
    func advance(by duration: Duration) { time.withLock { $0 += duration } }
  }

  init(seed: UInt64) throws {
    dice = SeededGenerator(seed: seed)
    project = ModelProject.random(number: 1, tag: 1, &dice)
    defaultSession = ModelSession(project)
    folder = try TemporaryFolder(project.files)
    let clock = Clock()
    self.clock = clock
    client = ControlClient(
      MockEngine(
        try ControlClient.load(folder, number: 1), limits: .init(sessions: Self.sessionLimit),
        environment: EngineEnvironment(now: { clock.now }, uptime: { clock.now })))
  }

  var now: Duration { clock.now }

  /// Makes a number of random calls of the control API, and others of the mocks. Compares the whole state repeatedly.
  func perform(_ calls: Int) async throws {
    let end = count + calls
    var step = 0
    do {
      while count < end {
        try await performRandom()
        step += 1
        if step.isMultiple(of: 20) { try await compare(randomSession(isValid: true)) }
        if step.isMultiple(of: 500) { try await compareAll() }
      }
      try await compareAll()
    } catch let error as Difference {
      throw Difference(description: "\(error)\nThe last calls:\n" + recent.joined(separator: "\n"))
    }
  }

  /// Ends all sessions and resets the default one, so that the memory can be compared with that at another time.
  func clear() async throws {
    for id in sessions.entries.keys.sorted() {
      _ = sessions.end(id, now: now)
      try await api("DELETE", "/sessions/\(id)", isOfSession: false) { _ in Expected(204) }
    }
    for name in defaultSession.specs.keys.sorted() {
      try await api("DELETE", "/specs/\(Self.encoded(name))") { session in
        session.removeSpec(name)
        return Expected(204)
      }
    }
    try await api("DELETE", "/selections") { session in
      session.reset()
      return Expected(204)
    }
    try await api("DELETE", "/calls") { session in
      session.clearCalls()
      return Expected(204)
    }
    try await compareAll()
  }

  // MARK: - Calls

  func nextTag() -> Int {
    tag += 10
    return tag
  }

  /// Makes a call of the control API in a session, and compares the answer.
  ///
  /// - Parameters:
  ///   - id: The ID in `Mockspec-Session`; `nil` for the default session.
  ///   - isOfSession: Whether the call uses the session at all.
  ///   - expect: Changes the session of the model, and returns the right answer.
  @discardableResult
  func api(
    _ method: String, _ target: String, body: String = "", type: String? = nil, in id: String? = nil,
    fields: HTTPFields = [:], isOfSession: Bool = true, expect: (inout ModelSession) -> Expected
  ) async throws -> ControlReply {
    var fields = fields
    if let id { fields[Self.sessionField] = id }
    let expected =
      isOfSession ? inSession(id, begins: method != "DELETE") { expect(&$0) } : expect(&defaultSession)
    let answer = try await client.answer(method, target, body: body, type: type, fields: fields)
    count += 1
    let resource = target.split { $0 == "/" || $0 == "?" }.first ?? ""
    answers["\(method) \(resource) \(answer.status)", default: 0] += 1
    note("\(method) \(target) \(body.prefix(300)) \(fields.map { "\($0)" }.joined(separator: " ")) → \(answer.status)")
    guard answer.status == expected.status else {
      throw Difference(description: "expected \(expected.status), found \(answer.status): \(answer.text)")
    }
    if let code = expected.code, answer["code"] != code {
      throw Difference(description: "expected the code '\(code)', found \(answer.text)")
    }
    for (path, value) in expected.members where answer[path] != value {
      throw Difference(
        description:
          "\(path.joined(separator: ".")): expected \(value), found \(answer[path] ?? "nothing") in \(answer.text)")
    }
    return answer
  }

  /// Changes a session of the model as a call of the control API does.
  private func inSession(_ id: String?, begins: Bool, _ body: (inout ModelSession) -> Expected) -> Expected {
    guard let id else { return body(&defaultSession) }
    switch use(id, begins: begins) {
    case nil: return body(&sessions.entries[id]!.session)
    case 404: return Expected(404, "unknown-name")
    case 410: return Expected(410, "session-ended")
    case 503: return Expected(503, "busy")
    case let status?: return Expected(status, "bad-request")
    }
  }

  /// Uses a session of the model, and returns the status of a refusal.
  private func use(_ id: String, begins: Bool = true) -> Int? {
    if (try? SessionID(id)) == nil { return 400 }
    return sessions.use(id, project, now: now, begins: begins)
  }

  /// Makes a call of the mocks, and compares the decision.
  func call(_ path: String, overrides: [String: String] = [:], in id: String?) throws {
    var fields: HTTPFields = [:]
    if let id { fields[Self.sessionField] = id }
    if !overrides.isEmpty {
      let pairs = overrides.sorted { $0.key < $1.key }.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }
      fields[HTTPField.Name("Mockspec-Response")!] = pairs.joined(separator: ", ")
    }
    let expected: String
    if let id, let status = use(id) {
      expected = "rejected \(status)"
    } else {
      func answer(_ session: inout ModelSession) -> String {
        for (name, response) in overrides where session.request(name)?.responses.contains(response) != true {
          session.reject(path)
          return "rejected 400"
        }
        guard let (request, choice) = session.call(path, overrides) else { return "unmatched" }
        let step = choice.step.map { "\($0)/\(request.length)" } ?? "-"
        return
          "\(request.name) \(choice.response) \(choice.reason) \(step) \(request.body(of: choice.response)) \(request.project.header)"
      }
      expected = id.map { answer(&sessions.entries[$0]!.session) } ?? answer(&defaultSession)
    }
    let found = Self.text(client.call("GET", path, fields: fields))
    note("GET \(path) \(fields.map { "\($0)" }.joined(separator: " ")) → \(found)")
    if found != expected { throw Difference(description: "expected \(expected), found \(found)") }
  }

  private static func text(_ decision: Decision) -> String {
    switch decision.outcome {
    case .reply(let reply):
      let step = decision.step.map { "\($0.number)/\($0.count)" } ?? "-"
      let header = reply.fields[HTTPField.Name("X-Project")!] ?? ""
      return
        "\(decision.requestName ?? "-") \(decision.responseName ?? "-") \(decision.reason.map { "\($0)" } ?? "-") \(step) \(String(decoding: reply.body, as: UTF8.self)) \(header)"
    case .rejected(_, let status): return "rejected \(status)"
    case .unmatched: return "unmatched"
    default: return "\(decision.outcome)"
    }
  }

  func reload() throws {
    let number = project.version.number + 1
    project = ModelProject.random(number: number, tag: nextTag(), &dice)
    for (name, text) in project.files { try folder.write(text, to: name) }
    client.engine.replace(with: try ControlClient.load(folder, number: number))
    client.control.projectReloaded("reloaded \(number)", [])
    problem = nil
    defaultSession.reload(project)
    for id in sessions.entries.keys { sessions.entries[id]!.session.reload(project) }
    note("reload: \(project.files.values.sorted().joined(separator: " "))")
  }

  func advanceClock(by duration: Duration) {
    clock.advance(by: duration)
    note("\(duration) later")
  }

  private func note(_ line: String) {
    lines += 1
    clock.advance(by: .milliseconds(1))
    recent = recent.suffix(39) + ["\(lines): \(line)"]
  }

  static let sessionField = HTTPField.Name("Mockspec-Session")!

  /// Returns a name as in a path or in `Mockspec-Response`.
  static func encoded(_ name: String) -> String { PercentText.encode(name.utf8, keeping: "") }

  func randomSession(isValid: Bool = false) -> String? {
    if !isValid, dice.once(in: 50) { return dice.pick(["a b", "", String(repeating: "x", count: 129)]) }
    let known = sessions.entries.keys.sorted()
    if dice.once(in: 4) || (isValid && known.isEmpty) { return nil }
    return isValid || dice.once(in: 2) && !known.isEmpty ? dice.pick(known) : dice.pick(["a", "b", "c", "d", "e", "f"])
  }
}
