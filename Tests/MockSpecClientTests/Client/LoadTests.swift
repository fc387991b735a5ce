import Foundation
import HTTPTypes
import MockSpecClient
import Synchronization
import TestSupport
import Testing

/// Many concurrent calls, of which some are cancelled at random moments, while their credentials expire.
///
/// `MOCKSPEC_CLIENT_CALLS` sets their number. `Tests/Benchmarks/run client` measures the memory that they take.
@Suite(.timeLimit(.minutes(20)))
struct LoadTests {
  /// A server whose token expires after a number of responses.
  private final class ExpiringSite: Sendable {
    struct State {
      /// The number of responses after which the token expires.
      var lifetime = 1
      var generation = 0
      var refreshCount = 0
      var answers: [String: Int] = [:]
      var refusedCount = 0
      var answerCount = 0
      /// Calls that are cancelled when their request arrives.
      var doomed: [String: @Sendable () -> Void] = [:]
    }

    let state = Mutex(State())
    /// The number of tokens that expire. The last one doesn't, so that each that does is refreshed.
    static let generations = 4

    func answer(_ request: HTTPServer.Request, _ socket: TCPSocket) throws -> Bool {
      let (isRight, cancel) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
        guard request["Authorization"] == "Bearer \(state.generation)" else {
          state.refusedCount += 1
          return (false, nil)
        }
        state.answers[request.target, default: 0] += 1
        state.answerCount += 1
        if state.answerCount % state.lifetime == 0, state.generation < Self.generations { state.generation += 1 }
        return (true, state.doomed.removeValue(forKey: request.target))
      }
      cancel?()
      try socket.reply(isRight ? 200 : 401, [], isRight ? request.target : "", to: request)
      return true
    }

    func refresh() async -> AccessToken {
      // Others come to wait meanwhile.
      for _ in 0..<100 { await Task.yield() }
      return state.withLock { state in
        state.refreshCount += 1
        return .bearer("\(state.generation)")
      }
    }
  }

  private let site = ExpiringSite()
  private let server: HTTPServer
  private let tokens: AccessTokenMiddleware
  private let client: ServiceClient<Site>
  private let running: Running

  /// The number of calls that have begun and not ended.
  private final class Running: Sendable { let count = Mutex(0) }

  init() throws {
    let (site, running) = (site, Running())
    self.running = running
    server = try HTTPServer(records: false) { try site.answer($0, $1) }
    tokens = AccessTokenMiddleware(retryLimit: ExpiringSite.generations) { _ in await site.refresh() }
    let activity = ActivityMiddleware { activity, _ in running.count.withLock { $0 += activity == .began ? 1 : -1 } }
    client = ServiceClient.test([activity, tokens], connections: 32)
  }

  private func run(_ count: Int, seed: Int) async throws {
    site.state.withLock { $0 = ExpiringSite.State(lifetime: count / 8) }
    tokens.token = .bearer("0")
    var dice = SeededGenerator(seed: seed)
    var calls: [(RunningCall, isDoomed: Bool)] = []
    for index in 0..<count {
      let path: RequestPath = "/\(index)"
      switch Int.random(in: 0..<10, using: &dice) {
      case 0:
        // Cancelled at any moment.
        let call = client.start(Site(server, path))
        let delay = Int.random(in: 0..<2_000, using: &dice)
        Task {
          for _ in 0..<delay { await Task.yield() }
          call.cancel()
        }
        calls.append((call, true))
      case 1:
        // Cancelled as its request arrives.
        let gate = Mutex<RunningCall?>(nil)
        site.state.withLock { $0.doomed[path.encoded] = { gate.withLock { $0 }?.cancel() } }
        let call = client.start(Site(server, path))
        gate.withLock { $0 = call }
        calls.append((call, true))
      default:
        calls.append((client.start(Site(server, path)), false))
      }
    }
    var cancelledCount = 0
    for (index, (call, isDoomed)) in calls.enumerated() {
      do throws(ServiceError) {
        let text = try await call.response.text()
        #expect(text == "/\(index)")
      } catch {
        #expect(isDoomed && error.isCancelled, "\(error), seed \(seed)")
        cancelledCount += 1
      }
    }
    let state = site.state.withLock { $0 }
    #expect(state.refreshCount == ExpiringSite.generations, "seed \(seed)")
    #expect(state.answers.values.allSatisfy { $0 == 1 }, "seed \(seed)")
    #expect(state.answerCount >= count - cancelledCount, "seed \(seed)")
    #expect(cancelledCount > 0)
    #expect(running.count.withLock { $0 } == 0)
  }

  @Test func `no call is lost or sent twice, and each expiry has one refresh`() async throws {
    let calls = ProcessInfo.processInfo.environment["MOCKSPEC_CLIENT_CALLS"].flatMap { Int($0) }
    try await run(calls ?? 1_000, seed: 1)
  }
}
