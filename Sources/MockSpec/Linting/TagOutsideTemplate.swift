import MockSpecDiagnostics
import MockSpecDocument

enum TagOutsideTemplate: SpecRule {
  static let name = "tag-outside-template"
  static let summary = "a tag with one of our variables isn't rendered, because the response isn't a template"
  static let explanation = """
    The tag is sent as it is written. Add 'template: true' to render it. If it is for the client, such as in a page with \
    its own templates, write 'template: false', or ignore this warning.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item:
          match: GET /items/{id}
          responses: {Found: {text: 'item {{request.path.id}}'}}
      """,
    right: """
      requests:
        Item:
          match: GET /items/{id}
          responses: {Found: {template: true, text: 'item {{request.path.id}}'}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    guard spec.source.map({ mayContainTags($0.bytes) }) == true else { return [] }
    return spec.responses.compactMap { response in
      // Other responses can't be templates.
      guard !spec.isTemplate(response), case .inherited? = response.spec.reply?.template else { return nil }
      return response.spec.contents.lazy.compactMap { content in
        content.first { warning(about: $0, at: $1, isMessage: content.kind == .message) }
      }.first
    }
  }

  /// Whether a file contains braces of tags, including escaped ones. Most files don't, and their texts aren't examined.
  private static func mayContainTags(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.indices.dropLast().contains { index in
        bytes[index] == UInt8(ascii: "\\") || (bytes[index] == UInt8(ascii: "{") && bytes[index + 1] == bytes[index])
      }
    }
  }

  private static func warning(about text: String, at range: SourceRange, isMessage: Bool) -> Diagnostic? {
    guard let tag = tag(in: text.utf8, isMessage: isMessage) else { return nil }
    let written = Substring(tag)
    return warning(
      "'\(Excerpt.of(tag))' is sent as it is written: the response isn't a template", at: range.firstRange(of: written),
      help: "add 'template: true', or 'template: false' if this is meant")
  }

  private static let lengthLimit = 200

  /// Returns the first tag that contains a template variable.
  private static func tag(in text: String.UTF8View, isMessage: Bool) -> Substring.UTF8View? {
    var rest = text[...]
    while let start = rest.firstStart(of: "{{".utf8) {
      rest = rest[start...].dropFirst(2)
      // Tags with variables are short. The limit bounds the cost of text with many opening braces.
      guard let end = rest.prefix(lengthLimit).firstStart(of: "}}".utf8) else { continue }
      var name = rest[..<end]
      while let first = name.first, " {&#^".utf8.contains(first) { name = name.dropFirst() }
      while let last = name.last, last == UInt8(ascii: " ") { name = name.dropLast() }
      if Template.isVariable(String(Substring(name)), isOfMessage: isMessage) {
        return text[start..<text.index(end, offsetBy: 2)]
      }
    }
    return nil
  }
}
