import MockSpec
import NIOCore

/// Replaces tabs at the ends of the lines of a response's head with spaces.
///
/// A field value may be followed by spaces and tabs (RFC 9112 §5.1). NIO's decoder accepts the spaces, but it refuses
/// `Content-Length` and `Transfer-Encoding` and misreads `Connection` when a tab follows. Tabs anywhere else, and
/// everything in a body, pass unchanged.
final class TrailingTabs: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Limit on the blanks that are held back until the next byte arrives.
  private static let heldLimit = 1_024

  private let isInHead: () -> Bool
  /// Blanks at the end of what was read, which may turn out to end a line.
  private var held: ByteBuffer?

  /// - Parameter isInHead: Returns whether the bytes that follow what the decoder has received belong to a head.
  init(isInHead: @escaping () -> Bool) {
    self.isInHead = isInHead
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if var held = held.take() {
      held.writeBuffer(&bytes)
      bytes = held
    }
    while bytes.readableBytes > 0 {
      pass(isInHead() ? lengthInHead(&bytes) : bytes.readableBytes, of: &bytes, context)
      if held != nil { return }
    }
  }

  private func pass(_ length: Int, of bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
    guard length > 0, let slice = bytes.readSlice(length: length) else { return }
    context.fireChannelRead(wrapInboundOut(slice))
  }

  /// Replaces the tabs, up to the first empty line that a tab follows: the decoder determines whether the head ends there.
  ///
  /// - Returns: How many bytes to pass. The others are held if they are blanks at the end.
  private func lengthInHead(_ bytes: inout ByteBuffer) -> Int {
    var offset = 0
    while let tabs = bytes.trailingTabs(from: offset) {
      if let end = bytes.endOfLastEmptyLine(in: offset..<tabs.lowerBound) { return end }
      if tabs.upperBound < bytes.readableBytes {
        bytes.setRepeatingByte(UInt8(ascii: " "), count: tabs.count, at: bytes.readerIndex + tabs.lowerBound)
      } else if tabs.count <= Self.heldLimit {
        held = bytes.getSlice(at: bytes.readerIndex + tabs.lowerBound, length: tabs.count)
        return tabs.lowerBound
      }
      offset = tabs.upperBound
    }
    return bytes.readableBytes
  }
}

extension ByteBuffer {
  /// Returns the offsets of the first tab and the blanks that follow it before the end of a line or of the buffer.
  fileprivate func trailingTabs(from start: Int) -> Range<Int>? {
    withUnsafeReadableBytes { bytes in
      var end = start
      while let tab = bytes.firstOffset(of: UInt8(ascii: "\t"), in: end..<bytes.count) {
        end = tab + 1
        while end < bytes.count, bytes[end] == UInt8(ascii: " ") || bytes[end] == UInt8(ascii: "\t") { end += 1 }
        guard end < bytes.count else { return tab..<end }
        if bytes[end] == UInt8(ascii: "\r") || bytes[end] == UInt8(ascii: "\n") { return tab..<end }
      }
      return nil
    }
  }

  /// Returns the offset after the last empty line that ends in a range.
  ///
  /// A line that begins before the buffer counts as empty if nothing of it is in the buffer.
  fileprivate func endOfLastEmptyLine(in range: Range<Int>) -> Int? {
    withUnsafeReadableBytes { bytes in
      var result: Int?
      var offset = range.lowerBound
      while let end = bytes.firstOffset(of: UInt8(ascii: "\n"), in: offset..<range.upperBound) {
        let last = end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end
        offset = end + 1
        if last == 0 || bytes[last - 1] == UInt8(ascii: "\n") { result = offset }
      }
      return result
    }
  }
}
