import Foundation
import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct ThrottleTests {
  func decision(_ text: String, piece: Int, milliseconds: Int, status: Int = 200) -> Decision {
    var decision = Decision.reply(status, fields: [.contentType: "text/plain"], body: [UInt8](text.utf8))
    decision.throttle = Throttle(piece: piece, interval: .milliseconds(milliseconds))
    return decision
  }

  func load(_ form: Form, _ decision: Decision, timeout: TimeInterval = 60) async -> Form.Outcome {
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

  @Test(arguments: [nil, Throttle(piece: 30_000, interval: .milliseconds(1))], [65_536, 65_537, 200_000])
  func `a delegate gets a large body in pieces`(throttle: Throttle?, count: Int) async {
    let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    var decision = Decision.reply(body: body)
    decision.throttle = throttle
    let environment = InterceptionEnvironment { [decision] _ in decision }
    let recorder = PieceRecorder()
    let session = URLSession(configuration: environment.sessionConfiguration(), delegate: recorder, delegateQueue: nil)
    for task in [session.dataTask(with: URLRequest("/a")), session.downloadTask(with: URLRequest("/a"))] {
      let pieces = await recorder.pieces(of: task)
      let size = throttle?.piece ?? 64 << 10
      #if canImport(FoundationNetworking)
        for (index, piece) in pieces.enumerated().dropFirst() where throttle != nil && task is URLSessionDownloadTask {
          #expect(piece.progress >= index * size, "all pieces before have been counted")
        }
      #endif
      #expect(pieces.map(\.count) == stride(from: 0, to: count, by: size).map { min(size, count - $0) })
      if task is URLSessionDownloadTask {
        #expect(pieces.last?.total == count && pieces.allSatisfy { $0.expected == count })
      } else {
        #expect(pieces.flatMap(\.bytes) == body)
      }
    }
    withExtendedLifetime(environment) {}
  }

  @Test func `a timeout is about silence, not about the whole body`() async {
    let slow = await load(.delegate, decision("01234", piece: 1, milliseconds: 60), timeout: 0.2)
    #expect(slow.error == nil)
    let silent = await load(.delegate, decision("01234", piece: 1, milliseconds: 60_000), timeout: 0.1)
    #expect((silent.error as? URLError)?.code == .timedOut)
    #expect(silent.events == ["response", "data", "complete"])
  }

  @Test func `a cancelled body stops`() async throws {
    let environment = InterceptionEnvironment { [self] _ in decision("01234", piece: 1, milliseconds: 600_000) }
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
    (.truncatedBody, .truncatedBody), (.malformedChunk, .malformedChunk), (.hang, .timedOut),
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

/// Records the pieces of bodies. A delegate can read them with indices from 0.
private final class PieceRecorder: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  struct Piece: Sendable {
    var count: Int
    var bytes: [UInt8] = []
    var total = 0
    var expected = 0
    /// What the task's progress has counted before.
    var progress: Int64
  }

  private let pieces = Mutex<[Piece]>([])
  private let (ended, end) = AsyncStream.makeStream(of: Void.self)

  /// Runs a task and returns its pieces.
  func pieces(of task: URLSessionTask) async -> [Piece] {
    pieces.withLock { $0 = [] }
    task.resume()
    for await _ in ended { break }
    return pieces.withLock { $0 }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    pieces.withLock {
      $0.append(
        Piece(
          count: data.count, bytes: (0..<data.count).map { data[$0] }, progress: dataTask.progress.completedUnitCount))
    }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData count: Int64, totalBytesWritten: Int64,
    totalBytesExpectedToWrite expected: Int64
  ) {
    pieces.withLock {
      $0.append(
        Piece(
          count: Int(count), total: Int(totalBytesWritten), expected: Int(expected),
          progress: downloadTask.progress.completedUnitCount))
    }
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo file: URL) {}

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) { end.yield() }
}
