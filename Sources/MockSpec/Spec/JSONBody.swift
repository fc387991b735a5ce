import MockSpecDiagnostics
import MockSpecDocument

/// A spec's `json` as the bytes that are sent: compact, keys in the file's order, numbers with the digits written.
enum JSONBody {
  static func bytes(_ root: Node) -> [UInt8] {
    var text = JSONText()
    write(root, to: &text)
    return text.bytes
  }

  /// Recursion is bounded by the depth limit that the document was parsed with.
  private static func write(_ node: Node, to text: inout JSONText) {
    switch node.kind {
    case .mapping:
      text.raw("{")
      for (key, value) in node.entries {
        text.separate()
        key.withUTF8 { text.string(utf8: $0) }
        text.raw(":")
        write(value, to: &text)
      }
      text.raw("}")
    case .sequence:
      text.raw("[")
      for element in node.elements {
        text.separate()
        write(element, to: &text)
      }
      text.raw("]")
    case .string: node.withUTF8 { text.string(utf8: $0) }
    case .bool: text.raw(node.boolValue == true ? "true" : "false")
    case .integer, .float: text.raw(isNumber(node.text) ? node.text : DecimalText.normalized(node.text) ?? "null")
    case .null, .invalid: text.raw("null")
    }
  }

  /// Whether a number's text is already as JSON writes it (RFC 8259 §6).
  static func isNumber(_ text: String) -> Bool {
    var rest = text.utf8[...]
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
}

/// YAML's further notations for numbers, rewritten as JSON's without losing a digit.
enum DecimalText {
  /// `+1` → `1`, `.5` → `0.5`, `1.` → `1.0`, `007` → `7`, `0x1F` → `31`; `nil` for `.inf` and `.nan`.
  static func normalized(_ text: String) -> String? {
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
    return JSONBody.isNumber(result) ? result : nil
  }
}
