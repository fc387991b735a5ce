import Foundation
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many requests at once that are sent on to a real server, and cancelled at random moments. `MOCKSPEC_STRESS` sets how
/// many, `MOCKSPEC_SEED` which ones.
@Suite(.timeLimit(.minutes(10)))
struct ForwardingStressTests {
  static let count = ProcessInfo.processInfo.environment["MOCKSPEC_STRESS"].flatMap { Int($0) } ?? 3_000

  /// One request, and when it is cancelled.
  struct Attempt: Sendable, CustomStringConvertible {
    enum Cancellation: Sendable, Equatable {
      case never
      case beforeStart
      case after(Duration)
    }

    let path: String
    let isPassedThrough: Bool
    let cancellation: Cancellation
    let form: Form

    init(using dice: inout SeededGenerator) {
      path = ["/a", "/pieces", "/redirect", "/unauthorized", "/keep", "/slow", "/endless"].randomElement(using: &dice)!
      isPassedThrough = Bool.random(using: &dice)
      form = Form.allCases.randomElement(using: &dice)!
      let ends = path != "/slow" && path != "/endless"
      cancellation =
        switch Int.random(in: 0..<4, using: &dice) {
        case 0 where ends: .never
        case 1: .beforeStart
        case 2: .after(.microseconds(Int.random(in: 0..<2_000, using: &dice)))
        default: .after(.microseconds(Int.random(in: 0..<20_000, using: &dice)))
        }
    }

    var description: String { "\(form) \(path) \(isPassedThrough ? "passed" : "forwarded") cancelled \(cancellation)" }

    func isRight(_ answer: Form.Answer) -> Bool {
      if let error = answer.error {
        return (error as? URLError)?.code == .cancelled && cancellation != .never
      }
      switch path {
      case "/pieces": return answer.body == Data(LoopbackServer.pieces.utf8)
      case "/redirect": return answer.body == Data("real GET /final ".utf8)
      case "/unauthorized": return answer.response?.statusCode == 401 && answer.body == Data("who?".utf8)
      default: return answer.body == Data("real GET \(path) ".utf8)
      }
    }
  }

  let server: LoopbackServer
  let environment: InterceptionEnvironment

  init() throws {
    let server = try LoopbackServer()
    self.server = server
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    environment = InterceptionEnvironment(
      timeout: { .seconds(300) }, decide: { .outcome($0.fields.hasControlFields ? .passThrough : .forward(origin)) })
  }

  @Test func `every request ends, with its own answer or as cancelled`() async {
    let wrong = Notes()
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<32 {
        group.addTask {
          var dice = SeededGenerator(stream: worker)
          for _ in 0..<(Self.count / 32) {
            let attempt = Attempt(using: &dice)
            let answer = await perform(attempt)
            if !attempt.isRight(answer) { wrong.add("\(attempt): \(answer)") }
          }
        }
      }
    }
    #expect(wrong.all == [], "MOCKSPEC_SEED=\(SeededGenerator.seed)")
    withExtendedLifetime(environment) {}
  }

  private func perform(_ attempt: Attempt) async -> Form.Answer {
    var request = URLRequest(attempt.path)
    if attempt.isPassedThrough {
      request = server.request(attempt.path)
      request.setValue("A=B", forHTTPHeaderField: "Mockspec-Response")
    }
    let configuration = environment.sessionConfiguration()
    let load = Task { [request] in
      await attempt.form.load(request, configuration) { task in
        switch attempt.cancellation {
        case .never: break
        case .beforeStart: task.cancel()
        case .after(let duration): cancel(after: duration) { task.cancel() }
        }
      }
    }
    if attempt.form == .async {
      switch attempt.cancellation {
      case .never: break
      case .beforeStart: load.cancel()
      case .after(let duration): cancel(after: duration) { load.cancel() }
      }
    }
    return await load.value
  }

  /// Any moment will do; the result must be right for all.
  private func cancel(after duration: Duration, _ cancel: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + duration.dispatchInterval, execute: cancel)
  }
}
