import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyCharacter: SpecRule {
  static let name = "unlikely-character"
  static let summary =
    "the value of a header or query parameter has an invisible character, or a text or a key of JSON is in curly quotes"
  static let explanation = """
    The characters are a part of the value or the key, though they come from a web page, a chat or a word processor: remove \
    the invisible character, and write straight quotes. To have one on purpose, write it as an escape in double quotes: \
    "\\u200B". Texts and keys of JSON in quotes of YAML aren't reported.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item:
          match: GET /item
          responses: {Found: {json: {“id”: 1}}}
      """,
    right: """
      requests:
        Item:
          match: GET /item
          responses: {Found: {json: {"id": 1}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    // Most files have only ASCII.
    guard let source = spec.source, !source.bytes.withUnsafeBytes(\.isASCII) else { return [] }
    var found: [Diagnostic] = []
    func add(_ match: MatchRules) {
      for rule in match.query + match.headers {
        for matcher in rule.matchers.value ?? [] {
          for case .equals(let text) in matcher.conditions {
            found += [invisible(text, matcher.range)].compactMap(\.self)
          }
        }
      }
    }
    func add(_ headers: [HeaderRule]) {
      for value in headers.flatMap({ $0.values.value ?? [] }) {
        if let warning = invisible(value.value, value.range) ?? quoted(value) { found.append(warning) }
      }
    }
    for request in spec.requests {
      for match in request.spec.matches { add(match.value) }
      for response in request.responses {
        for content in response.spec.contents {
          add(content.headers)
          switch content.body {
          case .json(let node): if let warning = quotedKey(node) ?? quotedValue(node) { found.append(warning) }
          case .text(let text): if let warning = quoted(text) { found.append(warning) }
          case .file, .base64, .stream, nil: break
          }
        }
      }
    }
    add(spec.defaults.match)
    add(spec.defaults.response.headers)
    return found
  }

  /// Whether this rule reports a value of a header.
  static func isReported(_ header: HeaderRule) -> Bool {
    header.values.value?.contains { invisible($0.value, $0.range) != nil } == true
  }

  /// Returns a warning about the first text of JSON in curly quotes.
  private static func quotedValue(_ node: Node) -> Diagnostic? {
    node.values { record, text in record.kind == .string && text.first == 0xE2 }
      .lazy.compactMap { quoted(Located($0.text, at: $0.range)) }.first
  }

  /// Returns a warning about a text in curly quotes without quotes of YAML. In other scripts, the quotes can be meant.
  private static func quoted(_ text: Located<String>) -> Diagnostic? {
    guard UnlikelyPattern.isInCurlyQuotes(text.value), text.range.text == text.value else { return nil }
    let inner = text.value.dropFirst().dropLast()
    guard inner.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    return warning(
      "the text is in curly quotes, which are a part of it", at: text.range,
      help: "use straight quotes: '\(Excerpt.of(String(inner)))'; to keep the curly ones, put the text in quotes")
  }

  private static func invisible(_ text: String, _ range: SourceRange) -> Diagnostic? {
    guard let found = character(in: text) else { return nil }
    let part = range.firstRange(of: Substring(String(found.scalar)))
    // A character written as an escape is intentional.
    if part.bytes == range.bytes { return nil }
    return warning(
      "the value has \(found.description)", at: part,
      help: found.meanings[0].isEmpty ? "remove it" : "replace it with a space, or remove it")
  }

  private static func character(in text: String) -> Lookalike? {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return nil }
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      if let found = Lookalike(scalar, in: .yaml), found.isInvisible,
        UnlikelyURL.isUnlikely(found, around: index, in: scalars)
      {
        return found
      }
    }
    return nil
  }

  /// Returns a warning about the first key in curly quotes, which come from a word processor.
  private static func quotedKey(_ node: Node) -> Diagnostic? {
    for mapping in node.subtree where mapping.kind == .mapping {
      for (key, _) in mapping.entries where UnlikelyPattern.isInCurlyQuotes(key.text) {
        // In other scripts, the quotes can be a part of the name.
        if key.range.text != key.text || !key.text.dropFirst().dropLast().utf8.allSatisfy({ $0 < 0x80 }) { continue }
        return warning(
          "the key '\(key.excerpt)' is in curly quotes, which are a part of it", at: key.range,
          help: "use straight quotes: \"\(Excerpt.of(String(key.text.dropFirst().dropLast())))\"")
      }
    }
    return nil
  }
}
