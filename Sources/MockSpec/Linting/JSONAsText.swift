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
    guard spec.source.map({ mayContainJSONAsText($0.bytes) }) == true else { return [] }
    return spec.requests.flatMap { request in
      var values: [Node] = []
      switch request.matcher.body?.kind {
      case .json(let node), .jsonEquals(let node): values.append(node)
      default: break
      }
      for response in request.responses { if case .json(let node) = response.spec.body { values.append(node) } }
      return values.filter(isEncoded).map { value in
        warning(
          "the JSON value is text that contains JSON", at: value.range,
          help: "remove the quotes around it, or write it under 'text'")
      }
    }
  }

  /// Whether a bracket follows a quote, or the file has the signs of block text. Most files have neither, and no value is
  /// looked at then.
  private static func mayContainJSONAsText(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.contains { index in
        switch bytes[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"):
          bytes[(index + 1)...].first { $0 > 0x20 }.map("{[\\".utf8.contains) ?? false
        case UInt8(ascii: "|"), UInt8(ascii: ">"): true
        default: false
        }
      }
    }
  }

  private static func isEncoded(_ node: Node) -> Bool {
    guard node.kind == .string else { return false }
    let text = node.withUTF8 { Array($0.drop { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) }
    guard let first = text.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return false }
    return DocumentParser.parseJSON(text) != nil
  }
}
