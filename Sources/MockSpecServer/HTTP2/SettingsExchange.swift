import NIOCore

/// Lets NIO's handler apply its settings from the start, and announces fewer streams than it allows.
///
/// NIO ends the connection when a client opens a stream too many, instead of refusing the stream (RFC 9113 §5.1.2), and
/// applies its settings only when the client has acknowledged them. So it gets an acknowledgement after the client's first
/// frame, in place of the client's own. Then it removes itself.
final class SettingsExchange: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// The maximum number of streams that a client has open.
  static let streams = 100
  /// The maximum number that NIO allows. It must be that of the first of its settings.
  static let allowedStreams = 1 << 30

  private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]

  /// The bytes that weren't passed on: a part of a frame's header.
  private var bytes = ByteBuffer()
  /// The number of bytes before the next header.
  private var rest = HTTP2Preface.count
  private var hasFirstFrame = false
  private var isAcknowledged = false
  private var isAnnounced = false

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard !isAnnounced, case .byteBuffer(var frame) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    isAnnounced = true
    // After the frame's header and the setting's key.
    frame.setInteger(UInt32(Self.streams), at: frame.readerIndex + 11)
    context.write(wrapOutboundOut(.byteBuffer(frame)), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var received = unwrapInboundIn(data)
    bytes.writeBuffer(&received)
    var passed = ByteBuffer()
    while true {
      let count = min(rest, bytes.readableBytes)
      passed.writeImmutableBuffer(bytes.readSlice(length: count)!)
      rest -= count
      guard rest == 0 else { break }
      if hasFirstFrame, !isAcknowledged {
        isAcknowledged = true
        passed.writeBytes(Self.acknowledgement)
      }
      guard let header = bytes.getBytes(at: bytes.readerIndex, length: Self.acknowledgement.count) else { break }
      if isAcknowledged, header == Self.acknowledgement {
        bytes.moveReaderIndex(forwardBy: header.count)
        passed.writeImmutableBuffer(bytes)
        context.fireChannelRead(wrapInboundOut(passed))
        return context.pipeline.syncOperations.removeHandler(self, promise: nil)
      }
      rest = header.count + header[..<3].reduce(0) { $0 << 8 | Int($1) }
      hasFirstFrame = true
    }
    bytes.discardReadBytes()
    if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
  }
}
