import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A delegate that answers later.
extension RedirectTests {
  struct Waiting {
    let task: URLSessionTask
    let recorder: TaskRecorder
    let request: URLRequest
    let answer: @Sendable (URLRequest?) -> Void
  }

  /// Loads a request until its delegate is asked about a redirect.
  func waiting(_ request: URLRequest) async -> Waiting {
    typealias Question = (URLRequest, @Sendable (URLRequest?) -> Void)
    let (questions, ask) = AsyncStream.makeStream(of: Question.self)
    let recorder = TaskRecorder(redirect: { ask.yield(($0, $1)) })
    let session = URLSession(
      configuration: site.mocks.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    let task = session.dataTask(with: request)
    task.resume()
    let (request, answer) = await questions.first { _ in true }!
    return Waiting(task: task, recorder: recorder, request: request, answer: answer)
  }

  /// Waits for another load, which ends after what URLSession's queue already contains.
  func passTime() async {
    _ = await Loading(form: .async).run(URLRequest(url: site.url("/loop/3")), in: site.mocks)
  }

  @Test func `a delegate may answer later, on any thread, and only its first answer counts`() async {
    // The timeout doesn't limit how long the delegate takes.
    var request = site.redirect(302, "/end")
    request.timeoutInterval = 0.05
    let waiting = await waiting(request)
    let environment = environment(then: .reply("later", delay: .milliseconds(100)))
    _ = await Loading().run(URLRequest("/b"), in: environment)
    var chosen = waiting.request
    chosen.timeoutInterval = 600
    await Task.detached { [chosen] in
      waiting.answer(chosen)
      waiting.answer(nil)
    }.value
    let answer = await waiting.recorder.answer
    #expect(answer.body == Data("GET /end [] ".utf8))
    #expect(answer.error == nil)
    waiting.answer(nil)
    await passTime()
    #expect(waiting.recorder.current.events.count == 4)
  }

  @Test func `the delegate is called on the session's delegate queue, also that of a single task`() async {
    let queue = OperationQueue()
    queue.name = "redirects"
    let notes = Notes()
    let recorder = TaskRecorder(redirect: {
      notes.add(OperationQueue.current?.name ?? "")
      $1($0)
    })
    let session = URLSession(configuration: site.mocks.sessionConfiguration(), delegate: nil, delegateQueue: queue)
    let data = await withCheckedContinuation { continuation in
      let task = session.dataTask(with: site.redirect(302, "/end")) { data, _, _ in continuation.resume(returning: data)
      }
      task.delegate = recorder
      task.resume()
    }
    #expect(data == Data("GET /end [] ".utf8))
    #expect(notes.all == ["redirects"])
  }

  @Test(arguments: [true, false])
  func `a cancellation while the delegate is asked ends the task`(answersFirst: Bool) async {
    let waiting = await waiting(site.redirect(302, "/end"))
    if !answersFirst {
      waiting.task.cancel()
      #expect((await waiting.recorder.answer.error as? URLError)?.code == .cancelled)
    }
    waiting.answer(waiting.request)
    if answersFirst {
      waiting.task.cancel()
      let error = await waiting.recorder.answer.error
      #expect(error == nil || (error as? URLError)?.code == .cancelled)
    }
    await passTime()
    #expect(waiting.recorder.current.events.filter { $0 == "complete" }.count == 1)
  }

  @Test func `a task suspended while the delegate is asked goes on when it is resumed`() async {
    let waiting = await waiting(site.redirect(302, "/end"))
    waiting.task.suspend()
    waiting.answer(waiting.request)
    await passTime()
    #expect(waiting.recorder.current.events.count == 1)
    waiting.task.resume()
    #expect(await waiting.recorder.answer.body == Data("GET /end [] ".utf8))
  }
}
