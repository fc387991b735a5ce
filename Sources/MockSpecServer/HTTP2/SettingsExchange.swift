import NIOCore

/// Changes the `SETTINGS` frames that NIO's handler receives.
///
/// NIO applies its own settings only when the client has acknowledged them. So an acknowledgement is inserted after the
/// client's first settings, and the client's own is removed.
///
/// NIO can't send a block of fields that is larger than a frame. So the maximum of `SETTINGS_MAX_FRAME_SIZE` is added
/// to the client's settings, and `FrameMonitor` divides the blocks. A frame without room for another setting is passed
/// unchanged.
final class SettingsExchange: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// The maximum number of streams that a client has open.
  static let streams = 100
  /// The maximum number for NIO, which ends the connection when a client opens one stream too many, instead of refusing
  /// the stream (RFC 9113 §5.1.2). It must be the first of NIO's settings: `FrameMonitor` replaces that one.
  static let allowedStreams = 1 << 30

  private static let acknowledgement: [UInt8] = [0, 0, 0, 4, 1, 0, 0, 0, 0]
  /// `SETTINGS_MAX_FRAME_SIZE` with its maximum.
  private static let frameSize: [UInt8] = [0, 5, 0, 255, 255, 255]

  private var scanner = FrameScanner(preface: HTTP2Preface.count)
  /// The received part of a frame's header, which isn't passed on yet.
  private var bytes = ByteBuffer()
  private var isInSettings = false
  private var addsFrameSize = false
  private var isAcknowledged = false
  private var hasClientAcknowledged = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if passesUnchanged(unwrapInboundIn(data)) { return context.fireChannelRead(data) }
    var received = unwrapInboundIn(data)
    bytes.writeBuffer(&received)
    var passed = ByteBuffer()
    while true {
      passed.writeImmutableBuffer(scanner.readPayload(&bytes))
      guard scanner.isAtHeader else { break }
      if isInSettings { endSettings(&passed) }
      guard var header = bytes.getSlice(at: bytes.readerIndex, length: FrameScanner.headerSize),
        let frame = scanner.next(&bytes)
      else { break }
      isInSettings = frame.hasSettings
      addsFrameSize = isInSettings && frame.length + Self.frameSize.count <= FrameScanner.payloadSize
      if addsFrameSize {
        let length = UInt32(frame.length + Self.frameSize.count) << 8
        header.setInteger(length | UInt32(FrameScanner.Frame.Kind.settings.rawValue), at: header.readerIndex)
      } else if isAcknowledged, !hasClientAcknowledged, header.readableBytesView.elementsEqual(Self.acknowledgement) {
        hasClientAcknowledged = true
        continue
      }
      passed.writeImmutableBuffer(header)
    }
    bytes.discardReadBytes()
    if passed.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(passed)) }
  }

  private func endSettings(_ passed: inout ByteBuffer) {
    isInSettings = false
    if addsFrameSize { passed.writeBytes(Self.frameSize) }
    guard !isAcknowledged else { return }
    isAcknowledged = true
    passed.writeBytes(Self.acknowledgement)
  }

  /// Scans bytes, and returns whether they have neither settings nor a part of a header.
  private func passesUnchanged(_ received: ByteBuffer) -> Bool {
    guard hasClientAcknowledged, !isInSettings, bytes.readableBytes == 0 else { return false }
    var (scanner, rest) = (scanner, received)
    while let frame = scanner.next(&rest) { if frame.hasSettings { return false } }
    guard !scanner.hasPartOfHeader else { return false }
    self.scanner = scanner
    return true
  }
}
