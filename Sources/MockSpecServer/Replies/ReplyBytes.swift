import HTTPTypes
import NIOCore
import NIOHTTP1

/// A reply as bytes, rendered once and sent many times. Only the date is overwritten in place, once a second.
///
/// ```
/// HTTP/1.1 200 OK ⏎ the spec's fields ⏎ Content-Length: 5 ⏎ Date: Sun, 06 Nov 1994 08:49:37 GMT ⏎ ⏎ hello
///                                                               └ dateOffset          headLength ┘
/// ```
///
/// A spec's `Content-Length`, `Transfer-Encoding`, `Connection` and `Keep-Alive` are left out, since a wrong value would make the
/// client misread this reply or the next. A spec's `Date` replaces the real one.
struct ReplyBytes {
  /// The value of the `Connection` field. With HTTP/1.1, a connection that is kept doesn't need it.
  enum Connection: String {
    case close
    /// For HTTP/1.0 clients, which expect a close by default.
    case keepAlive = "keep-alive"
  }

  /// The maximum size of bodies that share a buffer with the head. Overwriting the date copies the buffer if it is
  /// still being sent to a slow client, which must stay cheap.
  static let largestInlineBody = 16 << 10

  private static let keepAlive = HTTPField.Name("Keep-Alive")!

  private var buffer: ByteBuffer
  private let headLength: Int
  private let largeBody: ByteBuffer?
  /// The offset of the date in the buffer; `nil` if the spec sets the date.
  private(set) var dateOffset: Int?
  private var second: Int

  /// The value of `Content-Length`.
  enum Length {
    case ofBody
    /// The length of a body that isn't held, since it is sent in pieces.
    case ofOtherBody(Int)
    case other(Int)
    case unknown
  }

  /// Renders a reply.
  ///
  /// - Parameter lines: More fields of the head, each with its line end.
  init(
    status: Int, fields: HTTPFields, body: [UInt8], date: HTTPDate, length: Length = .ofBody, lines: String = ""
  ) {
    var buffer = ByteBuffer()
    buffer.writeString("HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)\r\n")
    var (hasDate, hasUpgrade) = (false, false)
    for field in fields {
      switch field.name {
      case .contentLength, .transferEncoding, .connection, Self.keepAlive: continue
      case .date: hasDate = true
      case .upgrade: hasUpgrade = true
      default: break
      }
      buffer.writeString(field.name.rawName)
      buffer.writeStaticString(": ")
      field.withUnsafeBytesOfValue { _ = buffer.writeBytes($0) }
      buffer.writeStaticString("\r\n")
    }
    // RFC 9110 §7.8 requires it.
    if hasUpgrade { buffer.writeStaticString("Connection: Upgrade\r\n") }
    switch length {
    case .ofBody where Self.hasLength(status: status, bodySize: body.count):
      buffer.writeString("Content-Length: \(body.count)\r\n")
    case .ofOtherBody(let count) where Self.hasLength(status: status, bodySize: count):
      buffer.writeString("Content-Length: \(count)\r\n")
    case .other(let count): buffer.writeString("Content-Length: \(count)\r\n")
    case .ofBody, .ofOtherBody, .unknown: break
    }
    if !hasDate {
      buffer.writeStaticString("Date: ")
      dateOffset = buffer.writerIndex
      buffer.writeBytes(date.bytes)
      buffer.writeStaticString("\r\n")
    }
    buffer.writeString(lines)
    buffer.writeStaticString("\r\n")
    headLength = buffer.readableBytes
    second = date.second
    if body.count > Self.largestInlineBody {
      largeBody = ByteBuffer(bytes: body)
    } else {
      largeBody = nil
      buffer.writeBytes(body)
    }
    self.buffer = buffer
  }

  /// Whether the reply has a `Content-Length` (RFC 9110 §8.6). A 204 must not have one. In a 304, it is the length of
  /// the body of the 200, and is sent only if the spec contains that body.
  static func hasLength(status: Int, bodySize: Int) -> Bool {
    switch status {
    case 100..<200, 204: false
    case 304: bodySize > 0
    default: true
    }
  }

  /// Returns the bytes to send, in one buffer if possible. A large body isn't copied.
  ///
  /// - Parameter lines: More fields of the head, each with its line end.
  mutating func bytes(
    date: HTTPDate, sendsBody: Bool, connection: Connection?, lines: String = ""
  ) -> (ByteBuffer, ByteBuffer?) {
    if let dateOffset, second != date.second {
      buffer.setBytes(date.bytes, at: dateOffset)
      second = date.second
    }
    if connection == nil, lines.isEmpty {
      return sendsBody ? (buffer, largeBody) : (buffer.getSlice(at: 0, length: headLength)!, nil)
    }
    var head = buffer.getSlice(at: 0, length: headLength - 2)!
    head.writeString(lines)
    if let connection { head.writeString("Connection: \(connection.rawValue)\r\n") }
    head.writeStaticString("\r\n")
    guard sendsBody else { return (head, nil) }
    return (head, largeBody ?? buffer.getSlice(at: headLength, length: buffer.readableBytes - headLength))
  }
}
