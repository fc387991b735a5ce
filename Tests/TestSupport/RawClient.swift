import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An HTTP client that sends and receives plain bytes, so that no library corrects a request or hides a reset.
///
/// Blocking calls run on a queue of their own: a test never blocks the threads on which the server runs.
package final class RawClient: @unchecked Sendable {
  package enum End: Equatable {
    case closed, reset
    /// No byte arrived within two minutes.
    case silence
  }

  package typealias Failure = TCPSocket.Failure

  /// The connection ended before a whole answer was received.
  package struct EarlyEnd: Error {
    package let end: End
    package let received: String
  }

  /// A Boolean value that indicates whether this machine has the address `::1`.
  package static let hasIPv6 = (try? TCPSocket.listening(host: "::1")) != nil

  private let socket: TCPSocket
  private let queue = DispatchQueue(label: "RawClient")
  // Used on the queue only.
  private var received: [UInt8] = []

  /// - Parameter receiveBuffer: About how many bytes the system receives before they are read.
  package init(port: Int?, host: String = "127.0.0.1", receiveBuffer: Int32? = nil) throws {
    socket = try TCPSocket.connected(to: port ?? 0, host: host, receiveBuffer: receiveBuffer)
  }

  /// Connects to a socket in the file system.
  package init(socket path: String) throws {
    socket = try TCPSocket.connected(toFile: path)
  }

  package func send(_ text: String) async throws {
    try await send(Array(text.utf8))
  }

  package func send(_ bytes: [UInt8]) async throws {
    try await onQueue { try self.socket.send(bytes) }
  }

  /// Closes the sending direction. The answer can still be read.
  package func endOutput() {
    socket.shutdown(.output)
  }

  package func endBoth() {
    socket.shutdown(.both)
  }

  /// Reads one answer.
  ///
  /// - Parameter hasBody: False for an answer to `HEAD`, which has no body whatever its `Content-Length`.
  package func answer(hasBody: Bool = true) async throws -> RawReply {
    try await onQueue {
      while true {
        if let (answer, length) = RawReply.parse(self.received, hasBody: hasBody) {
          self.received.removeFirst(length)
          return answer
        }
        if let end = try self.receive() {
          throw EarlyEnd(end: end, received: String(decoding: self.received, as: UTF8.self))
        }
      }
    }
  }

  /// Sends `GET path` and reads the answer.
  package func get(_ path: String, _ fields: String...) async throws -> RawReply {
    try await send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
    return try await answer()
  }

  /// Reads a number of bytes.
  package func bytes(_ count: Int) async throws -> String {
    String(decoding: try await rawBytes(count), as: UTF8.self)
  }

  /// Reads a number of bytes that needn't be a text.
  package func rawBytes(_ count: Int) async throws -> [UInt8] {
    try await onQueue {
      while self.received.count < count {
        if let end = try self.receive() {
          throw EarlyEnd(end: end, received: String(decoding: self.received, as: UTF8.self))
        }
      }
      defer { self.received.removeFirst(count) }
      return Array(self.received[..<count])
    }
  }

  /// Reads up to the end of a text.
  package func text(until end: String) async throws -> String {
    try await onQueue {
      while true {
        if let found = self.received.indices.first(where: { self.received[$0...].starts(with: end.utf8) }) {
          let length = found + end.utf8.count
          defer { self.received.removeFirst(length) }
          return String(decoding: self.received[..<length], as: UTF8.self)
        }
        if let end = try self.receive() {
          throw EarlyEnd(end: end, received: String(decoding: self.received, as: UTF8.self))
        }
      }
    }
  }

  /// Reads to the end of the connection and returns the bytes with the way it ended.
  package func rest() async throws -> (text: String, end: End) {
    try await onQueue {
      while true {
        guard let end = try self.receive() else { continue }
        defer { self.received = [] }
        return (String(decoding: self.received, as: UTF8.self), end)
      }
    }
  }

  /// Reads the next bytes, or returns how the connection ended.
  private func receive() throws -> End? {
    do {
      let chunk = try socket.receive()
      received += chunk
      return chunk.isEmpty ? .closed : nil
    } catch let failure as Failure {
      switch failure.number {
      case ECONNRESET: return .reset
      case EAGAIN: return .silence
      default: throw failure
      }
    }
  }

  private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
