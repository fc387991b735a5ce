import MockSpec
import NIOCore

/// A body that is being sent in pieces.
struct SlowBody {
  /// What is still to be sent.
  var rest: ByteBuffer
  let throttle: Throttle
  /// Whether the connection ends with the last piece.
  let closes: Bool
  /// Whether the next piece's time has come, and the socket took no more.
  var isOverdue = false

  mutating func nextPiece() -> ByteBuffer {
    rest.readSlice(length: min(throttle.piece, rest.readableBytes)) ?? ByteBuffer()
  }
}
