import Foundation
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Delays, timeouts, suspension and cancellation.
///
/// Nothing here sleeps. Where something must *not* happen by a certain time, a mock with a longer delay says when that
/// time is over. Suspending and cancelling queue up behind `resume`, so a task that has been resumed is already waiting
/// then, and has a second to do so.
@Suite(.timeLimit(.minutes(20)))
struct WaitingTests {
  /// `/200` answers after 200 ms; every decision is announced.
  final class Delays: Sendable {
    let environment: InterceptionEnvironment
    let decided: AsyncStream<String>

    init() {
      let (decided, announce) = AsyncStream.makeStream(of: String.self)
      self.decided = decided
      environment = InterceptionEnvironment { request in
        announce.yield(request.path)
        return .reply("answer", delay: .milliseconds(Int(request.path.dropFirst())!))
      }
    }

    var configuration: URLSessionConfiguration { environment.sessionConfiguration() }

    func pass(milliseconds: Int) async throws {
      _ = try await URLSession(configuration: configuration).data(for: URLRequest("/\(milliseconds)"))
    }
  }

  let delays = Delays()

  @Test(arguments: Form.allCases)
  func `nothing arrives before the delay is over`(form: Form) async {
    let start = ContinuousClock.now
    let answer = await form.load(URLRequest("/80"), delays.configuration)
    #expect(ContinuousClock.now - start >= .milliseconds(80))
    #expect(answer.body == Data("answer".utf8))
  }

  @Test(arguments: Form.allCases)
  func `an error waits, too`(form: Form) async {
    let environment = InterceptionEnvironment { _ in .failure(.urlError(.timedOut), delay: .milliseconds(50)) }
    let start = ContinuousClock.now
    let answer = await form.load(URLRequest("/"), environment.sessionConfiguration())
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    #expect((answer.error as? URLError)?.code == .timedOut)
    withExtendedLifetime(environment) {}
  }

  @Test(arguments: Form.allCases)
  func `a timeout shorter than the delay ends the request`(form: Form) async throws {
    let start = ContinuousClock.now
    let answer = await form.load(URLRequest("/60000", timeout: 0.1), delays.configuration)
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    let error = try #require(answer.error as? URLError)
    #expect(error.code == .timedOut)
    #expect(error.failingURL == (URLError.Code.timedOut.namesURL ? URL(string: "https://api.example.com/60000") : nil))
  }

  @Test func `the session's timeout holds where the request has none of its own`() async {
    let configuration = delays.configuration
    configuration.timeoutIntervalForRequest = 0.1
    // What a request has that was given none.
    let answer = await Form.async.load(URLRequest("/60000", timeout: 60), configuration)
    #expect((answer.error as? URLError)?.code == .timedOut)
  }

  @Test(arguments: [0, -1, .infinity, 1e300])
  func `a timeout that is no time never ends a request`(timeout: TimeInterval) async {
    let answer = await Form.async.load(URLRequest("/20", timeout: timeout), delays.configuration)
    #expect(answer.body == Data("answer".utf8))
  }

  @Test(arguments: [Form.completionHandler, .delegate])
  func `a task cancelled while it waits ends as cancelled`(form: Form) async {
    let decided = delays.decided
    let answer = await form.load(URLRequest("/60000"), delays.configuration) { task in
      Task {
        for await _ in decided { break }
        task.cancel()
      }
    }
    #expect((answer.error as? URLError)?.code == .cancelled)
    #expect(answer.events.filter { $0 != "complete" }.isEmpty)
  }

  @Test func `an async request cancelled while it waits throws`() async throws {
    let request = Task { [delays] in
      try await URLSession(configuration: delays.configuration).data(for: URLRequest("/60000"))
    }
    for await _ in delays.decided { break }
    request.cancel()
    let error = await #expect(throws: URLError.self) { try await request.value }
    #expect(error?.code == .cancelled)
  }

  @Test func `a delegate hears nothing after a cancellation`() async throws {
    let recorder = TaskRecorder()
    let session = URLSession(configuration: delays.configuration, delegate: recorder, delegateQueue: nil)
    let task = session.dataTask(with: URLRequest("/1000"))
    task.resume()
    task.cancel()
    _ = await recorder.answer
    try await delays.pass(milliseconds: 1_200)
    #expect(recorder.current.events == ["complete"])
  }

  @Test func `a suspended task waits to be resumed`() async throws {
    let recorder = TaskRecorder()
    let session = URLSession(configuration: delays.configuration, delegate: recorder, delegateQueue: nil)
    let task = session.dataTask(with: URLRequest("/1000"))
    task.resume()
    task.suspend()
    try await delays.pass(milliseconds: 1_200)
    #expect(recorder.current.events.isEmpty)
    #expect(task.state == .suspended)
    task.resume()
    #expect(await recorder.answer.events == ["response", "data", "complete"])
  }

  @Test func `the timeout stands still while a task is suspended`() async throws {
    let recorder = TaskRecorder()
    let session = URLSession(configuration: delays.configuration, delegate: recorder, delegateQueue: nil)
    let task = session.dataTask(with: URLRequest("/1500", timeout: 1))
    task.resume()
    // The delay and the timeout begin.
    try await delays.pass(milliseconds: 100)
    task.suspend()
    try await delays.pass(milliseconds: 800)
    task.resume()
    #expect(await recorder.answer.error == nil)
  }

  @Test func `a suspended task can be cancelled`() async {
    let recorder = TaskRecorder()
    let session = URLSession(configuration: delays.configuration, delegate: recorder, delegateQueue: nil)
    let task = session.dataTask(with: URLRequest("/60000"))
    task.resume()
    task.suspend()
    task.cancel()
    #expect((await recorder.answer.error as? URLError)?.code == .cancelled)
  }
}
