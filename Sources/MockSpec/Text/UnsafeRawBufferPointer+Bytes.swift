#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

// Not generic, as in `UnsafeRawBufferPointer+Text`.
extension UnsafeRawBufferPointer {
  /// Returns the offset of the first byte in a range that has a value.
  package func firstOffset(of byte: UInt8, in range: Range<Int>) -> Int? {
    guard !range.isEmpty, let start = baseAddress,
      let found = memchr(start + range.lowerBound, Int32(byte), range.count)
    else { return nil }
    return UnsafeRawPointer(found) - start
  }

  /// Whether all bytes are below 128.
  package var isASCII: Bool {
    let words = count / 8
    for word in 0..<words
    where loadUnaligned(fromByteOffset: word * 8, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
    for index in words * 8..<count where self[index] >= 0x80 { return false }
    return true
  }

  /// Returns whether the bytes are equal to others.
  package func equals(_ other: UnsafeRawBufferPointer) -> Bool {
    count == other.count && (isEmpty || memcmp(baseAddress!, other.baseAddress!, count) == 0)
  }
}
