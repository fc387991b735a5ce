extension UInt8 {
  /// Whether it is an unreserved character (RFC 3986 §2.3).
  var isUnreserved: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}

extension String {
  /// Returns the text with `%XX` for each byte of its UTF-8 form that isn't kept (RFC 3986 §2.1).
  func percentEncoded(except isKept: (UInt8) -> Bool) -> String {
    if utf8.allSatisfy(isKept) { return self }
    var encoded: [UInt8] = []
    encoded.reserveCapacity(utf8.count)
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in utf8 {
      if isKept(byte) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}
