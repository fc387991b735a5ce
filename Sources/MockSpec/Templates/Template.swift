import MockSpecDiagnostics

/// A parsed Mustache template, with variables, sections, comments and custom delimiters, but without partials.
///
/// This isn't a library's implementation because specs need more: every tag has a source range, a missing value is an
/// error, deep nesting can't overflow the stack, and rendering has limits.
struct Template: Sendable, Equatable {
  enum Token: Sendable {
    case text([UInt8])
    case variable(Name, isEscaped: Bool)
    /// A section. The tokens between this one and the one at index `end` are its content.
    case section(Name, isInverted: Bool, end: Int)
    case sectionEnd
  }

  struct Name: Sendable {
    /// The parts of the name between its dots; empty for `{{.}}`, the current value.
    let parts: [String]
    /// The name as written.
    let text: String
    /// The range of the whole tag in the template's text.
    let tag: Range<Int>
    /// Whether the tag starts a section.
    var isSection = false
    /// The generator of the value, in place of a name.
    var generator: TemplateGenerator.Use?
    /// The filters of the value, in their order.
    var filters: [TemplateFilter.Use] = []

    /// Whether the value is JSON: the last filter is `number`, `boolean` or `json`.
    var isJSON: Bool { filters.last?.filter.result == .json }

    /// Whether there is a value if a call has none.
    var hasDefault: Bool { filters.contains { $0.filter.apply == nil } }
  }

  let tokens: [Token]
  private let source: TemplateSource

  /// Parses a template.
  init(_ source: TemplateSource) throws(TemplateError) {
    var parser = TemplateParser(source.text)
    tokens = try parser.parse()
    self.source = source
  }

  /// Whether the template has no tags, not even comments.
  var isPlain: Bool {
    switch tokens.count {
    case 0: source.text.isEmpty
    case 1: if case .text(let text) = tokens[0] { text.count == source.text.count } else { false }
    default: false
    }
  }

  /// Whether the template is one tag whose value is JSON.
  var isJSON: Bool {
    guard tokens.count == 1, case .variable(let name, _) = tokens[0] else { return false }
    return name.isJSON && name.tag.count == source.text.count
  }

  /// The names of all variables and sections, in order.
  var names: [Name] {
    tokens.compactMap { token in
      switch token {
      case .variable(let name, _), .section(let name, _, _): name
      case .text, .sectionEnd: nil
      }
    }
  }

  /// Returns the first variable in single braces, such as `{request.path.id}`. It is plain text, and probably a
  /// mistake.
  static func tagInSingleBraces(_ text: [UInt8]) -> ArraySlice<UInt8>? {
    var rest = text[...]
    while let start = rest.firstStart(of: "{request.".utf8) {
      rest = text[(start + 1)...]
      if start > 0, text[start - 1] == UInt8(ascii: "{") { continue }
      guard let end = rest.prefix(200).firstIndex(of: UInt8(ascii: "}")) else { continue }
      if isVariable(String(decoding: text[(start + 1)..<end], as: UTF8.self)) {
        return text[start...end]
      }
    }
    return nil
  }

  /// Returns whether both have the same text, perhaps at different places.
  static func == (left: Template, right: Template) -> Bool { left.source.text == right.source.text }

  /// The source range of the whole template.
  var range: SourceRange { source.written }

  /// Returns the source range of a tag.
  func range(of name: Name) -> SourceRange { source.range(of: name.tag) }
}

/// A template's text with its source range.
struct TemplateSource: Sendable {
  let text: [UInt8]
  /// The range of the scalar, with its quotes, or of the whole body file.
  fileprivate let written: SourceRange

  init(_ text: Located<String>) {
    self.text = Array(text.value.utf8)
    written = text.range
  }

  init(_ file: SourceFile) {
    text = file.bytes
    written = SourceRange(file: file, bytes: 0..<file.bytes.count)
  }

  /// Returns the source range of a part of the text.
  ///
  /// Quotes, escapes and indentation change the offsets, but seldom the part itself. The third `{{a}}` of the text is
  /// therefore looked up as the third `{{a}}` in the source. If it isn't found, the range of the whole text is
  /// returned.
  func range(of part: Range<Int>) -> SourceRange {
    let wanted = text[part]
    let bytes = written.file.bytes[written.bytes]
    var number = 0
    var next = text.startIndex
    while let found = text[next..<part.lowerBound].firstStart(of: wanted) {
      number += 1
      next = found + 1
    }
    var start = bytes.startIndex
    while let found = bytes[start...].firstStart(of: wanted) {
      if number == 0 { return SourceRange(file: written.file, bytes: found..<found + wanted.count) }
      number -= 1
      start = found + 1
    }
    return written
  }
}

/// A syntax error in a template.
struct TemplateError: Error {
  let message: String
  /// The range of the error in the template's text.
  let part: Range<Int>
  var help: String?
}

extension Collection<UInt8> {
  /// Returns the index at which the first occurrence of other bytes starts; `nil` if there is none.
  func firstStart(of other: some Collection<UInt8>) -> Index? {
    guard let first = other.first else { return nil }
    var rest = self[...]
    while let start = rest.firstIndex(of: first) {
      if rest[start...].starts(with: other) { return start }
      rest = rest[rest.index(after: start)...]
    }
    return nil
  }
}
