import Foundation
import MockSpecURLSession
import Serving
import Synchronization
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The calls of one run, and what is found wrong.
final class Storm: Sendable {
  private struct State {
    var next = 0
    var ended: [String: Int] = [:]
    var wrong: [String] = []
    /// When each worker's call began.
    var running: [Int: (what: String, since: ContinuousClock.Instant)] = [:]
    var warm: Int?
  }

  private let options: Options
  private let backend: Backend
  private let server: Backend?
  private let mocks: MockInterceptor?
  private let folder: TemporaryFolder
  private let file: URL
  private let state = Mutex(State())
  /// Longer than any call takes.
  private let patience = Duration.seconds(20)

  init(_ options: Options) async throws {
    self.options = options
    folder = try TemporaryFolder(["upload": String(repeating: "upload ", count: 5_000)])
    file = URL(filePath: folder.path + "/upload")
    backend = try Backend(options.program, Outcome.backendSpec)
    if options.isPlain {
      server = try Backend(options.program, Outcome.spec(backend: backend.origin))
      mocks = nil
    } else {
      server = nil
      let mocks = try await MockInterceptor(specs: .inline(Outcome.spec(backend: backend.origin)))
      try mocks.add(
        MockedRequest("closure", "/closure/{name}") {
          MockedResponse("R") { call in
            await Task.yield()
            return MockReply(text: call.pathParameters["name"] ?? "none")
          }
        },
        MockedRequest("slow closure", "/slow/closure/{name}") {
          MockedResponse("R") { _ in
            try await Task.sleep(for: .seconds(1))
            return MockReply()
          }
        })
      self.mocks = mocks
    }
  }

  /// Ends the servers.
  func end() {
    backend.end()
    server?.end()
  }

  /// Returns whether nothing was wrong.
  func run() async -> Bool {
    let start = ContinuousClock.now
    let watch = Task { await watchForHangs() }
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<options.atOnce { group.addTask { await self.work(worker) } }
    }
    watch.cancel()
    let state = state.withLock { $0 }
    for (name, count) in state.ended.sorted(by: { $0.key < $1.key }) { print("  \(name): \(count)") }
    for wrong in state.wrong.prefix(20) { print("WRONG \(wrong)") }
    let seconds = Int((ContinuousClock.now - start) / .seconds(1))
    print("\(options.calls) calls in \(seconds) s, seed \(options.seed), \(state.wrong.count) wrong")
    let memory = Self.residentBytes
    let warm = state.warm ?? memory
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
    print("memory: \(warm >> 10) KB after a tenth of the calls, \(memory >> 10) KB at the end; \(threads) threads")
    return state.wrong.isEmpty
  }

  private func work(_ worker: Int) async {
    var dice = SeededGenerator(seed: options.seed &* 1_000 &+ UInt64(worker))
    var session = newSession()
    var sequence = SequencePosition()
    while let number = nextNumber() {
      let call = call(number, worker, &dice)
      let (outcome, name) = call.what
      state.withLock { $0.running[worker] = ("\(outcome) \(call.call)", .now) }
      let ending = await call.call.ending(in: session)
      let isNext = outcome != .sequence || sequence.isNext(ending, name)
      check(ending, of: call.call, outcome, name, isNext)
      if call.call.fate == .invalidate {
        session = newSession()
      } else if dice.once(in: 200) {
        session.finishTasksAndInvalidate()
        session = newSession()
      }
    }
    session.finishTasksAndInvalidate()
    _ = state.withLock { $0.running.removeValue(forKey: worker) }
  }

  private func nextNumber() -> Int? {
    state.withLock { state in
      guard state.next < options.calls, state.wrong.count < 20 else { return nil }
      state.next += 1
      if state.next == options.calls / 10 { state.warm = Self.residentBytes }
      return state.next
    }
  }

  private func newSession() -> URLSession {
    URLSession(
      configuration: mocks?.sessionConfiguration() ?? .ephemeral, delegate: Collector(), delegateQueue: nil)
  }

  private func call(
    _ number: Int, _ worker: Int, _ dice: inout SeededGenerator
  ) -> (call: Call, what: (Outcome, String)) {
    let drawn = dice.pick(options.outcomes)
    // Only a few workers have a session of their own, without large bodies: each has a journal, which takes memory.
    let outcome = drawn == .sequence && worker >= 4 ? .reply : drawn
    let name = "\(worker)-\(number)"
    // Calls that pass through go to the server itself.
    let origin = options.isPlain ? server!.origin : outcome == .passthrough ? backend.origin : "http://storm.example"
    let form = dice.pick(Form.allCases.filter { outcome != .sequence || !$0.isUpload })
    let fate = dice.once(in: 4) ? form.isAsync ? .cancel : dice.pick(Fate.allCases) : nil
    let pause = Duration.microseconds(dice.once(in: 3) ? 0 : Int.random(in: 0..<6_000, using: &dice))
    // A call must not end while its session is invalidated: see README.md.
    let speed = fate == .invalidate ? "/slow" : ""
    var request = URLRequest(url: URL(string: "\(origin)\(speed)/\(outcome.rawValue)/\(name)")!)
    if form.isUpload { request.httpMethod = "POST" }
    if outcome == .sequence {
      let isBaggage = dice.once(in: 2)
      request.setValue(
        isBaggage ? "mockspec-session=storm-\(worker)" : "storm-\(worker)",
        forHTTPHeaderField: isBaggage ? "baggage" : "Mockspec-Session")
    }
    return (Call(request: request, form: form, fate: fate, pause: pause, file: file), (outcome, name))
  }

  private func check(_ ending: Ending, of call: Call, _ outcome: Outcome, _ name: String, _ isNext: Bool) {
    let code = (ending.error as? URLError)?.code
    let expected = outcome == .template ? Data("{\"name\":\"\(name)\"}".utf8) : outcome.body(name)
    let isRight: Bool
    if ending.error == nil {
      isRight = outcome.error == nil && (outcome == .sequence ? isNext : ending.body == expected)
    } else if code == .cancelled || ending.error is CancellationError {
      isRight = call.fate == .cancel || call.fate == .invalidate
    } else {
      isRight = code == outcome.error
    }
    state.withLock { state in
      state.ended[
        "\(outcome) \(ending.error == nil ? "answered" : code == .cancelled ? "cancelled" : "failed")", default: 0] += 1
      if !isRight {
        let body = String(decoding: ending.body.prefix(100), as: UTF8.self)
        state.wrong.append(
          "\(outcome) \(name) \(call.form) \(call.fate.map { "\($0)" } ?? "-") \(ending.error.map { "\($0)" } ?? body)")
      }
    }
  }

  private func watchForHangs() async {
    while !Task.isCancelled {
      try? await Task.sleep(for: .seconds(1))
      let hung = state.withLock { state in state.running.values.filter { .now - $0.since > patience } }
      guard !hung.isEmpty else { continue }
      for call in hung { print("HANGS \(call.what)") }
      exit(1)
    }
  }

  private static var residentBytes: Int {
    let pages = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8))?.split(separator: " ") ?? []
    return (pages.count > 1 ? Int(pages[1]) ?? 0 : 0) * 4096
  }
}

/// The position of the sequence in the session of a worker.
struct SequencePosition {
  private var last = 0
  /// The number of calls without an answer since then. Each may have consumed a step.
  private var unanswered = 0

  /// Returns whether a call was answered with the next step, or failed.
  mutating func isNext(_ ending: Ending, _ name: String) -> Bool {
    let words = String(decoding: ending.body, as: UTF8.self).split(separator: " ")
    guard ending.error == nil, words.count == 2, words[0] == name, let step = Int(words[1]) else {
      unanswered += 1
      return ending.error != nil
    }
    defer { (last, unanswered) = (step, 0) }
    return (step - last - 1 + Outcome.stepCount) % Outcome.stepCount <= unanswered
  }
}

/// A running server of one spec.
final class Backend: Sendable {
  let origin: String
  private let server: ServerProcess
  private let folder: TemporaryFolder

  init(_ program: String, _ spec: String) throws {
    folder = try TemporaryFolder(["specs/storm.mock.yaml": spec])
    server = try ServerProcess([program, "serve", folder["specs"], "--port", "0"], log: folder["log"])
    origin = "http://127.0.0.1:\(server.port)"
  }

  func end() { _ = server.end() }
}
