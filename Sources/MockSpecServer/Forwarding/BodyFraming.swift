import NIOCore

/// How a client of HTTP/1 knows where a body ends that is sent without a length.
enum BodyFraming {
  /// There is no body, or its length is sent, or the client speaks HTTP/2.
  case none
  case chunked
  /// The body ends with the connection, for HTTP/1.0 clients.
  case connection

  /// The framing of a body of unknown length.
  ///
  /// - Parameter head: The head of the call.
  init(to head: CallHead) { self = head.version == .http11 ? .chunked : .connection }

  /// The field that describes the framing, with its line end.
  var lines: String { self == .chunked ? "Transfer-Encoding: chunked\r\n" : "" }

  /// Returns the bytes to send for some of the body.
  func bytes(_ piece: ByteBuffer) -> (ByteBuffer, ByteBuffer?) {
    guard self == .chunked else { return (piece, nil) }
    var chunk = piece
    chunk.writeStaticString("\r\n")
    return (ByteBuffer(string: start(of: piece.readableBytes)), chunk)
  }

  /// Returns what precedes some of the body.
  func start(of size: Int) -> String { self == .chunked ? String(size, radix: 16) + "\r\n" : "" }

  /// The bytes after the body.
  var end: ByteBuffer { self == .chunked ? ByteBuffer(staticString: "0\r\n\r\n") : ByteBuffer() }
}
