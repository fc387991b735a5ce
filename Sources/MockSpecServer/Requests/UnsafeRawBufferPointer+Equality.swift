#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension UnsafeRawBufferPointer {
  /// Returns whether the bytes are equal to others.
  func equals(_ other: [UInt8]) -> Bool {
    count == other.count && (isEmpty || other.withUnsafeBytes { memcmp(baseAddress!, $0.baseAddress!, count) == 0 })
  }
}
