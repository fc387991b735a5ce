/// JSON's notation of numbers (RFC 8259 §6), and conversion to it from YAML's other notations.
package enum DecimalText {
  /// Returns a number in JSON's notation; `nil` if JSON can't represent it.
  package static func json(_ text: String) -> String? { isJSON(text) ? text : normalized(text) }

  /// Whether a number's text is in JSON's notation.
  package static func isJSON(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(isJSON)
  }

  static func isJSON(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var rest = text[...]
    if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
    let whole = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    guard whole.count == 1 || (whole.count > 1 && whole.first != UInt8(ascii: "0")) else { return false }
    rest = rest.dropFirst(whole.count)
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { $0 &- UInt8(ascii: "0") < 10 }
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(1 + fraction.count)
    }
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if let sign = rest.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { rest = rest.dropFirst() }
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
      guard !digits.isEmpty else { return false }
      rest = rest.dropFirst(digits.count)
    }
    return rest.isEmpty
  }

  /// Converts YAML's other notations without losing a digit: `+1` → `1`, `.5` → `0.5`, `1.` → `1.0`, `007` → `7`,
  /// `0x1F` → `31`.
  ///
  /// - Returns: `nil` for `.inf` and `.nan`, and for hexadecimal and octal numbers beyond 64 bits.
  package static func normalized(_ text: String) -> String? {
    if text.hasPrefix("0x") || text.hasPrefix("0o") {
      return UInt64(text.dropFirst(2), radix: text.hasPrefix("0x") ? 16 : 8).map { String($0) }
    }
    let sign = text.hasPrefix("-") ? "-" : ""
    let unsigned = text.drop { $0 == "+" || $0 == "-" }
    let mantissa = unsigned.prefix { $0 != "e" && $0 != "E" }
    let parts = mantissa.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    var whole = String(parts[0].drop { $0 == "0" })
    if whole.isEmpty { whole = "0" }
    let fraction = parts.count > 1 ? "." + (parts[1].isEmpty ? "0" : parts[1]) : ""
    let result = sign + whole + fraction + unsigned.dropFirst(mantissa.count)
    return isJSON(result) ? result : nil
  }
}
