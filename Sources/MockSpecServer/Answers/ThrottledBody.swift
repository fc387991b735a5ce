import MockSpec
import NIOCore

/// A body that is sent in pieces.
struct ThrottledBody {
  /// The bytes that haven't been sent.
  var rest: ByteBuffer
  let throttle: Throttle
  /// Whether the connection is closed after the last piece.
  let closes: Bool
  /// Whether the next piece is due, but the socket doesn't accept more bytes.
  var isOverdue = false

  /// Removes and returns the next piece.
  mutating func nextPiece() -> ByteBuffer {
    rest.readSlice(length: min(throttle.piece, rest.readableBytes)) ?? ByteBuffer()
  }
}
