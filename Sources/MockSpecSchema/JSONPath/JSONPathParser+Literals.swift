// Texts in quotes and numbers (RFC 9535 §2.3 and §2.3.5).
extension JSONPathParser {
  struct StringLiteral {
    var text = ""
    /// Where each Unicode scalar of the text is written in the path, and where the text ends.
    var offsets: [Int] = []

    mutating func append(_ scalar: Unicode.Scalar, at offset: Int) {
      text.unicodeScalars.append(scalar)
      offsets.append(offset)
    }
  }

  /// Parses a text in single or double quotes.
  mutating func string() throws(JSONPathError) -> StringLiteral {
    let (quote, start) = (peek(), position)
    let mark = Unicode.Scalar(quote)
    position += 1
    var literal = StringLiteral()
    while position < bytes.count, bytes[position] != quote {
      let offset = position
      if bytes[position] == UInt8(ascii: "\\") {
        literal.append(try escape(quote), at: offset)
      } else if bytes[position] < 0x20 {
        throw error(offset, "a text in quotes has a control character", help: "write it as an escape, such as \\n")
      } else {
        repeat { position += 1 } while position < bytes.count && bytes[position] & 0xC0 == 0x80
        let scalar = String(decoding: bytes[offset..<position], as: UTF8.self).unicodeScalars.first
        literal.append(scalar ?? "\u{FFFD}", at: offset)
      }
    }
    guard position < bytes.count else {
      position = start + 1
      throw error(start, "the text in quotes has no end: expected \(mark == "'" ? "\"'\"" : "'\"'")")
    }
    literal.offsets.append(position)
    position += 1
    return literal
  }

  /// Parses an escape at the position.
  private mutating func escape(_ quote: UInt8) throws(JSONPathError) -> Unicode.Scalar {
    let start = position
    position += 2
    switch peek(-1) {
    case quote: return Unicode.Scalar(quote)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else {
        throw error(start, "'\(text(start))' is an incomplete escape: expected four hexadecimal digits after '\\u'")
      }
      if let scalar = Unicode.Scalar(unit) { return scalar }
      if unit < 0xDC00, take("\\u"), let low = hexadecimal(), (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return scalar
      }
      throw error(start, "'\(text(start))' isn't a character: expected both halves of a surrogate pair")
    default:
      position = min(position, bytes.count)
      while peek() & 0xC0 == 0x80 { position += 1 }
      throw error(
        start, "'\(text(start))' isn't an escape",
        help: peek(-1) == UInt8(ascii: "'") || peek(-1) == UInt8(ascii: "\"")
          ? "remove the backslash" : "write '\\\\' for a backslash")
    }
  }

  private mutating func hexadecimal() -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(peek())).hexDigitValue else { return nil }
      position += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Parses an index or a part of a slice; `nil` if there is none.
  mutating func integer() throws(JSONPathError) -> Int? {
    let start = position
    let isNegative = take("-")
    let digits = takeDigits()
    if digits.isEmpty, !isNegative { return nil }
    if digits.isEmpty { throw unexpected("a number after '-'") }
    let value = Int(text(start))
    if digits.count > 1 && digits.first == UInt8(ascii: "0") || isNegative && value == 0 {
      throw error(start, "'\(text(start))' isn't an index", help: value.map { "write \($0)" })
    }
    // The range in which all implementations of JSON agree (RFC 7493 §2.2).
    guard let value, value.magnitude < 1 << 53 else {
      throw error(start, "'\(text(start))' is beyond the largest index: expected at most \((1 << 53) - 1)")
    }
    return value
  }

  /// Parses a number of JSON.
  mutating func number() throws(JSONPathError) -> ArraySlice<UInt8> {
    let start = position
    _ = take("-")
    let whole = takeDigits()
    if whole.isEmpty { throw unexpected("a number after '-'") }
    if whole.count > 1, whole.first == UInt8(ascii: "0") {
      throw error(start, "'\(text(start))' isn't a number of JSON", help: "remove the zeros at the start")
    }
    if take("."), takeDigits().isEmpty { throw unexpected("a digit after '.'") }
    if take("e") || take("E") {
      if !take("-") { _ = take("+") }
      if takeDigits().isEmpty { throw unexpected("a digit in the exponent") }
    }
    return bytes[start..<position]
  }

  private mutating func takeDigits() -> ArraySlice<UInt8> {
    let digits = bytes[position...].prefix(while: ByteScanner.isDigit)
    position += digits.count
    return digits
  }
}
