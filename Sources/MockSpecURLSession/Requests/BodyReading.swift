import Dispatch
import Foundation
import MockSpec
import Synchronization

/// Reads the body of a call from a stream, on another queue than URLSession's: on Linux, all sessions share one, and the code
/// that fills the stream may be waiting for it.
final class BodyReading: Sendable {
  /// The maximum size of a body in bytes.
  static let limit = BodyLimit.bytes
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

  /// The body, or why it can't be read; `nil` until either is known.
  var result: Result<[UInt8], MockSpecError>? { state.withLock { $0.result } }

  /// Stops reading; the result isn't needed any more.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
  }

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - stream: The stream; `nil` for an empty body.
  ///   - source: What the stream reads, for the error message.
  ///   - wake: Called once, on any thread, when the result is known.
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
