import Dispatch
import Foundation
import MockSpec
import Synchronization

/// Reads the body of a call from a stream. URLSession's queue isn't used for it: on Linux, all sessions share one, and
/// the code that fills the stream may be waiting for it.
final class BodyReading: Sendable {
  /// The maximum size of a body in bytes.
  static let limit = BodyLimit.bytes
  private static let chunkSize = 64 << 10

  private struct State {
    var result: Result<ReadBody, MockSpecError>?
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let url: URL

  init(url: URL) {
    self.url = url
  }

  /// The body or the error; `nil` until either is known.
  var result: Result<ReadBody, MockSpecError>? { state.withLock { $0.result } }

  /// Stops reading; the result isn't needed any more.
  func abandon() {
    state.withLock { $0.isAbandoned = true }
  }

  /// Starts reading.
  ///
  /// - Parameters:
  ///   - stream: The stream; `nil` for an empty body.
  ///   - source: The source of the stream, for the error message.
  ///   - wake: Called once, on any thread, when the result is known.
  func start(_ stream: InputStream?, source: String, then wake: @escaping @Sendable () -> Void) {
    guard let stream else { return end(.success(.kept([])), then: wake) }
    nonisolated(unsafe) let unread = stream
    DispatchQueue.global().async {
      self.end(self.read(unread, source), then: wake)
    }
  }

  private func end(_ result: Result<ReadBody, MockSpecError>, then wake: () -> Void) {
    state.withLock { $0.result = result }
    wake()
  }

  private func read(_ stream: InputStream, _ source: String) -> Result<ReadBody, MockSpecError> {
    stream.open()
    var isClosed = true
    defer { if isClosed { stream.close() } }
    var body: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: Self.chunkSize)
    while !state.withLock({ $0.isAbandoned }) {
      let count = stream.read(&chunk, maxLength: chunk.count)
      if count == 0 { return .success(.kept(body)) }
      if count < 0 { return .failure(.unreadableBody(source, url: url)) }
      body += chunk[..<count]
      if body.count > Self.limit {
        isClosed = false
        return large(body, stream)
      }
    }
    return .success(.kept([]))
  }

  #if canImport(FoundationNetworking)
    private func large(_ start: [UInt8], _ rest: InputStream) -> Result<ReadBody, MockSpecError> {
      .success(.large(size: start.count, .stream(ResumedStream(start, rest))))
    }
  #else
    /// On Darwin, URLSession accepts only its own streams.
    private func large(_ start: [UInt8], _ rest: InputStream) -> Result<ReadBody, MockSpecError> {
      rest.close()
      return .failure(.bodyTooLarge(url: url))
    }
  #endif
}

/// The body of a call, as far as it has been read.
enum ReadBody: @unchecked Sendable {
  case kept([UInt8])
  /// A body larger than the limit, and the source from which it is sent. The size is that of the part that is known.
  case large(size: Int, CallBody)
}
