import MockSpec
import NIOCore
import NIOHTTP2

/// A body that is being sent in pieces, and what follows it.
struct BodyInPieces {
  /// What happens after the last piece.
  enum End {
    /// The stream ends, or the connection continues.
    case usual
    /// The connection is closed.
    case close
    /// The stream is reset.
    case reset(HTTP2ErrorCode)
  }

  /// Over HTTP/1.1, a piece is sent when the socket has accepted the previous one and other connections have had their
  /// turn. Pieces of 64 KiB would take 50 % more processor time.
  static let http11 = BodyPieces.Sizes(whole: 1 << 20, piece: 256 << 10)
  /// The pieces on a stream are small, since each of a connection's many streams may have a waiting one.
  static let http2 = BodyPieces.Sizes(whole: http11.whole, piece: 16 << 10)

  private var pieces: BodyPieces
  /// The bytes after the body.
  let tail: ByteBuffer
  private let framing: BodyFraming
  let end: End
  /// When the last piece was due.
  private var due: NIODeadline?
  /// Whether the next piece is due, but the socket doesn't accept more bytes.
  private(set) var isOverdue = false
  /// Whether the last event isn't sent yet. The next one follows it.
  var isInFlight = false

  init(_ pieces: BodyPieces, tail: ByteBuffer = ByteBuffer(), end: End) {
    (self.pieces, self.tail, self.end, framing) = (pieces, tail, end, .none)
  }

  /// Creates a body of unknown length.
  init(_ pieces: BodyPieces, _ framing: BodyFraming, end: End) {
    (self.pieces, tail, self.end, self.framing) = (pieces, framing.end, end, framing)
  }

  /// Whether the last piece has been sent.
  var isEmpty: Bool { pieces.isEmpty }
  /// Whether the first piece is sent together with the head.
  var startsAtOnce: Bool { events == nil || pieces.pause == .zero && pieces.fault == nil }
  /// The stream of events; `nil` for other bodies.
  var events: RunningEvents? { pieces.events }
  /// The fault that breaks the connection next; `nil` if a piece follows.
  var fault: Fault? { pieces.fault }

  /// Whether the connection is closed after the body.
  var closes: Bool { if case .close = end { true } else { false } }
  /// A chunk whose size isn't a number; nothing for a client of HTTP/1.0.
  var malformedChunk: ByteBuffer { framing == .chunked ? ByteBuffer(staticString: "not a number\r\n") : ByteBuffer() }

  /// Removes and returns the next piece, and its size without the bytes of the framing.
  mutating func nextPiece(_ allocator: ByteBufferAllocator) -> (ByteBuffer, size: Int) {
    let bytes = pieces.next()
    isOverdue = false
    isInFlight = events != nil
    // An empty chunk would end the body (RFC 9112 §7.1).
    let isChunk = framing == .chunked && !bytes.isEmpty
    var piece = allocator.buffer(capacity: bytes.count + (isChunk ? 12 : 0) + (isEmpty ? tail.readableBytes : 0))
    if isChunk { piece.writeString(framing.start(of: bytes.count)) }
    piece.writeBytes(bytes)
    if isChunk { piece.writeStaticString("\r\n") }
    if isEmpty { piece.writeImmutableBuffer(tail) }
    return (piece, bytes.count)
  }

  /// Records that the next piece is due, but can't be sent yet. The pause after it begins when it is sent.
  mutating func delayPiece() {
    isOverdue = true
    due = nil
  }

  /// Returns when the next piece is due; `nil` if none follows although the body doesn't end.
  ///
  /// - Parameter now: The time when the piece before was sent, or the head.
  mutating func nextDue(_ now: NIODeadline) -> NIODeadline? {
    guard let pause = pieces.pause else { return nil }
    // Pauses begin when the piece before was due, so that delays of the event loop don't add up.
    due = max((due ?? now) + TimeAmount(pause), now)
    return due
  }
}
