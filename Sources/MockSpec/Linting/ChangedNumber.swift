import MockSpecDiagnostics
import MockSpecDocument

enum ChangedNumber: SpecRule {
  static let name = "changed-number"
  static let summary = "a value of JSON is a number whose digits aren't sent as they are written, or beyond all doubles"
  static let explanation = """
    Without quotes, YAML reads a postal code, a phone number, a file mode or a hash as a number, and JSON has neither \
    leading zeros nor '+' nor hexadecimal digits: '01234' is sent as 1234. '12e4567' is a number beyond a double's range, \
    from about 5e-324 to 1.8e308, that clients read as infinity or reject. Put the value in quotes. '+' before fewer than \
    six digits and exponents within the range aren't reported.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Address:
          match: GET /address
          responses: {Found: {json: {city: Freiberg, zip: 09599}}}
      """,
    right: """
      requests:
        Address:
          match: GET /address
          responses: {Found: {json: {city: Freiberg, zip: '09599'}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.jsonValues.flatMap { root in
      root.values(limit: ProblemLimit.perFile + 1) { record, text in
        (record.kind == .integer || record.kind == .float) && isUnusual(text)
      }.compactMap(warning)
    }
  }

  /// Whether a number may be one that is reported. Most have neither a sign, nor a zero at the start, nor an exponent.
  private static func isUnusual(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = text.first else { return false }
    if first == UInt8(ascii: "0") || first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { return text.count > 1 }
    return text.count > 300 || text.contains { $0 | 0x20 == UInt8(ascii: "e") }
  }

  private static func warning(_ node: Node) -> Diagnostic? {
    let text = node.text
    let shown = Excerpt.of(text)
    let digits = text.drop { $0 == "+" || $0 == "-" }
    let isCoded = text.hasPrefix("0x") || text.hasPrefix("0o")
    let isPadded = digits.prefix { $0.isNumber }.count > 1 && digits.first == "0"
    if isCoded || isPadded || text.hasPrefix("+") && digits.count >= 6 && digits.allSatisfy(\.isNumber) {
      guard let sent = DecimalText.json(text) else { return nil }
      // Digits after '0x' can be meant as a number.
      return warning(
        "'\(shown)' is sent as the number \(Excerpt.of(sent))", at: node.range,
        help: isCoded ? "write the number, or put it in quotes: '\(shown)'" : Quoting.help(shown),
        fix: isCoded ? nil : quotes(node))
    }
    guard isBeyondDoubles(digits) else { return nil }
    return warning(
      "'\(shown)' is a number beyond a double's range", at: node.range, help: Quoting.help(shown), fix: quotes(node))
  }

  /// Whether a double can't represent a number, not even roughly.
  private static func isBeyondDoubles(_ digits: Substring) -> Bool {
    guard let value = Double(digits) else { return false }
    if value.isInfinite { return true }
    return value == 0 && digits.prefix { $0 != "e" && $0 != "E" }.contains { ("1"..."9").contains($0) }
  }

  private static func quotes(_ node: Node) -> Fix {
    let isJSON = DocumentParser.Format(path: node.range.file.path) == .json
    return Fix(node.range, isJSON ? "\"\(node.text)\"" : Quoting.quoted(node.text))
  }
}
