import NIOCore

extension ByteBuffer {
  /// Appends bytes, without a copy if they are the first ones.
  mutating func append(_ bytes: ByteBuffer) {
    if readableBytes == 0 { self = bytes } else { writeImmutableBuffer(bytes) }
  }
}
