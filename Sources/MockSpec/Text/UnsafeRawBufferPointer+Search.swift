#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Concrete, as in `UnsafeRawBufferPointer+Text`.
extension UnsafeRawBufferPointer {
  /// Returns the offset of the first byte in a range that has a value.
  package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let start = baseAddress,
      let found = memchr(start + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }
}
