import Foundation
import HTTPTypes
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(5)))
struct ThrottleTests {
  func decision(_ text: String, piece: Int, milliseconds: Int, status: Int = 200) -> Decision {
    var decision = Decision.reply(status, fields: [.contentType: "text/plain"], body: [UInt8](text.utf8))
    decision.throttle = Throttle(piece: piece, interval: .milliseconds(milliseconds))
    return decision
  }

  func load(_ form: Form, _ decision: Decision, timeout: TimeInterval = 60) async -> Form.Answer {
    let environment = InterceptionEnvironment { _ in decision }
    defer { withExtendedLifetime(environment) {} }
    return await form.load(URLRequest("/a", timeout: timeout), environment.sessionConfiguration())
  }

  @Test(arguments: Form.allCases, [200, 401])
  func `the whole body arrives, and not before its time`(form: Form, status: Int) async {
    let start = ContinuousClock.now
    let answer = await load(form, decision("0123456789", piece: 4, milliseconds: 20, status: status))
    #expect(ContinuousClock.now - start >= .milliseconds(40))
    #expect(answer.body == Data("0123456789".utf8))
    #expect(answer.response?.statusCode == status)
    #expect(answer.error == nil)
  }

  @Test func `a delegate gets each piece`() async {
    let answer = await load(.delegate, decision("0123456789", piece: 4, milliseconds: 1))
    #expect(answer.events == ["response", "data", "data", "data", "complete"])
  }

  @Test func `a timeout is about silence, not about the whole body`() async {
    let slow = await load(.delegate, decision("01234", piece: 1, milliseconds: 60), timeout: 0.2)
    #expect(slow.error == nil)
    let silent = await load(.delegate, decision("01234", piece: 1, milliseconds: 60_000), timeout: 0.1)
    #expect((silent.error as? URLError)?.code == .timedOut)
    #expect(silent.events == ["response", "data", "complete"])
  }

  @Test func `a cancelled body stops`() async throws {
    let environment = InterceptionEnvironment { [self] _ in decision("01234", piece: 1, milliseconds: 60_000) }
    let recorder = TaskRecorder()
    let session = URLSession(configuration: environment.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    let task = session.dataTask(with: URLRequest("/a"))
    task.resume()
    while recorder.current.events.count < 2 { await Task.yield() }
    task.cancel()
    #expect((await recorder.answer.error as? URLError)?.code == .cancelled)
    #expect(recorder.current.events == ["response", "data", "complete"])
    withExtendedLifetime(environment) {}
  }

  @Test(arguments: [
    (Fault.connectionReset, URLError.Code.networkConnectionLost), (.emptyResponse, .badServerResponse),
    (.truncatedBody, .networkConnectionLost), (.malformedChunk, .cannotParseResponse), (.hang, .timedOut),
  ])
  func `a fault is an error of URLSession`(fault: Fault, code: URLError.Code) async {
    let broken = Decision.outcome(
      .fault(fault, Reply(status: 200, fields: [:], body: Array("hello".utf8), isShared: true)))
    let environment = InterceptionEnvironment(timeout: { .milliseconds(30) }, decide: { _ in broken })
    let start = ContinuousClock.now
    let answer = await Form.async.load(URLRequest("/a"), environment.sessionConfiguration())
    #expect((answer.error as? URLError)?.code == code)
    #expect(fault != .hang || ContinuousClock.now - start >= .milliseconds(30))
    withExtendedLifetime(environment) {}
  }
}
