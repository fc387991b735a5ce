import Dispatch
import Foundation
import Synchronization

/// Reads the body of a request from a stream, on a queue of its own: a stream may be fed by whoever waits for
/// URLSession's queue, and on Linux all sessions share one.
final class BodyReading: Sendable {
  /// Enough for any upload that a test describes, and little enough to hold a few of them.
  static let limit = 64 << 20
  private static let chunkSize = 64 << 10

  private struct State {
    var result: Result<[UInt8], MockSpecError>?
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let url: URL

  init(url: URL) {
    self.url = url
  }

  /// `nil` until the whole body has been read.
  var result: Result<[UInt8], MockSpecError>? { state.withLock { $0.result } }

  /// Nobody waits for the result any more.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
  }

  /// - Parameter source: Where the stream leads, for the error that says that it can't be read.
  func start(_ stream: InputStream?, source: String, then wake: @escaping @Sendable () -> Void) {
    guard let stream else { return end(.success([]), then: wake) }
    nonisolated(unsafe) let unread = stream
    DispatchQueue.global().async {
      self.end(self.read(unread, source), then: wake)
    }
  }

  private func end(_ result: Result<[UInt8], MockSpecError>, then wake: () -> Void) {
    state.withLock { $0.result = result }
    wake()
  }

  private func read(_ stream: InputStream, _ source: String) -> Result<[UInt8], MockSpecError> {
    stream.open()
    defer { stream.close() }
    var body: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while !state.withLock({ $0.isAbandoned }) {
      let count = stream.read(&chunk, maxLength: chunk.count)
      if count == 0 { return .success(body) }
      if count < 0 { return .failure(.unreadableBody(source, url: url)) }
      if body.count + count > Self.limit { return .failure(.bodyTooLarge(url: url)) }
      body += chunk[..<count]
    }
    return .success([])
  }
}
