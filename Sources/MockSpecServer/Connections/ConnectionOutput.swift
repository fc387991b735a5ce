import NIOCore

/// The bytes that a connection has written, and those of the next reply that were sent ahead.
///
/// A class, since a flush can call back into the connection and write more: methods of a struct would have exclusive access
/// to it meanwhile.
final class ConnectionOutput {
  /// The beginning of every reply.
  private static let lineStart: StaticString = "HTTP/1.1 "

  /// The number of bytes that were written.
  private(set) var count = 0
  private var hasSentLineStart = false
  private var needsFlush = false

  /// Writes a reply, without the bytes that were sent ahead.
  func write(
    _ bytes: (ByteBuffer, ByteBuffer?), promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext
  ) {
    var first = bytes.0
    if hasSentLineStart, first.readableBytes > 0 {
      hasSentLineStart = false
      first.moveReaderIndex(forwardBy: Self.lineStart.utf8CodeUnitCount)
    }
    needsFlush = true
    count += first.readableBytes
    if let body = bytes.1 {
      count += body.readableBytes
      context.write(NIOAny(first), promise: nil)
      context.write(NIOAny(body), promise: promise)
    } else {
      context.write(NIOAny(first), promise: promise)
    }
  }

  /// Sends what was written.
  func flush(_ context: ChannelHandlerContext) {
    guard needsFlush else { return }
    needsFlush = false
    context.flush()
  }

  /// Sends the beginning of the next reply ahead of the rest, to learn whether the client has left.
  ///
  /// Before bytes are sent, a client that has closed its socket can't be distinguished from one that has only shut down
  /// its write side. When it receives bytes, the system of the first resets the connection; the second reads them.
  func sendLineStart(_ context: ChannelHandlerContext) {
    guard !hasSentLineStart else { return }
    write((ByteBuffer(staticString: Self.lineStart), nil), promise: nil, context)
    hasSentLineStart = true
    flush(context)
  }

  /// Writes `100 Continue` (RFC 9110 §15.2.1).
  func writeContinue(_ context: ChannelHandlerContext) {
    write((ByteBuffer(staticString: "HTTP/1.1 100 Continue\r\n\r\n"), nil), promise: nil, context)
  }
}
