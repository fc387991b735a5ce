import MockSpecDiagnostics

/// What libyaml noticed, turned into what the user did: its (problem, context) pair names a grammar rule, and its
/// context mark usually holds the true place.
struct YAMLProblem {
  let problem: String
  let context: String
  /// Byte offsets.
  let at: Int
  let contextAt: Int

  func diagnostic(in source: SourceFile) -> Diagnostic {
    let found = found(in: source)
    switch (problem, context) {
    case ("found unexpected end of stream", "while scanning a quoted scalar"),
      ("found unexpected document indicator", "while scanning a quoted scalar"):
      let quote = source.text(in: contextAt..<contextAt + 1)
      return make("this text is never closed with \(quote)", contextAt, source)
    case ("found unknown escape character", _):
      let end = min(at + 2, source.bytes.count)
      return make(
        "unknown escape '\(source.text(in: at..<end))' inside double quotes", at, source, length: 2,
        help: "use single quotes, in which a backslash is only a backslash")
    case ("did not find expected ',' or ']'", _), ("did not find expected ',' or '}'", _):
      return flowProblem(found, source)
    case ("could not find expected ':'", _):
      return make(
        "':' is missing after this key", contextAt, source, length: lineLength(from: contextAt, in: source),
        help: "write 'key: value', with a space after the colon")
    case ("mapping values are not allowed in this context", _):
      return make(
        "a second ': ' on this line can't start a value here", at, source,
        help: "check the indentation, and put text that holds ': ' in quotes")
    case ("did not find expected key", _):
      return make(
        "this line doesn't fit the indentation of the mapping it stands in", at, source,
        length: lineLength(from: at, in: source), note: ("the mapping starts here", contextAt),
        help: "align it with the other keys; text that goes on after a closing quote needs quotes around all of it")
    case ("did not find expected '-' indicator", _):
      return make(
        "this line doesn't fit the list it stands in", at, source, length: lineLength(from: at, in: source),
        note: ("the list starts here", contextAt), help: "start it with '- ', aligned with the other elements")
    case ("block sequence entries are not allowed in this context", _):
      return make("a list can't start on this line", at, source, help: "start it on a line of its own, below its key")
    case ("mapping keys are not allowed in this context", _):
      return make("a key can't stand here", at, source, help: "start it on a line of its own")
    case ("found character that cannot start any token", _):
      return cannotStart(found, source)
    case ("did not find expected node content", _):
      return make("a value is expected here, found \(found)", at, source)
    case ("found undefined tag handle", _), ("did not find the expected '!'", _):
      return make("'!' starts a tag, which specs don't use", contextAt, source, help: "put the text in quotes")
    case ("did not find expected alphabetic or numeric character", _):
      let sign = source.text(in: contextAt..<contextAt + 1)
      return make(
        "'\(sign)' starts \(sign == "*" ? "an alias" : "an anchor"), and its name is missing", contextAt, source,
        help: "put the text in quotes: '\(sign)'")
    case ("found a tab character that violates indentation", _),
      ("found a tab character where an indentation space is expected", _):
      return make("indentation must be spaces, found a tab", at, source, help: "replace the tab with spaces")
    case ("did not find expected comment or line break", _):
      return make("only a comment may follow here, found \(found)", at, source, help: "put the text in quotes")
    case ("did not find expected <document start>", _):
      return make("the document has ended above, and nothing may follow it, found \(found)", at, source)
    default:
      return make("this isn't valid YAML: found \(found) where it can't stand", at, source)
    }
  }

  private func flowProblem(_ found: String, _ source: SourceFile) -> Diagnostic {
    let opening = source.text(in: contextAt..<contextAt + 1)
    let isUnclosed = at >= source.bytes.count
    if isUnclosed { return make("this '\(opening)' is never closed", contextAt, source) }
    let closing = opening == "[" ? "]" : "}"
    let next = source.bytes[at]
    let isBrace = next == UInt8(ascii: "{") || next == UInt8(ascii: "}")
    return make(
      "',' or '\(closing)' is expected here, found \(found)", at, source, note: ("'\(opening)' opens here", contextAt),
      help: isBrace ? "put text that holds '{' or '}' in quotes: '/items/{id}'" : nil)
  }

  private func cannotStart(_ found: String, _ source: SourceFile) -> Diagnostic {
    guard at < source.bytes.count else { return make("the file ends too early", at, source) }
    if source.bytes[at] == UInt8(ascii: "\t") {
      return make("indentation must be spaces, found a tab", at, source, help: "replace the tab with spaces")
    }
    return make("a value can't start with \(found)", at, source, help: "put the text in quotes")
  }

  private func make(
    _ message: String, _ offset: Int, _ source: SourceFile, length: Int = 1, note: (String, Int)? = nil,
    help: String? = nil
  ) -> Diagnostic {
    let end = min(offset + max(length, 1), source.bytes.count)
    return Diagnostic(
      "yaml-syntax", message, at: SourceRange(file: source, bytes: min(offset, end)..<end),
      notes: note.map { [.init($0.0, at: SourceRange(file: source, bytes: $0.1..<$0.1 + 1))] } ?? [], help: help)
  }

  private func found(in source: SourceFile) -> String {
    guard at < source.bytes.count else { return "the end of the file" }
    switch source.bytes[at] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
    case UInt8(ascii: "\t"): return "a tab"
    default:
      var end = at + 1
      while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
      return "'\(source.text(in: at..<end))'"
    }
  }

  private func lineLength(from offset: Int, in source: SourceFile) -> Int {
    let line = source.lineRange(source.position(of: offset).line)
    return max(1, line.upperBound - offset)
  }
}

extension YAMLProblem {
  static func secondDocument(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "several-documents", "a second YAML document starts here, and a spec is one document", at: range,
      help: "move it to a file of its own")
  }

  static func collectionAsKey(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "yaml-syntax", "a key must be text, found a mapping or a list", at: range,
      help: "put the text in quotes, if '{' or '[' belongs to it")
  }

  static func unknownTag(_ tag: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "yaml-tag", "tag '\(tag)' is not known here", at: range, help: "put the text in quotes, if '!' belongs to it")
  }

  static func tagMismatch(_ tag: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("yaml-tag", "the value doesn't fit its tag '\(tag)'", at: range)
  }

  static func unknownAnchor(_ name: String, known: [String], at range: SourceRange) -> Diagnostic {
    let near = Suggestion.nearest(to: name, among: known)
    return Diagnostic(
      "unknown-anchor", "no anchor '&\(name)' stands above this alias", at: range,
      help: near.map { "did you mean '*\($0)'?" } ?? "put the text in quotes, if '*' belongs to it")
  }

  static func recursiveAlias(_ name: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("recursive-alias", "alias '*\(name)' stands inside the value that it names", at: range)
  }
}
