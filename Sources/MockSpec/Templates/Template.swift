import MockSpecDiagnostics

/// Mustache, parsed. Of the language there are variables, sections, comments and other delimiters; no partials, since a
/// template stands in a spec by itself.
///
/// It is read here, and not by a library, for what a spec asks of it: every tag has a place, a missing value is an error,
/// deep nesting is refused where a recursive parser would overflow the stack, and rendering can be stopped.
struct Template: Sendable {
  enum Token: Sendable {
    case text([UInt8])
    case variable(Name, isEscaped: Bool)
    /// What is rendered for it stands between this token and the one at `end`.
    case section(Name, isInverted: Bool, end: Int)
    case sectionEnd
  }

  struct Name: Sendable {
    /// Without dots; none for `{{.}}`, the value at hand.
    let parts: [String]
    /// As written.
    let text: String
    /// Of the whole tag, in the template's text.
    let tag: Range<Int>
  }

  let tokens: [Token]
  private let source: TemplateSource

  init(_ source: TemplateSource) throws(TemplateError) {
    var parser = TemplateParser(source.text)
    tokens = try parser.parse()
    self.source = source
  }

  /// Whether it has no tags, not even a comment.
  var isPlain: Bool {
    switch tokens.count {
    case 0: source.text.isEmpty
    case 1: if case .text(let text) = tokens[0] { text.count == source.text.count } else { false }
    default: false
    }
  }

  func range(of name: Name) -> SourceRange { source.range(of: name.tag) }
}

/// A template's text, and where it was written.
struct TemplateSource: Sendable {
  let text: [UInt8]
  /// Of the scalar, perhaps in quotes or over several lines; or of a whole body file.
  private let written: SourceRange

  init(_ text: Located<String>) {
    self.text = Array(text.value.utf8)
    written = text.range
  }

  init(_ file: SourceFile) {
    text = file.bytes
    written = SourceRange(file: file, bytes: 0..<file.bytes.count)
  }

  /// Where a part of the text stands in its file. Quotes, escapes and indentation move it, but seldom change it: the
  /// third `{{a}}` of the text is the third one that is written. Where it was changed, all of the text is meant.
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

/// A tag that can't be understood.
struct TemplateError: Error {
  let message: String
  /// In the template's text.
  let part: Range<Int>
  var help: String?
}

extension Collection<UInt8> {
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
