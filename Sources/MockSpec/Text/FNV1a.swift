/// The FNV-1a hash with 64 bits, to which bytes are added one at a time. It is the same in every process.
///
/// ``ContentHash`` is faster for bytes that are all known.
package struct FNV1a: Sendable {
  package private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  package init(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { add(byte) }
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
