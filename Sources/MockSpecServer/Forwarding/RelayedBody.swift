import HTTPTypes
import MockSpec
import NIOCore

/// A body that is sent as it arrives, so that its length may not be known: that of a forwarded reply, or one that code makes.
struct RelayedBody {
  enum Framing {
    /// There is no body, or the origin has sent its length.
    case none
    case chunked
    /// The body ends with the connection, for HTTP/1.0 clients.
    case connection
  }

  enum Source {
    case origin(ForwardedCall)
    case code(RunningStream)
  }

  let source: Source
  let framing: Framing
  /// The length that the origin has sent; `nil` if it has sent none, or if the status allows none (RFC 9110 §8.6).
  let length: Int?
  /// Whether the connection is closed after the body.
  let closes: Bool

  /// Creates the body of a reply.
  ///
  /// - Parameter head: The head of the call.
  init(_ source: Source, to head: CallHead, _ status: Int, _ fields: HTTPFields, closes: Bool) {
    self.source = source
    let isEmpty = status == 204 || status == 304
    length = isEmpty ? nil : fields[.contentLength].flatMap { Int($0) }
    framing =
      isEmpty || head.method == "HEAD" || length != nil ? .none : head.version == .http11 ? .chunked : .connection
    self.closes = closes || framing == .connection
  }

  /// The field that describes the framing, with its line end.
  var lines: String { framing == .chunked ? "Transfer-Encoding: chunked\r\n" : "" }

  /// Returns the bytes to send for some of the body.
  func bytes(_ piece: ByteBuffer) -> (ByteBuffer, ByteBuffer?) {
    guard framing == .chunked else { return (piece, nil) }
    var chunk = piece
    chunk.writeStaticString("\r\n")
    return (ByteBuffer(string: String(piece.readableBytes, radix: 16) + "\r\n"), chunk)
  }

  /// The bytes after the body.
  var end: ByteBuffer { framing == .chunked ? ByteBuffer(staticString: "0\r\n\r\n") : ByteBuffer() }
}
