import Foundation
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Many calls at once that are sent on to a real server, and cancelled, suspended and invalidated at random moments.
/// `MOCKSPEC_STRESS` sets how many, `MOCKSPEC_SEED` which ones.
@Suite(.timeLimit(.minutes(60)))
struct ForwardingStressTests {
  static let count =
    ProcessInfo.processInfo.environment["MOCKSPEC_STRESS"].flatMap { Int($0) }
    ?? TestScale.count(1_000, long: 3_000)

  /// One call, and what happens to it at a random moment.
  struct Attempt: Sendable, CustomStringConvertible {
    enum Kind: CaseIterable {
      case data, upload, uploadFile, uploadStream, download

      var isUpload: Bool { self != .data && self != .download }
    }
    enum Disturbance: Sendable, Equatable {
      case none
      case cancellationBeforeStart
      case cancellation(after: Duration)
      /// Of a task that doesn't end by itself, which is then cancelled: URLSession on Linux traps if a task is suspended in
      /// the moment in which it ends.
      case suspension(after: Duration, for: Duration)
      /// Of a session whose only task doesn't end by itself: URLSession on Linux reads its tasks without synchronization.
      case invalidation(after: Duration)

      var ends: Bool {
        switch self {
        case .none: false
        case .cancellationBeforeStart, .cancellation, .suspension, .invalidation: true
        }
      }
    }

    let path: String
    let isPassedThrough: Bool
    let disturbance: Disturbance
    let form: Form
    let kind: Kind

    init(using dice: inout SeededGenerator) {
      let paths = ["/a", "/pieces", "/redirect", "/unauthorized", "/keep", "/reset", "/slow", "/endless"]
      path = paths.randomElement(using: &dice)!
      isPassedThrough = Bool.random(using: &dice)
      form = Form.allCases.randomElement(using: &dice)!
      kind = form == .delegate ? Kind.allCases.randomElement(using: &dice)! : .data
      let ends = path != "/slow" && path != "/endless"
      let pause = Duration.microseconds(Int.random(in: 0..<20_000, using: &dice))
      // Suspending uploads traps in URLSession on Linux, also without mocks.
      let canPause = form != .async && !kind.isUpload
      disturbance =
        switch Int.random(in: 0..<6, using: &dice) {
        case 0 where ends, 1 where ends: .none
        case 2 where !ends && canPause:
          .suspension(after: pause, for: .microseconds(Int.random(in: 0..<5_000, using: &dice)))
        case 3: .cancellationBeforeStart
        case 4 where !ends && form != .async: .invalidation(after: pause)
        case 5: .cancellation(after: pause / 10)
        default: .cancellation(after: pause)
        }
    }

    var description: String {
      "\(kind) \(form) \(path) \(isPassedThrough ? "passed through" : "forwarded"), \(disturbance)"
    }

    func isRight(_ answer: Form.Outcome) -> Bool {
      if let error = answer.error as? URLError {
        return disturbance.ends && error.code == .cancelled || path == "/reset" && error.code != .cancelled
      }
      let body = String(decoding: answer.body, as: UTF8.self)
      switch path {
      case "/pieces": return body == LoopbackServer.pieces
      case "/redirect": return body.hasPrefix("real ") && body.contains(" /final ")
      case "/unauthorized": return answer.response?.statusCode == 401 && body == "who?"
      case "/a", "/keep":
        return body.hasPrefix("real ") && body.contains(" \(path) ")
          && body.contains("payload") == kind.isUpload
      default: return false
      }
    }
  }

  let server: LoopbackServer
  let environment: InterceptionEnvironment
  private let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

  init() throws {
    let server = try LoopbackServer()
    self.server = server
    let origin = Origin(scheme: "http", host: "127.0.0.1", port: Int(server.port))
    environment = InterceptionEnvironment(
      timeout: { .seconds(300) }, decide: { .outcome($0.fields.hasControlFields ? .passThrough : .forward(origin)) })
    try Data("payload".utf8).write(to: file)
  }

  @Test func `every call ends once, with its own answer or as cancelled`() async throws {
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
    try FileManager.default.removeItem(at: file)
    withExtendedLifetime(environment) {}
  }

  private func perform(_ attempt: Attempt) async -> Form.Outcome {
    var request = server.request(attempt.path, method: attempt.kind.isUpload ? "POST" : "GET")
    if attempt.isPassedThrough { request.setValue("A=B", forHTTPHeaderField: "Mockspec-Response") }
    let configuration = environment.sessionConfiguration()
    switch attempt.form {
    case .delegate:
      let recorder = TaskRecorder(upload: Data("payload".utf8))
      let session = URLSession(configuration: configuration, delegate: recorder, delegateQueue: nil)
      let task =
        switch attempt.kind {
        case .data: session.dataTask(with: request)
        case .upload: session.uploadTask(with: request, from: Data("payload".utf8))
        case .uploadFile: session.uploadTask(with: request, fromFile: file)
        case .uploadStream: session.uploadTask(withStreamedRequest: request)
        case .download: session.downloadTask(with: request) as URLSessionTask
        }
      task.resume()
      disturb(task, session, attempt.disturbance)
      let answer = await recorder.answer
      if !attempt.disturbance.ends { session.finishTasksAndInvalidate() }
      return answer
    case .completionHandler:
      let session = URLSession(configuration: configuration)
      return await withCheckedContinuation { continuation in
        let task = session.dataTask(with: request) { body, response, error in
          continuation.resume(
            returning: Form.Outcome(body: body ?? Data(), response: response as? HTTPURLResponse, error: error))
        }
        task.resume()
        disturb(task, session, attempt.disturbance)
      }
    case .async:
      let load = Task { [request] in await attempt.form.load(request, configuration) }
      switch attempt.disturbance {
      case .cancellationBeforeStart: load.cancel()
      case .cancellation(let pause): later(pause) { load.cancel() }
      case .none, .suspension, .invalidation: break
      }
      return await load.value
    }
  }

  private func disturb(_ task: URLSessionTask, _ session: URLSession, _ disturbance: Attempt.Disturbance) {
    switch disturbance {
    case .none: break
    case .cancellationBeforeStart: task.cancel()
    case .cancellation(let pause): later(pause) { task.cancel() }
    case .invalidation(let pause): later(pause) { session.invalidateAndCancel() }
    case .suspension(let pause, let duration):
      later(pause) {
        task.suspend()
        later(duration) {
          task.resume()
          later(duration) { task.cancel() }
        }
      }
    }
  }

  /// Any moment will do; the result must be right for all.
  private func later(_ pause: Duration, _ action: @escaping @Sendable () -> Void) {
    DispatchQueue.global().asyncAfter(deadline: .now() + pause.dispatchInterval, execute: action)
  }
}
