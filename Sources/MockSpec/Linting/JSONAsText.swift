import MockSpecDiagnostics
import MockSpecDocument

enum JSONAsText: SpecRule {
  static let name = "json-as-text"
  static let summary = "a JSON value is text that contains an object or an array"
  static let explanation = """
    The value is sent, or compared, as one JSON string with escaped quotes, and not as the object or array in it. Remove \
    the quotes around it, or use 'text' for a body that is already encoded. Ignore this warning if the string is meant.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item:
          match: GET /item
          responses: {Found: {json: '{"id": 1}'}}
      """,
    right: """
      requests:
        Item:
          match: GET /item
          responses: {Found: {json: {"id": 1}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for request in spec.requests {
      for alternative in request.alternatives {
        switch alternative.matcher.body?.kind {
        case .json(let node), .jsonEquals(let node): add(node, to: &found)
        default: break
        }
      }
      for response in request.responses { if case .json(let node) = response.spec.body { add(node, to: &found) } }
    }
    return found
  }

  private static func add(_ value: Node, to found: inout [Diagnostic]) {
    // Most values are mappings or lists.
    guard value.kind == .string, isEncoded(value) else { return }
    found.append(
      warning(
        "the JSON value is text that contains JSON", at: value.range,
        help: "remove the \(block(value).map(String.init) ?? "quotes around it"), or write it under 'text'"))
  }

  /// Returns the indicator of a block scalar; `nil` for other values.
  private static func block(_ node: Node) -> Character? {
    node.range.text.first.flatMap { "|>".contains($0) ? $0 : nil }
  }

  private static func isEncoded(_ node: Node) -> Bool {
    let text = node.withUTF8 { Array($0.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) }
    guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return DocumentParser.parseJSON(text) != nil
  }
}
