import MockSpecDiagnostics
import MockSpecDocument

enum CommentInText: SpecRule {
  static let name = "comment-in-text"
  static let summary = "a text without quotes ends at a '#' that is probably a part of it"
  static let explanation = """
    In YAML, a '#' after a space starts a comment: 'Order #42' is the text 'Order'. Put the text in quotes. It is reported \
    for texts, values of headers, strings of JSON and conditions, where a number, a color or a code with a digit follows the \
    '#'. A comment with a space after its '#' is never reported.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Order:
          match: GET /order
          responses:
            Open:
              json:
                title: Order #42 is open
      """,
    right: """
      requests:
        Order:
          match: GET /order
          responses:
            Open:
              json:
                title: 'Order #42 is open'
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    guard let source = spec.source, DocumentParser.Format(path: source.path) == .yaml else { return [] }
    let comments = comments(in: source.bytes)
    if comments.isEmpty { return [] }
    return texts(of: spec) { comments[$0] != nil }.compactMap { text in
      guard let start = comments[text.bytes.upperBound] else { return nil }
      return warning(text, SourceRange(file: source, bytes: start..<end(ofLineAt: start, in: source.bytes)))
    }
  }

  private static func warning(_ text: SourceRange, _ comment: SourceRange) -> Diagnostic {
    // A condition can be a mapping whose last value is the text.
    let line = text.file.lineRange(containing: text.bytes.lowerBound)
    let isWhole = line.contains(comment.bytes.lowerBound) && !text.text.contains("{") && !text.text.contains(": ")
    let whole = SourceRange(file: text.file, bytes: text.bytes.lowerBound..<comment.bytes.upperBound).text
    return warning(
      "'#' starts a comment here, so '\(Excerpt.of(comment.text))' isn't a part of the text", at: comment,
      help: (isWhole ? Quoting.help(whole) : "put the text in quotes") + "; or put a space after '#'")
  }

  /// The offsets of comments that are probably a part of the text before them, by the end of that text.
  private static func comments(in bytes: [UInt8]) -> [Int: Int] {
    var found: [Int: Int] = [:]
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] == UInt8(ascii: "#") && index > 0 && isBlank(bytes[index - 1]) {
        guard isText(bytes[(index + 1)...]) else { continue }
        var end = index
        while end > 0, isBlank(bytes[end - 1]) { end -= 1 }
        // After quotes, the comment is meant.
        if end > 0, !"'\"".utf8.contains(bytes[end - 1]) { found[end] = index }
      }
    }
    return found
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  private static func end(ofLineAt start: Int, in bytes: [UInt8]) -> Int {
    var end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.count
    // A second comment is one that is meant.
    for index in start + 1..<max(start + 1, end - 1)
    where bytes[index] == UInt8(ascii: "#") && isBlank(bytes[index - 1]) && isBlank(bytes[index + 1]) {
      end = index
      break
    }
    while isBlank(bytes[end - 1]) { end -= 1 }
    return end
  }

  /// Whether a number, a color or a code follows a '#'.
  private static func isText(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    let word = rest.prefix(32).prefix { $0 &- UInt8(ascii: "0") < 10 || ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
    guard let first = word.first else { return false }
    if word.contains(where: { $0 &- UInt8(ascii: "0") < 10 }) { return true }
    return word.count == 6 && word.allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 6 }
      || word.count == 3 && (first | 0x20) &- UInt8(ascii: "a") < 6 && word.allSatisfy { $0 == first }
  }

  /// Returns the ranges of texts that end at certain offsets.
  private static func texts(of spec: LintedSpec, _ endsText: (Int) -> Bool) -> [SourceRange] {
    var found = spec.jsonValues.flatMap { root in
      root.values { record, _ in record.kind == .string && endsText(Int(record.end)) }.map(\.range)
    }
    func add(_ headers: [HeaderRule]) { found += headers.flatMap { ($0.values.value ?? []).map(\.range) } }
    add(spec.defaults.response.headers)
    for response in spec.requests.lazy.flatMap(\.spec.responses) {
      for content in response.contents {
        add(content.headers)
        if case .text(let text) = content.body { found.append(text.range) }
      }
    }
    spec.forEachCondition { matchers, _ in found += matchers.map(\.range) }
    return found.filter { endsText($0.bytes.upperBound) }
  }
}
