import MockSpecDiagnostics

/// What libyaml noticed, turned into what the user did: its (problem, context) pair names a grammar rule, and its
/// context mark usually holds the true place.
struct YAMLProblem {
  let problem: String
  let context: String
  /// Byte offsets.
  let at: Int
  let contextAt: Int
  /// Where the innermost `[` or `{` stands that is still open.
  let openBracket: Int?
  let source: SourceFile

  var diagnostic: Diagnostic {
    switch problem {
    case "could not find expected ':'": missingColon(after: contextAt)
    case "mapping values are not allowed in this context": misplacedColon
    case "did not find expected key": misfitInMapping
    case "did not find expected '-' indicator": misfitInList
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'": flowProblem
    case "did not find expected node content": missingValue
    case "did not find expected <document start>": afterTheEnd
    case "found undefined tag handle": tagProblem
    case "block sequence entries are not allowed in this context":
      make("a list can't start on this line", at, help: "start it on a line of its own, below its key")
    case "mapping keys are not allowed in this context":
      make("a key can't stand here", at, help: "start it on a line of its own")
    default: tokenProblem
    }
  }

  /// Characters that make no token.
  private var tokenProblem: Diagnostic {
    switch context {
    case "while scanning a quoted scalar", "while parsing a quoted scalar": return quotedTextProblem
    case "while scanning a block scalar": return blockTextProblem
    case "while scanning an anchor", "while scanning an alias": return nameProblem
    case "while scanning a tag", "while parsing a tag": return tagProblem
    default: break
    }
    guard at < source.bytes.count else { return make("the file ends too early", at) }
    switch source.bytes[at] {
    case UInt8(ascii: "\t"): return tabProblem
    case _ where problem == "found character that cannot start any token":
      return make("a value can't start with \(found)", at, help: "put the text in quotes")
    case _ where lineStarts(with: UInt8(ascii: "%")):
      let start = source.lineRange(line(of: at)).lowerBound
      return make(
        "a line that starts with '%' is a YAML directive, and this one isn't known", start,
        length: lengthOfLine(from: start), help: "put the text in quotes, if '%' belongs to it")
    default: return make("this isn't valid YAML: found \(found) where it can't stand", at)
    }
  }

  private var quotedTextProblem: Diagnostic {
    switch problem {
    case "found unknown escape character":
      let end = min(end(ofScalarAt: at + 1), source.bytes.count)
      return make(
        "unknown escape '\(source.text(in: at..<end))' inside double quotes", at, length: end - at,
        help: "use single quotes, in which a backslash is only a backslash")
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return numericEscapeProblem
    default:
      let isDouble = source.bytes[contextAt] == UInt8(ascii: "\"")
      return make("this text in \(isDouble ? "double" : "single") quotes is never closed", contextAt)
    }
  }

  /// libyaml stands behind `\x`, `\u` or `\U`.
  private var numericEscapeProblem: Diagnostic {
    let start = max(0, at - 2)
    let written = source.text(in: start..<at)
    let count = written == "\\x" ? 2 : written == "\\u" ? 4 : 8
    let digits = source.bytes[at...].prefix(count).prefix { Character(Unicode.Scalar($0)).isHexDigit }.count
    if digits < count {
      return make("'\(written)' needs \(count) hexadecimal digits", start, length: 2 + digits)
    }
    return make(
      "'\(source.text(in: start..<at + count))' is no character", start, length: 2 + count,
      help: "write the character itself, or its code point as '\\U0001F600'")
  }

  private var blockTextProblem: Diagnostic {
    switch problem {
    case "found an indentation indicator equal to 0":
      return make("an indentation must be 1 to 9, found '0'", at)
    case "did not find expected comment or line break":
      let sign = source.text(in: contextAt..<contextAt + 1)
      return make(
        "after '\(sign)' the text starts on the next line, found \(found)", at,
        help: "put the text in quotes, if '\(sign)' belongs to it")
    default: return tabProblem
    }
  }

  /// `*.example.com`, and a lone `*` or `&`.
  private var nameProblem: Diagnostic {
    let end = source.bytes[contextAt...].firstIndex { Self.endsWord.contains($0) } ?? source.bytes.count
    var text = source.text(in: contextAt..<end)
    if text.count > 1, text.hasSuffix(":") { text.removeLast() }
    let sign = text.removeFirst()
    let what = "'\(sign)' starts \(sign == "*" ? "an alias" : "an anchor"), and "
    return make(
      what + (text.isEmpty ? "its name is missing" : "'\(text)' is no name for one"), contextAt,
      length: 1 + text.utf8.count, help: "put the text in quotes: '\(sign)\(text)'")
  }
  private static let endsWord = Array(" \t\r\n,[]{}".utf8)

  private var tagProblem: Diagnostic {
    make("'!' starts a tag, which specs don't use", contextAt, help: "put the text in quotes")
  }

  private var tabProblem: Diagnostic {
    make("indentation must be spaces, found a tab", at, help: "replace the tab with spaces")
  }
}

// MARK: - The text around a problem

extension YAMLProblem {
  /// - Parameter length: In bytes; `nil` is one character.
  func make(
    _ message: String, _ offset: Int, length: Int? = nil, note: (String, Int)? = nil, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(
      "yaml-syntax", message, at: range(offset, length),
      notes: note.map { [.init($0.0, at: range($0.1, nil))] } ?? [], help: help)
  }

  private func range(_ offset: Int, _ length: Int?) -> SourceRange {
    let start = min(offset, source.bytes.count)
    let end = min(length.map { start + $0 } ?? end(ofScalarAt: start), source.bytes.count)
    return SourceRange(file: source, bytes: start..<end)
  }

  private func end(ofScalarAt offset: Int) -> Int {
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  var found: String {
    guard at < source.bytes.count else { return "the end of the file" }
    switch source.bytes[at] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
    case UInt8(ascii: "\t"): return "a tab"
    default: return "'\(source.text(in: at..<end(ofScalarAt: at)))'"
    }
  }

  func line(of offset: Int) -> Int { source.position(of: offset).line }

  private func lineStarts(with byte: UInt8) -> Bool {
    source.bytes[source.lineRange(line(of: at))].first == byte
  }

  /// Up to the end of the line, without blanks or a comment there.
  func lengthOfLine(from offset: Int) -> Int {
    let bytes = source.bytes
    var end = source.lineRange(line(of: offset)).upperBound
    let comment = (offset..<end).first { isBlank(bytes[$0]) && $0 + 1 < end && bytes[$0 + 1] == UInt8(ascii: "#") }
    end = comment ?? end
    while end > offset, isBlank(bytes[end - 1]) { end -= 1 }
    return end - offset
  }

  func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
}
