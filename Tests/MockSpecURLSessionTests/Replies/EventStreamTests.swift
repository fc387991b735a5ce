import Foundation
import MockSpec
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Streams of events in process.
@Suite(.timeLimit(.minutes(20)))
struct EventStreamTests {
  private func mocks(
    _ stream: String, _ rest: String = "", settings: MockSettings = MockSettings()
  ) async throws -> MockInterceptor {
    let spec = """
      mockspec: 1
      requests:
        A: {match: /a, responses: {R: {\(rest)stream: {format: lines, \(stream)}}}}
        B: {match: /b, responses: {R: {text: moved}}}

      """
    return try await MockInterceptor(specs: .inline(spec), settings: settings)
  }

  private func load(_ form: Form, _ stream: String, _ rest: String = "") async throws -> Form.Outcome {
    let mocks = try await mocks(stream, rest)
    defer { withExtendedLifetime(mocks) {} }
    return await form.load(URLRequest("/a"), mocks.sessionConfiguration())
  }

  private static let three = "every: 1ms, events: [{data: one}, {data: two}, {data: three}]"

  @Test func `a delegate gets each event in one call`() async throws {
    let outcome = try await load(.delegate, Self.three)
    #expect(outcome.events == ["response", "data", "data", "data", "complete"])
    #expect(outcome.body == Data("one\ntwo\nthree\n".utf8) && outcome.error == nil)
    #expect(outcome.response?.value(forHTTPHeaderField: "Content-Length") == nil)
  }

  @Test(arguments: Form.allCases, ["", "status: 401, "])
  func `the whole body arrives at the end`(form: Form, rest: String) async throws {
    let outcome = try await load(form, Self.three, rest)
    #expect(outcome.body == Data("one\ntwo\nthree\n".utf8) && outcome.error == nil)
  }

  @Test(arguments: Form.allCases)
  func `a redirect is followed when its body has arrived`(form: Form) async throws {
    #expect(
      try await load(form, Self.three, "status: 302, headers: {Location: /b}, ").body == Data("moved".utf8))
  }

  @Test(arguments: Form.allCases)
  func `a fault is the call's error after the events before`(form: Form) async throws {
    let outcome = try await load(form, "events: [{data: one}, {fault: connectionReset}]")
    #expect((outcome.error as? URLError)?.code == .networkConnectionLost)
    if form == .delegate { #expect(outcome.events == ["response", "data", "complete"]) }
  }

  @Test(arguments: [Form.async, .completionHandler], ["end: open, ", "every: 1ms, times: forever, "])
  func `without a delegate, a stream that doesn't end by itself times out`(form: Form, stream: String) async throws {
    let mocks = try await mocks(
      stream + "events: [{data: one}]", settings: MockSettings(timeout: .milliseconds(50)))
    let outcome = await form.load(URLRequest("/a"), mocks.sessionConfiguration())
    #expect((outcome.error as? URLError)?.code == .timedOut)
  }

  @Test func `without a delegate, a body of more than 64 MiB is an error`() async throws {
    let outcome = try await load(.completionHandler, "events: [{data: one}], times: 100000000")
    #expect((outcome.error as? URLError)?.code == .dataLengthExceedsMaximum)
  }

  @Test func `a stream that is sent forever ends when its task is cancelled`() async throws {
    let mocks = try await mocks("every: 1ms, times: forever, events: [{data: one}]")
    let recorder = TaskRecorder(data: { $0.cancel() })
    let session = URLSession(configuration: mocks.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    session.dataTask(with: URLRequest("/a")).resume()
    #expect((await recorder.answer.error as? URLError)?.code == .cancelled)
    #expect(mocks.calls[0].sentEvents?.end == .clientLeft)
  }

  @Test func `a task that was suspended goes on after the event before`() async throws {
    let mocks = try await mocks(Self.three)
    let recorder = TaskRecorder(data: { task in
      task.suspend()
      DispatchQueue.global().async { task.resume() }
    })
    let session = URLSession(configuration: mocks.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    session.dataTask(with: URLRequest("/a")).resume()
    let outcome = await recorder.answer
    #expect(outcome.body == Data("one\ntwo\nthree\n".utf8))
    #expect(outcome.events == ["response", "data", "data", "data", "complete"])
    #expect(mocks.calls[0].sentEvents == SentEvents(count: 3, end: .whole))
  }
}
