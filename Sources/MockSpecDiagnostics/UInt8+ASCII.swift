extension UInt8 {
  /// The byte in lower case if it is an ASCII letter, else the byte itself.
  @inlinable
  package var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
