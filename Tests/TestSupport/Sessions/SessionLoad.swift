import Foundation
import Synchronization

/// Clients of many sessions of one server, which check that each answer is the one of its own session.
///
/// Each session makes calls of the mocks and steers them by the control API, at the same time as all others, while the
/// project is reloaded. A worker's connections are shared by its sessions. It uses only HTTP, so that the server can be in
/// this process or in another one.
package final class SessionLoad: Sendable {
  package struct Options: Sendable {
    package var sessions: Int
    /// The number of calls of each session, besides those of the control API.
    package var calls: Int
    package var seed: UInt64
    package var workers: Int
    /// The start of all IDs.
    package var prefix = "s"

    package init(sessions: Int, calls: Int, seed: UInt64, workers: Int = 16) {
      (self.sessions, self.calls, self.seed, self.workers) = (sessions, calls, seed, workers)
    }
  }

  package struct Report: Sendable {
    package var calls = 0
    /// The number of calls of the control API.
    package var controlCalls = 0
    package var wrong: [String] = []

    package init() {}

    package mutating func add(_ other: Report) {
      calls += other.calls
      controlCalls += other.controlCalls
      wrong += other.wrong
    }
  }

  private struct State: Sendable {
    var written: Int
    var report = Report()
  }

  private let options: Options
  private let port: Int
  private let state: Mutex<State>

  /// - Parameters:
  ///   - port: The port of a server with the project of ``files(version:)``.
  ///   - version: The version of its project.
  package init(_ options: Options, port: Int, version: Int = 1) {
    (self.options, self.port) = (options, port)
    state = Mutex(State(written: version))
  }

  /// The files of the project in a version, by path.
  package static func files(version: Int) -> [String: String] {
    let steps = (1...LoadedSession.stepCount)
    return [
      "mockspec.yaml": """
      mockspec: 1
      defaults: {template: true, headers: {X-Version: '\(version)'}}
      scenes: {Evening: {Login: C}}
      """,
      "load.mock.yaml": """
      mockspec: 1
      requests:
        Login:
          match: GET /login
          responses: {\(["A", "B", "C"].map { "\($0): {text: 'login \($0) {{request.query.of}}'}" }.joined(separator: ", "))}
        Steps:
          match: GET /steps
          sequence: [\(steps.map { "S\($0)" }.joined(separator: ", "))]
          afterSequence: restart
          responses: {\(steps.map { "S\($0): {text: 'step \($0) {{request.query.of}}'}" }.joined(separator: ", "))}
        Own: {match: GET /own, responses: {R: {text: 'loaded {{request.query.of}}'}}}
      \(version % 2 == 0 ? "" : "  Odd: {match: GET /odd, responses: {R: {text: odd}}}")
      """,
    ]
  }

  /// Notes that a version of the project is about to be written. Call it for 2, 3 and so on.
  package func willWrite(_ version: Int) { state.withLock { $0.written = version } }

  /// The version that was written last.
  package var written: Int { state.withLock { $0.written } }

  private var hasFailed: Bool { state.withLock { $0.report.wrong.count >= 10 } }

  /// Makes all calls, and then checks that each session has the project's last version, and only its own calls.
  ///
  /// - Parameter settle: Called when all other calls are done. No version is written after it.
  package func run(settle: @escaping @Sendable () async -> Void = {}) async throws -> Report {
    let workers = (0..<options.workers).map { Worker($0, options) }
    try await perform(workers) { worker in try await self.work(worker) }
    await settle()
    if !hasFailed { try await perform(workers) { worker in try await self.finish(worker) } }
    return state.withLock { $0.report }
  }

  private func perform(_ workers: [Worker], _ body: @escaping @Sendable (Worker) async throws -> Void) async throws {
    try await withThrowingTaskGroup { group in
      for worker in workers { group.addTask { try await body(worker) } }
      try await group.waitForAll()
    }
  }

  /// The sessions of one task.
  private final class Worker: @unchecked Sendable {
    var sessions: [LoadedSession]
    var dice: SeededGenerator

    init(_ number: Int, _ options: Options) {
      dice = SeededGenerator(seed: options.seed &* 1_000 &+ UInt64(number))
      sessions = (0..<options.sessions).filter { $0 % options.workers == number }.map {
        LoadedSession("\(options.prefix)-\($0)")
      }
    }
  }

  private func work(_ worker: Worker) async throws {
    let clients = try (0..<8).map { _ in try RawClient(port: port) }
    var open = Array(worker.sessions.indices)
    while !open.isEmpty, !hasFailed {
      open.shuffle(using: &worker.dice)
      // Several calls wait for their answers at the same time, each of another session.
      var sent: [(client: RawClient, session: Int, exchange: SessionExchange)] = []
      for (client, session) in zip(clients, open) {
        let exchange = worker.sessions[session].next(&worker.dice)
        try await client.send(exchange.request)
        sent.append((client, session, exchange))
      }
      for (client, session, exchange) in sent {
        check(try await client.answer(), to: exchange, of: &worker.sessions[session])
      }
      open.removeAll { worker.sessions[$0].calls.count >= options.calls }
    }
  }

  private func finish(_ worker: Worker) async throws {
    let client = try RawClient(port: port)
    for index in worker.sessions.indices where !hasFailed {
      // A reload reaches one session after another.
      var rest = 100
      try await self.exchange(client, worker.sessions[index].settling(), of: &worker.sessions[index])
      while worker.sessions[index].version < written, rest > 0 {
        rest -= 1
        try await Task.sleep(for: .milliseconds(100))
        try await self.exchange(client, worker.sessions[index].settling(), of: &worker.sessions[index])
      }
      if rest == 0 { state.withLock { $0.report.wrong.append("\(worker.sessions[index].id) isn't reloaded") } }
      for exchange in worker.sessions[index].endings {
        try await self.exchange(client, exchange, of: &worker.sessions[index])
      }
    }
  }

  private func exchange(_ client: RawClient, _ exchange: SessionExchange, of session: inout LoadedSession) async throws
  {
    try await client.send(exchange.request)
    check(try await client.answer(), to: exchange, of: &session)
  }

  private func check(_ reply: RawReply, to exchange: SessionExchange, of session: inout LoadedSession) {
    let problem = session.problem(with: reply, to: exchange, newest: written)
    state.withLock { state in
      if exchange.isCall { state.report.calls += 1 } else { state.report.controlCalls += 1 }
      guard let problem else { return }
      state.report.wrong.append(
        "\(session.id): \(exchange.name): \(problem)\nthe session's last calls: \(session.recent.joined(separator: ", "))"
      )
    }
  }
}
