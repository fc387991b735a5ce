import Foundation
import Serving

/// Compares what the engines answer with what a cold load of the tree answers, while nothing changes.
struct Settler: Sendable {
  let shared: Shared
  let served: Served
  let intercepted: Intercepted
  private let deadline = Duration.seconds(5)

  /// Waits until both engines answer what is on disk.
  ///
  /// - Parameter extras: The names that may be absent, and whether they exist.
  /// - Returns: The time that it took.
  func settle(extras: [String: Bool]) async throws -> Duration {
    let start = ContinuousClock.now
    let expected: [String: Outcome]
    do {
      let cold = try await Intercepted(tree: shared.tree, watch: false)
      expected = await answers { await cold.ask($0) }
      cold.end()
    } catch {
      shared.oracle.fail("a cold load fails, though the tree is valid: \(error)")
      return .zero
    }
    for (name, answer) in expected where !isWritten(answer, name, exists: extras[name] ?? true) {
      let current = shared.oracle.current(name) ?? 0
      shared.oracle.fail("a cold load answers \(answer) for \(name), not version \(current)")
    }
    await wait(for: expected)
    guard shared.oracle.failure == nil else { return .zero }
    shared.oracle.noteSettled(present: Set(expected.filter { $0.value != .notFound }.keys))
    shared.log.note("settled")
    return ContinuousClock.now - start
  }

  private func isWritten(_ answer: Outcome, _ name: String, exists: Bool) -> Bool {
    switch answer {
    case .body(let bytes): exists && Record.version(of: bytes, named: name) == shared.oracle.current(name)
    case .notFound: !exists
    case .failure: false
    }
  }

  /// Returns all answers of an engine.
  private func answers(_ ask: (String) async -> Outcome) async -> [String: Outcome] {
    var answers: [String: Outcome] = [:]
    for name in shared.oracle.names { answers[name] = await ask(name) }
    return answers
  }

  /// The present answers of both engines.
  func snapshot() async throws -> [Engine: [String: Outcome]] {
    let port = served.server.port
    let names = shared.oracle.names
    let server = try await onThread {
      let connection = try KeptConnection(port: port)
      return names.reduce(into: [String: Outcome]()) { $0[$1] = connection.ask($1) }
    }
    return [.server: server, .interceptor: await answers { await intercepted.ask($0) }]
  }

  /// Waits until the server answers what is on disk, while one file has errors. The answers of its requests stay, and all of
  /// the interceptor.
  func followAll(but held: [String], _ before: [Engine: [String: Outcome]]) async throws {
    let end = ContinuousClock.now + deadline
    var late: String?
    var rounds = 0
    repeat {
      rounds += 1
      let after = try await snapshot()
      late = nil
      for engine in Engine.allCases {
        for (name, answer) in after[engine]! where answer != before[engine]![name] {
          if engine == .server, !held.contains(name) { continue }
          let expected = before[engine]![name]!
          shared.oracle.fail("\(engine), \(name): \(answer) while the tree has errors; last good: \(expected)")
        }
      }
      for (name, answer) in after[.server]! where !held.contains(name) {
        let exists = answer != .notFound || before[.server]![name] != .notFound
        if !isWritten(answer, name, exists: exists) { late = "\(name): \(answer) while another file has errors" }
      }
      // The interceptor reads the files at its own time.
    } while (late != nil || rounds < 5) && .now < end && shared.oracle.failure == nil
    if let late { shared.oracle.fail("server, \(late), after \(deadline)") }
  }

  /// Waits until both engines give some answers.
  private func wait(for expected: [String: Outcome]) async {
    let end = ContinuousClock.now + deadline
    let port = served.server.port
    async let server: Void = try onThread {
      let connection = try KeptConnection(port: port)
      wait(.server, expected, until: end) { connection.ask($0) }
    }
    await wait(.interceptor, expected, until: end) { await intercepted.ask($0) }
    do { try await server } catch { shared.oracle.fail("the server can't be reached: \(error)") }
  }

  private func wait(
    _ engine: Engine, _ expected: [String: Outcome], until end: ContinuousClock.Instant, _ ask: (String) -> Outcome
  ) {
    for (name, answer) in expected {
      while shared.oracle.failure == nil {
        let question = shared.oracle.question(for: engine, name)
        let found = ask(name)
        shared.oracle.check(found, to: question)
        if found == answer { break }
        if .now > end { failLate(engine, name, found, answer) }
        usleep(1000)
      }
    }
  }

  private func wait(
    _ engine: Engine, _ expected: [String: Outcome], until end: ContinuousClock.Instant,
    _ ask: (String) async -> Outcome
  ) async {
    for (name, answer) in expected {
      while shared.oracle.failure == nil {
        let question = shared.oracle.question(for: engine, name)
        let found = await ask(name)
        shared.oracle.check(found, to: question)
        if found == answer { break }
        if .now > end { failLate(engine, name, found, answer) }
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  private func failLate(_ engine: Engine, _ name: String, _ found: Outcome, _ expected: Outcome) {
    shared.oracle.fail("\(engine), \(name): after \(deadline) still \(found), expected \(expected)")
  }
}

/// Runs blocking code on a thread of its own.
func onThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result { try body() }) }
  }
}
