import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyCharacter: SpecRule {
  static let name = "unlikely-character"
  static let summary =
    "the value of a header or query parameter has an invisible character, or a key of JSON is in curly quotes"
  static let explanation = """
    The characters are a part of the value or the key, though they come from a web page, a chat or a word processor: remove \
    the invisible character, and write straight quotes. To have one on purpose, write it as an escape in double quotes: \
    "\\u200B". Keys of JSON in quotes of YAML aren't reported.
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
        if let warning = invisible(value.value, value.range) { found.append(warning) }
      }
    }
    for request in spec.requests {
      add(request.spec.match)
      for response in request.responses {
        add(response.spec.reply?.headers ?? [])
        if case .json(let node) = response.spec.body, let warning = quotedKey(node) { found.append(warning) }
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
