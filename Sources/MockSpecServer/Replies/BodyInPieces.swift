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
  private let tail: ByteBuffer
  /// The time between two pieces.
  let interval: TimeAmount
  let end: End
  /// Whether the next piece is due, but the socket doesn't accept more bytes.
  var isOverdue = false

  init(_ pieces: BodyPieces, tail: ByteBuffer = ByteBuffer(), end: End) {
    (self.pieces, self.tail, self.end) = (pieces, tail, end)
    interval = TimeAmount(pieces.pause)
  }

  /// Whether the last piece has been sent.
  var isEmpty: Bool { pieces.isEmpty }

  /// Removes and returns the next piece, and its size without the bytes after the body.
  mutating func nextPiece(_ allocator: ByteBufferAllocator) -> (ByteBuffer, size: Int) {
    let bytes = pieces.next()
    var piece = allocator.buffer(capacity: bytes.count + (isEmpty ? tail.readableBytes : 0))
    piece.writeBytes(bytes)
    if isEmpty { piece.writeImmutableBuffer(tail) }
    return (piece, bytes.count)
  }
}
