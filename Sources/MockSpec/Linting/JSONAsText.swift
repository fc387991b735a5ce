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
        if let body = alternative.matcher.body { add(body, to: &found) }
      }
      for response in request.spec.responses {
        for condition in response.receivedConditions { add(condition, to: &found) }
        for content in response.contents {
          if case .json(let node) = content.body { add(node, hasText: content.kind != .event, to: &found) }
        }
      }
    }
    return found
  }

  private static func add(_ condition: BodyMatcher, to found: inout [Diagnostic]) {
    switch condition.kind {
    case .json(let node), .jsonEquals(let node): add(node, to: &found)
    default: break
    }
  }

  /// - Parameter hasText: Whether 'text' can be written in its place.
  private static func add(_ value: Node, hasText: Bool = true, to found: inout [Diagnostic]) {
    // Most values are mappings or lists.
    guard value.kind == .string, isEncoded(value) else { return }
    found.append(
      warning(
        "the JSON value is text that contains JSON", at: value.range,
        help: "remove the \(block(value).map(String.init) ?? "quotes around it")"
          + (hasText ? ", or write it under 'text'" : "")))
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
