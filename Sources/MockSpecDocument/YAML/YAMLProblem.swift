import MockSpecDiagnostics

/// Turns a libyaml error into a diagnostic about the mistake that caused it.
///
/// libyaml's problem and context name a grammar rule. The mistake is usually at the context mark.
struct YAMLProblem {
  let problem: String
  let context: String
  /// Byte offset of the problem.
  let at: Int
  /// Byte offset of the context.
  let contextAt: Int
  /// The offsets of the outermost and the innermost open `[` or `{`.
  let openBrackets: (outer: Int, inner: Int)?
  /// The range of the last complete key or value.
  let lastNode: Range<Int>?
  let source: SourceFile

  var diagnostic: Diagnostic {
    if let runawayQuote { return runawayQuote }
    switch problem {
    case "could not find expected ':'": return missingColon(after: contextAt)
    case "mapping values are not allowed in this context": return misplacedColon
    case "did not find expected key": return misfitInMapping
    case "did not find expected '-' indicator": return misfitInList
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'": return flowProblem
    case "did not find expected node content": return missingValue
    case "did not find expected <document start>": return afterTheEnd
    case "found undefined tag handle": return needsQuotes(contextAt)
    case "block sequence entries are not allowed in this context":
      let help = "start it on a line of its own, below its key; text that starts with '- ' needs quotes"
      return make("a list can't start on this line", at, help: help)
    case "mapping keys are not allowed in this context": return needsQuotes(at)
    default: return tokenProblem
    }
  }

  /// Returns the start of the text that contains the mistake: the outermost bracket around it, if there is one.
  func start(of diagnostic: Diagnostic) -> Int {
    let reported = diagnostic.range?.bytes.lowerBound ?? at
    let isInFlow = problem.hasPrefix("did not find expected ','")
    let lineContext = lineContext(of: min(at, source.bytes.count))
    return [reported, openBrackets?.outer, lineContext.brackets.first, isInFlow ? contextAt : nil].compactMap(\.self)
      .min()
      ?? reported
  }

  /// Whether the mistake is a line whose indentation matches no line above.
  func isMisaligned(_ diagnostic: Diagnostic) -> Bool {
    let problems = [
      "did not find expected key", "did not find expected '-' indicator", "did not find expected <document start>",
      "mapping values are not allowed in this context",
    ]
    guard problems.contains(problem), openBrackets == nil, diagnostic.fix == nil,
      let start = diagnostic.range?.bytes.lowerBound
    else { return false }
    return line(of: start) == line(of: at) && isFirstOnLine(start)
  }

  /// The error of characters that aren't a token.
  private var tokenProblem: Diagnostic {
    switch context {
    case "while scanning a quoted scalar", "while parsing a quoted scalar": return quotedTextProblem
    case "while scanning a block scalar": return blockTextProblem
    case "while scanning an anchor", "while scanning an alias":
      return textInBrackets(contextAt) ?? needsQuotes(contextAt)
    case "while scanning a tag", "while parsing a tag": return needsQuotes(contextAt)
    default: break
    }
    guard at < source.bytes.count else { return make("the file ends too early", at) }
    switch source.bytes[at] {
    case UInt8(ascii: "\t"): return tabProblem
    case UInt8(ascii: ":"): return spaceAfterColon(at)
    case _ where problem == "found character that cannot start any token": return textInBrackets(at) ?? needsQuotes(at)
    case _ where lineStarts(with: UInt8(ascii: "%")):
      let start = source.lineRange(line(of: at)).lowerBound
      return make(
        "a line that starts with '%' is a YAML directive, but this one is unknown", start,
        length: lengthOfLine(from: start), help: "put the text in quotes if '%' belongs to it")
    default: return make("invalid YAML: unexpected \(found)", at)
    }
  }

  var tabProblem: Diagnostic {
    make(
      "indentation must be spaces, found a tab", at, help: "replace the tab with spaces",
      fix: TabIndentation(source, at: line(of: at)).fix)
  }
}

// MARK: - The text around an error

extension YAMLProblem {
  /// - Parameter length: The length in bytes; `nil` for one character.
  func make(
    _ message: String, _ offset: Int, length: Int? = nil, note: (String, Int)? = nil, help: String? = nil,
    fix: Fix? = nil
  ) -> Diagnostic {
    Diagnostic(
      "yaml-syntax", message, at: range(offset, length),
      notes: note.map { [.init($0.0, at: range($0.1, nil))] } ?? [], help: help, fix: fix)
  }

  func make(_ message: String, _ range: Range<Int>, help: String? = nil, fix: Fix? = nil) -> Diagnostic {
    make(message, range.lowerBound, length: range.count, help: help, fix: fix)
  }

  func replace(_ bytes: Range<Int>, with text: String) -> Fix {
    Fix(SourceRange(file: source, bytes: bytes), text)
  }

  /// Returns a fix that quotes text; `nil` if the text may continue on the next line.
  func quote(_ text: Range<Int>) -> Fix? {
    continues(below: text.upperBound) ? nil : Quoting.fix(SourceRange(file: source, bytes: text))
  }

  private func range(_ offset: Int, _ length: Int?) -> SourceRange {
    let start = min(offset, source.bytes.count)
    let end = min(length.map { start + $0 } ?? end(ofScalarAt: start), source.bytes.count)
    return SourceRange(file: source, bytes: start..<end)
  }

  func end(ofScalarAt offset: Int) -> Int {
    var end = offset + 1
    while end < source.bytes.count, source.bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  var found: String { name(at) }

  func name(_ offset: Int) -> String {
    guard offset < source.bytes.count else { return "the end of the file" }
    switch source.bytes[offset] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"): return "the end of the line"
    case UInt8(ascii: "\t"): return "a tab"
    default: return "'\(source.text(in: offset..<end(ofScalarAt: offset)))'"
    }
  }

  func line(of offset: Int) -> Int { source.position(of: offset).line }

  private func lineStarts(with byte: UInt8) -> Bool {
    source.bytes[source.lineRange(line(of: at))].first == byte
  }

  /// Returns the length up to the end of the line, without trailing blanks and a comment.
  func lengthOfLine(from offset: Int) -> Int {
    let bytes = source.bytes
    var end = source.lineRange(line(of: offset)).upperBound
    let comment = (offset..<end).first {
      bytes[$0].isBlank && $0 + 1 < end && bytes[$0 + 1] == UInt8(ascii: "#")
    }
    end = comment ?? end
    while end > offset, bytes[end - 1].isBlank { end -= 1 }
    return end - offset
  }

  func lineContext(of offset: Int) -> YAMLContext {
    var start = openBrackets?.outer ?? source.lineRange(line(of: offset)).lowerBound
    // The line may start inside quotes.
    if let lastNode, lastNode.lowerBound < start, start < lastNode.upperBound, lastNode.upperBound <= offset {
      start = lastNode.upperBound
    }
    return YAMLContext(of: offset, from: start, in: source.bytes)
  }
}
