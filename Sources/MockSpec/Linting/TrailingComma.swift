import MockSpecDiagnostics
import MockSpecDocument

enum TrailingComma: SpecRule {
  static let name = "trailing-comma"
  static let summary = "a value ends with the comma that separates entries in JSON"
  static let explanation = """
    In a block of YAML, entries are separated by lines, so that a comma at the end of a line is a part of the value: a \
    number or a list in JSON becomes text. Remove the commas, or put the value in quotes if the comma is meant.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item:
          match: GET /item
          responses:
            Found:
              headers:
                X-Shop: lamps,
                X-Page: 2
              json: {id: 1}
      """,
    right: """
      requests:
        Item:
          match: GET /item
          responses:
            Found:
              headers:
                X-Shop: lamps
                X-Page: 2
              json: {id: 1}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    guard let source = spec.source, mayContainComma(source.bytes) else { return [] }
    return spec.requests.flatMap { request -> [Diagnostic] in
      var ranges: [SourceRange] = []
      for match in request.spec.matches.lazy.map(\.value) {
        ranges += [match.query, match.headers, match.params, match.cookies].joined().flatMap { rule in
          (rule.matchers.value ?? []).map(\.range)
        }
        if let path = match.path.value, path.value.text.hasSuffix(",") { ranges.append(path.range) }
      }
      for response in request.responses {
        for header in response.headers { ranges += (header.values.value ?? []).map(\.range) }
      }
      let json = request.spec.responses.flatMap(\.contents).compactMap { content -> Node? in
        if case .json(let node) = content.body { firstEncoded(node) } else { nil }
      }
      return ranges.filter(endsWithComma).map { warning($0) } + json.map { warning($0.range) }
    }
  }

  /// Whether a line of a block ends with a comma. In JSON and in braces, commas aren't part of values.
  private static func mayContainComma(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      if bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") { return false }
      return bytes.indices.contains { index in
        bytes[index] == UInt8(ascii: ",")
          && "\r\n#".utf8.contains(bytes[(index + 1)...].first { !$0.isBlank } ?? UInt8(ascii: "\n"))
      }
    }
  }

  private static func warning(_ range: SourceRange) -> Diagnostic {
    warning(
      "the value ends with a comma, which is a part of it", at: range, help: "remove the comma, or quote the value")
  }

  /// Whether a value without quotes ends with a comma.
  private static func endsWithComma(_ range: SourceRange) -> Bool {
    let bytes = range.file.bytes[range.bytes.clamped(to: range.file.bytes.indices)]
    let after = range.file.bytes[range.bytes.upperBound...].first
    return bytes.count > 1 && bytes.last == UInt8(ascii: ",") && !"'\"|>".utf8.contains(bytes[bytes.startIndex])
      && after != UInt8(ascii: "'") && after != UInt8(ascii: "\"")
  }

  /// Returns the first value in a mapping that ends with a comma of JSON: a number, a Boolean or null; or any value, if
  /// all but the last value end with commas. A single text can end with a comma.
  private static func firstEncoded(_ node: Node, depth: Int = 0) -> Node? {
    guard depth < 20, node.kind == .mapping else { return nil }
    let values = node.entries.prefix(64).map(\.value)
    let found = values.filter { $0.kind == .string && endsWithComma($0.range) }
    // In JSON, there is no comma after the last value.
    let isList = found.count > 1 && found.count == values.count - 1 && values.last?.index != found.last?.index
    if let first = found.first, isList || isNumber(first) { return first }
    return values.lazy.compactMap { firstEncoded($0, depth: depth + 1) }.first
  }

  private static func isNumber(_ node: Node) -> Bool {
    let text = node.text.dropLast()
    let isDigit = text.first.map { $0 == "-" || ($0.isASCII && $0.isNumber) } ?? false
    return ["true", "false", "null"].contains(text) || (isDigit && Double(text) != nil)
  }
}
