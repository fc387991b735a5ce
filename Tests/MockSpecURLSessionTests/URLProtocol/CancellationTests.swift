import Foundation
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls that are cancelled as soon as they have started. Like those over a socket, none is answered.
@Suite(.timeLimit(.minutes(20)))
struct CancellationTests {
  /// How a call is cancelled.
  enum Way: CaseIterable {
    case task, uploadTask, downloadTask, delegate, session, asyncCall, asyncUpload, asyncDownload, insideCancelledTask
  }

  /// How a call would be answered.
  enum Answer: String, CaseIterable {
    case reply, closure, redirect, error
  }

  let mocks: MockInterceptor

  init() throws {
    mocks = try MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("reply", "/reply") { MockedResponse("R", text: "reply") },
      MockedRequest("closure", "/closure") { MockedResponse("R") { _ in MockReply(text: "closure") } },
      MockedRequest("redirect", "/redirect") {
        MockedResponse("R", status: 302, headers: ["Location": "/reply"])
      },
      MockedRequest("error", "/error") { MockedResponse("R", error: .timedOut) })
  }

  @Test(arguments: Way.allCases, Answer.allCases)
  func `a call that is cancelled at once always ends as cancelled`(way: Way, answer: Answer) async {
    var session = URLSession(configuration: mocks.sessionConfiguration())
    let request = URLRequest("/\(answer)", method: way == .uploadTask || way == .asyncUpload ? "POST" : "GET")
    var endings: [String: Int] = [:]
    for _ in 0..<100 {
      let error = await error(way, request, in: session)
      let isCancelled = (error as? URLError)?.code == .cancelled || error is CancellationError
      endings[isCancelled ? "cancelled" : error.map { "\($0)" } ?? "answered", default: 0] += 1
      if way == .session { session = URLSession(configuration: mocks.sessionConfiguration()) }
    }
    // The thread that calls `cancel()` can be preempted for longer than the whole call takes.
    #expect(endings["cancelled", default: 0] >= 80, "\(endings)")
  }

  @Test func `a call that is cancelled at once isn't in the journal, and consumes no step`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("search", "/search", sequence: ["First", "Second"]) {
        MockedResponse("First", text: "1")
        MockedResponse("Second", text: "2")
      })
    let session = URLSession(configuration: mocks.sessionConfiguration())
    var answered = 0
    for _ in 0..<20 where await error(.task, URLRequest("/search"), in: session) == nil { answered += 1 }
    let (body, _) = try await session.data(for: URLRequest("/search"))
    #expect(body == Data((answered == 0 ? "1" : "2").utf8))
    #expect(mocks.calls.count == answered + 1 && answered < 10)
  }

  /// Returns the error with which a call ends that is cancelled at once; `nil` if it is answered.
  private func error(_ way: Way, _ request: URLRequest, in session: URLSession) async -> (any Error)? {
    switch way {
    case .task, .uploadTask, .downloadTask, .session:
      return await withCheckedContinuation { continuation in
        let task: URLSessionTask =
          switch way {
          case .uploadTask:
            session.uploadTask(with: request, from: Data("body".utf8)) { continuation.resume(returning: $2) }
          case .downloadTask: session.downloadTask(with: request) { continuation.resume(returning: $2) }
          default: session.dataTask(with: request) { continuation.resume(returning: $2) }
          }
        task.resume()
        if way == .session { session.invalidateAndCancel() } else { task.cancel() }
      }
    case .delegate:
      let recorder = TaskRecorder()
      let session = URLSession(configuration: session.configuration, delegate: recorder, delegateQueue: nil)
      let task = session.dataTask(with: request)
      task.resume()
      task.cancel()
      return await recorder.answer.error
    case .asyncCall, .asyncUpload, .asyncDownload, .insideCancelledTask:
      let call = Task {
        if way == .insideCancelledTask { withUnsafeCurrentTask { $0?.cancel() } }
        switch way {
        case .asyncUpload: _ = try await session.upload(for: request, from: Data("body".utf8))
        case .asyncDownload: _ = try await session.download(for: request)
        default: _ = try await session.data(for: request)
        }
      }
      call.cancel()
      if case .failure(let error) = await call.result { return error }
      return nil
    }
  }
}
