/// An exact decimal number with any number of digits. Notations of the same value are equal.
package struct DecimalNumber: Hashable, Sendable {
  private(set) var isNegative = false
  /// The significant digits, without zeros at either end; empty for zero.
  private(set) var digits: [UInt8] = []
  /// The value is 0.digits × 10^exponent.
  private(set) var exponent = 0

  /// Parses the notations of JSON and YAML (`+1`, `.5`, `0x1F`, `0o17`). Returns `nil` for other texts, including `.nan`.
  package init?(_ text: String) {
    var written = text
    if text.hasPrefix("0x") || text.hasPrefix("0o") {
      let radix = text.hasPrefix("0x") ? 16 : 8
      guard let value = UInt64(text.dropFirst(2), radix: radix) else { return nil }
      written = String(value)
    }
    var rest = Array(written.utf8)[...]
    if let sign = rest.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
      isNegative = sign == UInt8(ascii: "-")
      rest = rest.dropFirst()
    }
    let whole = rest.prefix { $0 &- UInt8(ascii: "0") < 10 }
    rest = rest.dropFirst(whole.count)
    var fraction: ArraySlice<UInt8> = []
    if rest.first == UInt8(ascii: ".") {
      fraction = rest.dropFirst().prefix { $0 &- UInt8(ascii: "0") < 10 }
      rest = rest.dropFirst(1 + fraction.count)
    }
    guard whole.count + fraction.count > 0 else { return nil }
    var power = 0
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      let text = String(decoding: rest.dropFirst(), as: UTF8.self)
      let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
      guard !digits.isEmpty, text.utf8.count - digits.count < 2, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 })
      else { return nil }
      // Clamped so that the sums below don't overflow. Such exponents have no practical use.
      let bound = 1 << 60
      power = max(-bound, min(bound, Int(text) ?? (text.hasPrefix("-") ? -bound : bound)))
      rest = []
    }
    guard rest.isEmpty else { return nil }
    digits = Array(whole + fraction)
    exponent = whole.count + power
    let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
    digits.removeFirst(zeros)
    exponent -= zeros
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    if digits.isEmpty {
      isNegative = false
      exponent = 0
    }
  }
}
