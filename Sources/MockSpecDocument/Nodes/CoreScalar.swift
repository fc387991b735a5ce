/// The kinds and values of plain scalars in YAML's core schema (YAML 1.2.2 §10.3.2), in which `no`, `on` and `yes` are
/// text.
enum CoreScalar {
  static func kind(of bytes: UnsafeBufferPointer<UInt8>) -> Node.Kind {
    guard let first = bytes.first else { return .null }
    switch first {
    case UInt8(ascii: "~"): return bytes.count == 1 ? .null : .string
    case UInt8(ascii: "n"), UInt8(ascii: "N"):
      return bytes.count == 4 && isOne(of: ["null", "Null", "NULL"], bytes) ? .null : .string
    case UInt8(ascii: "t"), UInt8(ascii: "T"):
      return bytes.count == 4 && isOne(of: ["true", "True", "TRUE"], bytes) ? .bool : .string
    case UInt8(ascii: "f"), UInt8(ascii: "F"):
      return bytes.count == 5 && isOne(of: ["false", "False", "FALSE"], bytes) ? .bool : .string
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      return numberKind(bytes)
    default: return .string
    }
  }

  /// Returns the value of an integer, including `0x1F` and `0o17`; `nil` if it doesn't fit.
  static func integer(_ text: String) -> Int? {
    if text.hasPrefix("0x") { return Int(text.dropFirst(2), radix: 16) }
    if text.hasPrefix("0o") { return Int(text.dropFirst(2), radix: 8) }
    return Int(text)
  }

  static func float(_ text: String) -> Double? {
    switch text.drop(while: { $0 == "+" || $0 == "-" }).lowercased() {
    case ".inf": return text.hasPrefix("-") ? -.infinity : .infinity
    case ".nan": return .nan
    default: break
    }
    var text = text
    if text.hasPrefix("+") { text.removeFirst() }
    if text.hasPrefix(".") { text = "0" + text }
    if text.hasPrefix("-.") { text = "-0" + text.dropFirst() }
    return Double(text)
  }

  private static func numberKind(_ bytes: UnsafeBufferPointer<UInt8>) -> Node.Kind {
    var rest = bytes[...]
    if rest.count > 1, rest[1] == UInt8(ascii: "x") || rest[1] == UInt8(ascii: "o"), rest[0] == UInt8(ascii: "0") {
      let isHex = rest[1] == UInt8(ascii: "x")
      let digits = rest.dropFirst(2)
      let valid = digits.allSatisfy { isHex ? isHexDigit($0) : (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }
      return valid && !digits.isEmpty ? .integer : .string
    }
    if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
    if rest.count == 4, rest.first == UInt8(ascii: ".") {
      if isOne(of: [".inf", ".Inf", ".INF"], rest) { return .float }
      if isOne(of: [".nan", ".NaN", ".NAN"], bytes) { return .float }
    }

    let whole = takeDigits(&rest)
    var fraction = 0
    var isFloat = false
    if rest.first == UInt8(ascii: ".") {
      isFloat = true
      rest = rest.dropFirst()
      fraction = takeDigits(&rest)
    }
    guard whole + fraction > 0 else { return .string }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      isFloat = true
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
      guard takeDigits(&rest) > 0 else { return .string }
    }
    guard rest.isEmpty else { return .string }
    return isFloat ? .float : .integer
  }

  private static func takeDigits(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    let count = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }.count
    rest = rest.dropFirst(count)
    return count
  }

  private static func isHexDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
  }

  private static func isOne(of words: [StaticString], _ bytes: some Collection<UInt8>) -> Bool {
    words.contains { word in
      word.utf8CodeUnitCount == bytes.count
        && word.withUTF8Buffer { $0.elementsEqual(bytes) }
    }
  }
}
