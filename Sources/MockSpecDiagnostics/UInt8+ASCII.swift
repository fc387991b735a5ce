extension UInt8 {
  /// The byte with an ASCII letter in lower case; any other byte is unchanged.
  @inlinable
  package var asciiLowercased: UInt8 { self &- UInt8(ascii: "A") < 26 ? self | 0x20 : self }
}
