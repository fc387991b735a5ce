import MockSpec
import NIOCore

/// A body that is sent in pieces, since it is throttled or large.
///
/// The pieces are copied when they are sent, so that the reply's bytes are in memory only once, however many clients
/// receive them.
struct BodyInPieces {
  /// Larger bodies are sent in pieces.
  static let limit = 1 << 20
  /// The pieces of a large body. A piece is sent when the socket has accepted the previous one and other connections
  /// have had their turn. Pieces of 64 KiB would take 50 % more processor time.
  private static let large = Throttle(piece: 256 << 10, interval: .zero)

  /// The bytes of the body that haven't been sent.
  private var rest: ArraySlice<UInt8>
  /// The bytes after the body.
  private let tail: ByteBuffer
  /// The time between two pieces.
  let interval: TimeAmount
  private let size: Int
  /// Whether the connection is closed after the last piece.
  let closes: Bool
  /// Whether the next piece is due, but the socket doesn't accept more bytes.
  var isOverdue = false

  /// - Parameter throttle: The pieces; `nil` for a body that is only large.
  init(
    _ body: ArraySlice<UInt8>, tail: ByteBuffer = ByteBuffer(), throttle: Throttle? = nil, closes: Bool
  ) {
    let throttle = throttle ?? Self.large
    (rest, self.tail, size, self.closes) = (body, tail, throttle.piece, closes)
    interval = TimeAmount(throttle.interval)
  }

  var isEmpty: Bool { rest.isEmpty }
  /// The number of bytes of the body that haven't been sent.
  var count: Int { rest.count }

  /// Removes and returns the next piece.
  mutating func nextPiece(_ allocator: ByteBufferAllocator) -> ByteBuffer {
    let bytes = rest.prefix(size)
    rest = rest.dropFirst(bytes.count)
    var piece = allocator.buffer(capacity: bytes.count + (isEmpty ? tail.readableBytes : 0))
    piece.writeBytes(bytes)
    if isEmpty { piece.writeImmutableBuffer(tail) }
    return piece
  }
}
