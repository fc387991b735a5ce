import NIOCore

/// Recognizes the preface of a client that speaks HTTP/2 with prior knowledge (RFC 9113 §3.4), however it is split.
struct HTTP2Preface {
  private static let bytes = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
  static var count: Int { bytes.count }

  enum Finding {
    /// All bytes so far belong to a preface that isn't whole.
    case partial
    /// A preface, and what follows it.
    case whole(ByteBuffer)
    /// The bytes of another protocol.
    case other(ByteBuffer)
  }

  private var received: ByteBuffer?

  /// Whether a part of a preface has been received.
  var isPartial: Bool { received != nil }

  /// Adds the first bytes of a connection, or those that follow a part of a preface.
  mutating func add(_ bytes: ByteBuffer) -> Finding {
    var bytes = bytes
    if var received = received.take() {
      received.writeBuffer(&bytes)
      bytes = received
    }
    let view = bytes.readableBytesView
    guard view.prefix(Self.count).elementsEqual(Self.bytes.prefix(view.count)) else { return .other(bytes) }
    if view.count >= Self.count { return .whole(bytes) }
    received = bytes
    return .partial
  }

  /// Removes and returns a part of a preface that isn't continued.
  mutating func end() -> ByteBuffer? { received.take() }
}
