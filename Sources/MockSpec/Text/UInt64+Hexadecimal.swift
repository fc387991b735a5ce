extension UInt64 {
  /// Returns the last digits in hexadecimal notation, in lower case and with leading zeros.
  func hexadecimal(digits count: Int = 16) -> String {
    String(unsafeUninitializedCapacity: count) { text in
      for place in 0..<count {
        let digit = UInt8(truncatingIfNeeded: self >> (4 * (count - 1 - place))) & 15
        text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return count
    }
  }
}
