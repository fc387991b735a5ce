import NIOCore

/// Follows the frames of one direction of a connection (RFC 9113 §4.1) without parsing their payloads.
struct FrameScanner {
  /// The header of a frame.
  struct Frame {
    enum Kind: UInt8 {
      case data, headers, priority, resetStream, settings, pushPromise, ping, goAway, windowUpdate, continuation
    }

    /// The flag of a frame that ends a block of fields.
    static let endHeaders: UInt8 = 4

    let length: Int
    /// `nil` for a type that RFC 9113 doesn't define.
    let kind: Kind?
    let flags: UInt8
    let stream: Int

    /// Reads a header; `nil` if it isn't whole.
    fileprivate init?(_ bytes: inout ByteBuffer) {
      guard bytes.readableBytes >= FrameScanner.headerSize, let start: UInt32 = bytes.readInteger(),
        let flags: UInt8 = bytes.readInteger(), let stream: UInt32 = bytes.readInteger()
      else { return nil }
      length = Int(start >> 8)
      kind = Kind(rawValue: UInt8(start & 0xFF))
      self.flags = flags
      self.stream = Int(stream & 0x7FFF_FFFF)
    }

    /// Whether the length of its padding doesn't fit into the frame (RFC 9113 §4.2).
    var isTooSmall: Bool { (kind == .data || kind == .headers) && flags & 8 != 0 && length == 0 }
    /// Whether the frame has settings, and doesn't acknowledge any.
    var hasSettings: Bool { kind == .settings && flags & 1 == 0 }
    /// Whether a block of fields follows in further frames.
    var opensBlock: Bool { (kind == .headers || kind == .pushPromise) && flags & Self.endHeaders == 0 }
    /// Whether a block of fields ends with the frame.
    var endsBlock: Bool { (kind == .headers || kind == .continuation) && flags & Self.endHeaders != 0 }
  }

  static let headerSize = 9
  /// The size of a payload that every receiver accepts (RFC 9113 §4.2).
  static let payloadSize = 16 << 10
  /// The maximum size of a payload (RFC 9113 §4.2).
  static let maxPayloadSize = 1 << 24 - 1

  /// The number of bytes before the next header.
  private var rest: Int
  /// A part of a header.
  private var header = ByteBuffer()
  /// The frame whose payload is being received.
  private var current: Frame?

  /// - Parameter preface: The number of bytes before the first frame.
  init(preface: Int = 0) { rest = preface }

  /// Whether a frame has been received in part, and the rest must follow soon. The bytes of a body needn't.
  var isInFrame: Bool { hasPartOfHeader || rest > 0 && current?.kind != .data }

  /// Whether the next byte belongs to a header.
  var isAtHeader: Bool { rest == 0 }
  var hasPartOfHeader: Bool { header.readableBytes > 0 }

  /// Removes and returns the bytes before the next header.
  mutating func readPayload(_ bytes: inout ByteBuffer) -> ByteBuffer {
    let payload = bytes.readSlice(length: min(rest, bytes.readableBytes))!
    rest -= payload.readableBytes
    return payload
  }

  /// Scans bytes, and returns the next header in them; `nil` at their end.
  mutating func next(_ bytes: inout ByteBuffer) -> Frame? {
    while bytes.readableBytes > 0 {
      if rest > 0 {
        let count = min(rest, bytes.readableBytes)
        bytes.moveReaderIndex(forwardBy: count)
        rest -= count
        continue
      }
      var found = header.readableBytes == 0 ? Frame(&bytes) : nil
      if found == nil {
        var part = bytes.readSlice(length: min(Self.headerSize - header.readableBytes, bytes.readableBytes))!
        header.writeBuffer(&part)
        found = Frame(&header)
        if found != nil { header.clear() }
      }
      guard let frame = found else { return nil }
      (current, rest) = (frame, frame.length)
      return frame
    }
    return nil
  }
}
