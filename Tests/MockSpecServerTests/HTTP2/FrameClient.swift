import Dispatch
import TestSupport
import Testing

@testable import MockSpecServer

/// An HTTP/2 client that sends and receives frames, so that no library corrects them.
///
/// Blocking calls run on queues of their own: a test never blocks the threads on which the server runs.
final class FrameClient: @unchecked Sendable {
  enum Kind: UInt8 {
    case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
    /// RFC 9218 §7.1.
    case priorityUpdate = 16
  }

  struct Frame: Equatable, Sendable {
    let kind: Kind
    let flags: UInt8
    let stream: Int
    let payload: [UInt8]

    var text: String { String(decoding: payload, as: UTF8.self) }
    /// The last four bytes: the error of `resetStream`, and of a `goAway` without data.
    var number: Int { payload.suffix(4).reduce(0) { $0 << 8 | Int($1) } }
    var isEnd: Bool { flags & 1 != 0 }

    var bytes: [UInt8] {
      let count = payload.count
      return [UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF), kind.rawValue, flags]
        + FrameClient.bytes(stream) + payload
    }

    init(kind: Kind, flags: UInt8 = 0, stream: Int = 0, payload: [UInt8] = []) {
      (self.kind, self.flags, self.stream, self.payload) = (kind, flags, stream, payload)
    }

    /// Removes the first frame from received bytes; `nil` if it isn't whole.
    init?(_ bytes: inout [UInt8]) throws {
      guard bytes.count >= 9 else { return nil }
      let count = bytes[..<3].reduce(0) { $0 << 8 | Int($1) }
      guard bytes.count >= 9 + count else { return nil }
      self.init(
        kind: try #require(Kind(rawValue: bytes[3])), flags: bytes[4],
        stream: bytes[5..<9].reduce(0) { $0 << 8 | Int($1) }, payload: Array(bytes[9..<(9 + count)]))
      bytes.removeFirst(9 + count)
    }

    static func headers(_ stream: Int, _ block: [UInt8], flags: UInt8 = 5) -> Frame {
      Frame(kind: .headers, flags: flags, stream: stream, payload: block)
    }
  }

  /// What is received on a stream until it ends.
  struct ReceivedReply: Equatable {
    /// The status if it is in the static table of HPACK (RFC 7541 appendix A), otherwise 0.
    var status: Int?
    var body = ""
    /// The error of a reset.
    var reset: Int?
  }

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  private let socket: TCPSocket
  // A client sends while it waits for frames.
  private let (sending, receiving) = (DispatchQueue(label: "sending"), DispatchQueue(label: "receiving"))
  // Used on the second queue only.
  private var received: [UInt8] = []
  /// Whether `next()` has found that the connection was reset.
  private(set) var isReset = false

  /// Connects, and sends the preface with settings.
  ///
  /// - Parameter receiveBuffer: About how many bytes the system receives before they are read; `nil` for as many as it likes.
  init(_ server: MockServer, settings: [(Int, Int)] = [], receiveBuffer: Int32? = nil) async throws {
    socket = try TCPSocket.connected(to: server.port ?? 0, receiveBuffer: receiveBuffer)
    let payload = settings.flatMap { key, value in [0, UInt8(key)] + Self.bytes(value) } as [UInt8]
    try await send(Self.preface)
    try await send(Frame(kind: .settings, payload: payload))
  }

  static func bytes(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  func send(_ bytes: [UInt8]) async throws { try await on(sending) { try self.socket.send(bytes) } }

  func send(_ frames: Frame...) async throws { try await send(frames.flatMap(\.bytes)) }

  func endOutput() { socket.shutdown(.output) }

  func endBoth() { socket.shutdown(.both) }

  /// Sends a request.
  func request(
    _ path: String, method: String = "GET", on stream: Int = 1, fields: [(String, String)] = [], body: String? = nil
  ) async throws {
    let block = Self.block([(":method", method), (":scheme", "http"), (":path", path), (":authority", "x")] + fields)
    try await send(.headers(stream, block, flags: body == nil ? 5 : 4))
    if let body { try await send(Frame(kind: .data, flags: 1, stream: stream, payload: Array(body.utf8))) }
  }

  /// Fields as literals without Huffman coding and without the table (RFC 7541 §6.2.2).
  static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { [0] + string($0.0) + string($0.1) }
  }

  private static func string(_ text: String) -> [UInt8] {
    var (bytes, rest) = ([UInt8](), text.utf8.count)
    if rest < 127 {
      bytes = [UInt8(rest)]
    } else {
      bytes = [127]
      rest -= 127
      while rest >= 128 {
        bytes.append(UInt8(rest & 127 | 128))
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return bytes + text.utf8
  }

  /// Returns the next frame; `nil` when the connection has ended.
  func next() async throws -> Frame? {
    try await on(receiving) {
      while true {
        if let frame = try Frame(&self.received) { return frame }
        guard let bytes = try? self.socket.receive() else {
          self.isReset = true
          return nil
        }
        guard !bytes.isEmpty else { return nil }
        self.received += bytes
      }
    }
  }

  /// Returns the next frame of a kind, and skips others.
  func next(_ kind: Kind) async throws -> Frame? {
    while let frame = try await next() { if frame.kind == kind { return frame } }
    return nil
  }

  /// Reads until a stream has ended. Frames of other streams are skipped.
  func answer(on stream: Int = 1) async throws -> ReceivedReply {
    var answer = ReceivedReply()
    while let frame = try await next() {
      guard frame.stream == stream else { continue }
      switch frame.kind {
      case .headers:
        let known = [8: 200, 9: 204, 10: 206, 11: 304, 12: 400, 13: 404, 14: 500]
        answer.status = frame.payload.first.flatMap { known[Int($0 & 0x7F)] } ?? 0
      case .data: answer.body += frame.text
      case .resetStream: answer.reset = frame.number
      default: continue
      }
      if frame.kind == .resetStream || frame.isEnd { return answer }
    }
    return answer
  }

  private func on<Result: Sendable>(
    _ queue: DispatchQueue, _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}
