import AllocationCount
import Foundation
import HTTPTypes
import MockSpec

/// Calls in sessions, compared with the same calls in the default session; and what sessions take.
struct SessionFigure {
  private let paths: Paths
  private let project: MatchedProject
  private let sets: ResponseSets
  private let isShort: Bool
  private let memoryCount = 10_000

  init(paths: Paths, isShort: Bool) throws {
    self.paths = paths
    self.isShort = isShort
    project = MatchedProject(requests: 1000, kind: .literal)
    let folder = paths.scratch("sessions")
    try project.write(to: folder)
    sets = try ResponseSets.load([folder])
  }

  func text() throws -> String {
    try [decisions(), served(), memory()].map(\.text).joined(separator: "\n")
  }

  /// A field with which calls name a session, or one of the same length that names none.
  fileprivate struct Sender {
    let title: String
    let name: String
    var prefix = ""
    /// The number of sessions, which are named in turn.
    var sessions = 1

    func value(_ number: Int) -> String { "\(prefix)checkout-\(number % sessions)" }
  }

  // MARK: - In process

  private func decisions() throws -> Table {
    var table = Table(
      "Sessions: decisions among 1,000 mocked requests",
      columns: ["calls", "decide", "ratio", "request and decide", "ratio"])
    let senders = [
      Sender(title: "with X-Request-Id", name: "X-Request-Id"),
      Sender(title: "in one session", name: "Mockspec-Session"),
      Sender(title: "in one session, by baggage", name: "baggage", prefix: "mockspec-session="),
      Sender(title: "with baggage of others", name: "baggage", prefix: "userId=alice;a=b,serverNode="),
      Sender(
        title: "in one session, by baggage after others", name: "baggage",
        prefix: "userId=alice;a=b,serverNode=DF%2028, mockspec-session="),
      Sender(title: "in 100 sessions", name: "Mockspec-Session", sessions: 100),
      Sender(title: "in 1,000 sessions", name: "Mockspec-Session", sessions: 1000),
    ]
    // Engines of their own, so that each has the journals of its own sessions.
    let all = senders.map { (engine: MockEngine(sets), calls: calls($0)) }
    var deciding = all.map { _ in Spread() }
    var whole = all.map { _ in Spread() }
    var next = 0
    // Short rounds in turn, since the speed of the machine changes; the first ones fill the journals.
    let (rounds, warmUp) = isShort ? (2, 1) : (61, 6)
    for round in 0..<rounds + warmUp {
      for (index, (engine, calls)) in all.enumerated() {
        let seconds = MatchFigure.secondsPerCall(in: 0.02) {
          next = (next + 1) % calls.count
          keep(engine.decide(calls[next].call))
        }
        let wholeSeconds = MatchFigure.secondsPerCall(in: 0.02) {
          next = (next + 1) % calls.count
          keep(engine.decide(calls[next].received()))
        }
        guard round >= warmUp else { continue }
        deciding[index].add(seconds)
        whole[index].add(wholeSeconds)
      }
    }
    for index in all.indices {
      table.add(
        senders[index].title, deciding[index].median.seconds, (deciding[index] / deciding[0]).ratio,
        whole[index].median.seconds, (whole[index] / whole[0]).ratio)
    }
    table.note("request: made from the texts of a target and five header fields, as the server does")
    return table
  }

  /// A call before and after it is received.
  private struct Received {
    let path: String
    let fields: [(String, String)]
    let call: MockCall

    init(path: String, fields: [(String, String)]) {
      self.path = path
      self.fields = fields
      call = Self.call(path, fields)
    }

    func received() -> MockCall { Self.call(path, fields) }

    private static func call(_ path: String, _ texts: [(String, String)]) -> MockCall {
      var fields = HTTPFields()
      for (name, value) in texts {
        guard let name = HTTPField.Name(name) else { continue }
        fields.append(HTTPField(name: name, value: value))
      }
      return MockCall(
        method: "GET", target: .originForm, scheme: "http", host: "api.example.com", port: nil, path: path, query: nil,
        fields: fields)
    }
  }

  private func calls(_ sender: Sender) -> [Received] {
    project.stream.enumerated().map { number, call in
      Received(
        path: call.call.path,
        fields: [
          ("Host", "api.example.com"), ("Accept", "*/*"), ("Accept-Encoding", "gzip, br"), ("User-Agent", "test/1"),
          (sender.name, sender.value(number)),
        ])
    }
  }

  // MARK: - Over the server

  private func served() throws -> Table {
    var table = Table(
      "Sessions: mockspec serve, 1 KB over 64 persistent connections",
      columns: ["calls", "requests", "ratio", "processor time per request", "ratio", "memory growth"])
    guard let wrk = Rival.wrk.path else {
      table.note(Rival.wrk.isMissing)
      return table
    }
    let senders = [
      Sender(title: "with X-Request-Id", name: "X-Request-Id"),
      Sender(title: "in one session", name: "Mockspec-Session"),
      Sender(title: "in one session, by baggage", name: "baggage", prefix: "mockspec-session="),
      Sender(title: "in 100 sessions", name: "Mockspec-Session", sessions: 100),
      Sender(title: "in 1,000 sessions", name: "Mockspec-Session", sessions: 1000),
    ]
    let answers = ServedReplies(pathCount: 1)
    let specs = paths.scratch("sessions-served")
    try answers.writeSpecs(to: specs)
    let rounds = isShort ? 1 : 9
    let all = try senders.map { sender in
      let script = paths.scratch("\(sender.name)-\(sender.sessions).lua")
      try Data(sender.script(answers.paths[0]).utf8).write(to: URL(fileURLWithPath: script))
      return (server: try RunningServer.mockspec(paths, specs: specs, path: answers.paths[0]), script: script)
    }
    defer { for (server, _) in all { server.end() } }
    let memory = try all.map { try $0.server.process.residentBytes() }
    var runs = all.map { _ in WrkRuns() }
    for round in 0...rounds {
      for (index, (server, script)) in all.enumerated() {
        // The first round fills the journals.
        let seconds = round > 0 || isShort ? 1 : 4
        let run = try WrkRun(wrk, server, path: answers.paths[0], script: script, seconds: seconds, paths)
        if round > 0 { runs[index].add(run) }
      }
    }
    for (index, measured) in runs.enumerated() {
      let growth = try all[index].server.process.residentBytes() - memory[index]
      table.add(
        senders[index].title, measured.rate.perSecond(), (measured.rate / runs[0].rate).ratio,
        measured.processor.seconds(), (measured.processor / runs[0].processor).ratio, "\((growth / 1e6).brief) MB")
    }
    table.note("journals take at most 67 MB")
    return table
  }

  // MARK: - Memory

  /// The memory of sessions without calls, and the time of a reload for each.
  private func memory() throws -> Table {
    var table = Table(
      "Sessions: \(memoryCount.grouped) without calls", columns: ["memory per session", "reload per session"])
    let engine = MockEngine(sets)
    let ids = try (0..<memoryCount).map { try SessionID("checkout-with-a-longer-name-\($0)") }
    let before = allocated_bytes()
    for id in ids { try engine.beginSession(id) }
    let bytes = Double(allocated_bytes() - before) / Double(memoryCount)
    let watch = Stopwatch()
    engine.replace(with: sets)
    table.add("\(Int(bytes).grouped) bytes", (watch.seconds / Double(memoryCount)).seconds)
    return table
  }
}

extension SessionFigure.Sender {
  /// A script for `wrk` whose calls name the sessions in turn.
  fileprivate func script(_ path: String) -> String {
    """
    local requests = {}
    local turn = 0
    function init()
      for number = 1, \(sessions) do
        requests[number] = wrk.format('GET', '\(path)', {['\(name)'] = '\(prefix)checkout-' .. number})
      end
    end
    function request()
      turn = turn % \(sessions) + 1
      return requests[turn]
    end
    """
  }
}
