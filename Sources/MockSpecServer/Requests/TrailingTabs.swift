import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Replaces tabs at the ends of the lines of a request head with spaces.
///
/// A field value may be followed by spaces and tabs (RFC 9112 §5.1). NIO's decoder accepts the spaces, but it refuses
/// `Content-Length` and `Transfer-Encoding` and misreads `Connection` when a tab follows. Tabs anywhere else, and
/// everything in a body, pass unchanged.
final class TrailingTabs: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Limit on the blanks that are held back until the next byte arrives.
  private static let heldLimit = 1_024

  private let isReadingBody: () -> Bool
  /// Blanks at the end of what was read, which may turn out to end a line.
  private var held: ByteBuffer?

  /// - Parameter isReadingBody: Whether the decoder has reported a head whose request hasn't ended.
  init(isReadingBody: @escaping () -> Bool) {
    self.isReadingBody = isReadingBody
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var rest = unwrapInboundIn(data)
    if var held = held.take() {
      held.writeBuffer(&rest)
      rest = held
    }
    // The decoder sees the bytes before each run of blanks first, since they decide whether the run is in a body.
    while let tab = Self.firstTab(in: rest) {
      if tab > 0, let before = rest.readSlice(length: tab) { context.fireChannelRead(wrapInboundOut(before)) }
      let view = rest.readableBytesView
      let end = view.firstIndex { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      let isInBody = isReadingBody()
      if end == nil, !isInBody, view.count <= Self.heldLimit {
        held = rest
        return
      }
      let length = (end ?? view.endIndex) - view.startIndex
      if !isInBody, let end, view[end] == UInt8(ascii: "\r") || view[end] == UInt8(ascii: "\n") {
        rest.setRepeatingByte(UInt8(ascii: " "), count: length, at: rest.readerIndex)
      }
      if let blanks = rest.readSlice(length: length) { context.fireChannelRead(wrapInboundOut(blanks)) }
    }
    if rest.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(rest)) }
  }

  /// The offset of the first tab.
  private static func firstTab(in buffer: ByteBuffer) -> Int? {
    buffer.withUnsafeReadableBytes { bytes in
      guard let start = bytes.baseAddress, let tab = memchr(start, 9, bytes.count) else { return nil }
      return UnsafeRawPointer(tab) - start
    }
  }
}
