/// A parser of Mustache templates (mustache.github.io/mustache.5.html) without partials. It works in one pass and
/// without recursion.
struct TemplateParser {
  static let depthLimit = 32
  static let sizeLimit = 4 << 20
  /// The maximum length of a delimiter in bytes, since a search takes longer for long delimiters.
  static let delimiterLimit = 16

  private enum Kind: Equatable {
    case variable, unescaped, section, inverted, sectionEnd, comment, delimiters
    case unsupported(String)

    /// Whether a line with only this tag is removed.
    var removesItsLine: Bool {
      switch self {
      case .section, .inverted, .sectionEnd, .comment, .delimiters: true
      case .variable, .unescaped, .unsupported: false
      }
    }
  }

  private let text: [UInt8]
  private var tokens: [Template.Token] = []
  /// The open sections, the outermost first, with the indexes of their tokens.
  private var sections: [(name: Template.Name, isInverted: Bool, token: Int)] = []
  private var opening = Array("{{".utf8)
  private var closing = Array("}}".utf8)
  /// The start of the text that isn't part of a token yet.
  private var rest = 0

  init(_ text: [UInt8]) { self.text = text }

  mutating func parse() throws(TemplateError) -> [Template.Token] {
    guard text.count <= Self.sizeLimit else {
      throw TemplateError(message: "the template is larger than \(Self.sizeLimit >> 20) MiB", part: 0..<0)
    }
    while let start = text[rest...].firstStart(of: opening) { try readTag(at: start) }
    addText(upTo: text.count)
    if let open = sections.last {
      throw TemplateError(
        message: "section '\(open.name.text)' is never closed", part: open.name.tag,
        help: "add {{/\(open.name.text)}} where it ends")
    }
    return tokens
  }

  private mutating func readTag(at start: Int) throws(TemplateError) {
    let inside = start + opening.count
    let (kind, length) = kind(at: inside)
    let isTriple = kind == .unescaped && text[inside] == UInt8(ascii: "{")
    let end = (isTriple ? [UInt8(ascii: "}")] : kind == .delimiters ? [UInt8(ascii: "=")] : []) + closing
    guard let stop = text[(inside + length)...].firstStart(of: end) else {
      throw TemplateError(
        message: "the tag is never closed", part: start..<inside,
        help: "add '\(String(decoding: end, as: UTF8.self))' after its name")
    }
    let content = Self.trimmed(text[(inside + length)..<stop])
    let tag = start..<stop + end.count
    let line = kind.removesItsLine ? lineOfItsOwn(tag) : nil
    addText(upTo: line?.lowerBound ?? start)
    rest = line?.upperBound ?? tag.upperBound
    try add(kind, content, tag)
  }

  private func kind(at index: Int) -> (Kind, length: Int) {
    switch index < text.count ? text[index] : 0 {
    case UInt8(ascii: "#"): (.section, 1)
    case UInt8(ascii: "^"): (.inverted, 1)
    case UInt8(ascii: "/"): (.sectionEnd, 1)
    case UInt8(ascii: "!"): (.comment, 1)
    case UInt8(ascii: "="): (.delimiters, 1)
    case UInt8(ascii: "{"), UInt8(ascii: "&"): (.unescaped, 1)
    case UInt8(ascii: ">"), UInt8(ascii: "<"): (.unsupported("partials"), 1)
    case UInt8(ascii: "$"): (.unsupported("blocks"), 1)
    case UInt8(ascii: "%"): (.unsupported("pragmas"), 1)
    default: (.variable, 0)
    }
  }

  private mutating func add(_ kind: Kind, _ content: ArraySlice<UInt8>, _ tag: Range<Int>) throws(TemplateError) {
    switch kind {
    case .comment: break
    case .delimiters: try setDelimiters(content, tag)
    case .unsupported(let feature):
      throw TemplateError(
        message: "\(feature) aren't supported in templates", part: tag,
        help: Template.advice(on: String(decoding: content, as: UTF8.self)) ?? "write the text itself here")
    case .variable: tokens.append(.variable(try TagParser(content, tag).parse(), isEscaped: true))
    case .unescaped: tokens.append(.variable(try TagParser(content, tag).parse(), isEscaped: false))
    case .section, .inverted:
      guard sections.count < Self.depthLimit else {
        throw TemplateError(message: "sections are nested more than \(Self.depthLimit) levels deep", part: tag)
      }
      var name = try TagParser(content, tag).parse()
      name.isSection = true
      sections.append((name, kind == .inverted, tokens.count))
      tokens.append(.sectionEnd)
    case .sectionEnd:
      let name = try TagParser(content, tag).parse()
      guard let open = sections.popLast() else {
        throw TemplateError(message: "no section '\(name.text)' is open here", part: tag)
      }
      guard open.name.parts == name.parts else {
        throw TemplateError(
          message: "expected the end of section '\(open.name.text)', found the end of '\(name.text)'", part: tag,
          help: "write {{/\(open.name.text)}}")
      }
      tokens[open.token] = .section(open.name, isInverted: open.isInverted, end: tokens.count)
      tokens.append(.sectionEnd)
    }
  }

  /// Sets the delimiters from a tag such as `{{=<% %>=}}`.
  private mutating func setDelimiters(_ content: ArraySlice<UInt8>, _ tag: Range<Int>) throws(TemplateError) {
    let parts = content.split { " \t\r\n".utf8.contains($0) }
    guard parts.count == 2, !content.contains(UInt8(ascii: "=")) else {
      throw TemplateError(message: "expected two delimiters", part: tag, help: "for example: {{=<% %>=}}")
    }
    guard parts.allSatisfy({ $0.count <= Self.delimiterLimit }) else {
      throw TemplateError(message: "the delimiter is longer than \(Self.delimiterLimit) characters", part: tag)
    }
    opening = Array(parts[0])
    closing = Array(parts[1])
  }

  private mutating func addText(upTo end: Int) {
    if rest < end { tokens.append(.text(Array(text[rest..<end]))) }
    rest = max(rest, end)
  }

  /// Returns the range of a tag's line, including the line break, if it contains only this tag and white space.
  private func lineOfItsOwn(_ tag: Range<Int>) -> Range<Int>? {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var start = tag.lowerBound
    while start > rest, isBlank(text[start - 1]) { start -= 1 }
    // The text before `rest` may end with another tag on the same line.
    guard start == 0 || text[start - 1] == UInt8(ascii: "\n") else { return nil }
    var end = tag.upperBound
    while end < text.count, isBlank(text[end]) { end += 1 }
    if end == text.count { return start..<end }
    if text[end] == UInt8(ascii: "\r"), end + 1 < text.count { end += 1 }
    return text[end] == UInt8(ascii: "\n") ? start..<end + 1 : nil
  }

  static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    func isSpace(_ byte: UInt8) -> Bool { " \t\r\n".utf8.contains(byte) }
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }
}
