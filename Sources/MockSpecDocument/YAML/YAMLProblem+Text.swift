import MockSpecDiagnostics

/// Errors in text, most of them because of missing quotes.
extension YAMLProblem {
  /// The error of `@here`, `*.example.com`, `% off` and `{id}/items`, whose first character has a meaning in YAML.
  func needsQuotes(_ offset: Int) -> Diagnostic {
    let text = lineContext(of: offset).text
    guard !text.isEmpty else { return make("a value is expected here, found \(name(offset))", offset) }
    return make(
      "text that starts with \(name(text.lowerBound)) needs quotes", text,
      help: Quoting.help(source.text(in: text)), fix: quote(text))
  }

  /// The error of `title: Note: this`.
  func holdsColon(_ lineContext: YAMLContext) -> Diagnostic {
    let text = lineContext.text
    if let bracket = lineContext.brackets.last, isFirstOnLine(text.lowerBound),
      source.lineRange(containing: bracket).upperBound == bracket + 1,
      let above = lineAbove(line(of: text.lowerBound)), source.bytes[above].last == UInt8(ascii: ":")
    {
      return make(
        "the lines in this '\(source.text(in: bracket..<bracket + 1))' have the form of a block", bracket,
        note: ("a key is read as text here", text.lowerBound), help: "remove the brackets around the block")
    }
    let written = source.text(in: text)
    let advice = Self.colonAdvice(written)
    let help = advice.map(Excerpt.of) ?? Quoting.help(written)
    let key = source.bytes[lineContext.start..<max(lineContext.start, at)]
    let lacksComma = lineContext.isInFlow && key.contains(where: \.isBlank)
    return make(
      "text that contains ': ' needs quotes", text, help: help + (lacksComma ? "; or put ',' between two entries" : ""),
      fix: lacksComma || advice != nil ? nil : quote(text))
  }

  /// The advice for text whose colon is a mistake: `GET: /items`, `https:`, or `1 requests:`; `nil` for sentences.
  private static func colonAdvice(_ text: String) -> String? {
    let words = text.split(separator: " ")
    if text.hasSuffix(":") {
      if words.count == 1 { return "remove the colon: \(text.dropLast()); or \(Quoting.help(text))" }
      let isScalar = words[0].allSatisfy(\.isNumber) || words[0] == "true" || words[0] == "false"
      return words.count == 2 && isScalar ? "write '\(words[1])' on a line of its own" : nil
    }
    let methods = ["GET:", "HEAD:", "POST:", "PUT:", "PATCH:", "DELETE:", "OPTIONS:"]
    guard words.count == 2, methods.contains(String(words[0])), words[1].hasPrefix("/") else { return nil }
    return "write \(words[0].dropLast()) \(words[1])"
  }

  /// The error of `{path: /items/{id}}`. Without the outer brackets, the path needs no quotes.
  func holdsBracket(_ lineContext: YAMLContext) -> Diagnostic {
    let sign = source.bytes[at] == UInt8(ascii: "{") ? "'{' or '}'" : "'[' or ']'"
    let bracket = lineContext.brackets.last ?? contextAt
    let opening = source.bytes[bracket] == UInt8(ascii: "{") ? "{…}" : "[…]"
    return make(
      "text that contains \(sign) needs quotes inside \(opening)", lineContext.text,
      help: Quoting.help(source.text(in: lineContext.text)), fix: quote(lineContext.text))
  }

  /// The error of `{$.items[*].id: 1}` and `{$.items[?@.new].id: 1}`, texts with a bracket whose content can't start one; `nil` if
  /// no text is before the bracket.
  func textInBrackets(_ offset: Int) -> Diagnostic? {
    guard let bracket = lineContext(of: offset).brackets.last, bracket > 0, source.bytes[bracket] == UInt8(ascii: "["),
      !" \t\r\n[{,:".utf8.contains(source.bytes[bracket - 1])
    else { return nil }
    return holdsBracket(lineContext(of: bracket))
  }

  /// The error of `id: {{ user }}`, which YAML reads as a mapping inside a mapping.
  func templateWithoutQuotes(_ bracket: Int) -> Diagnostic {
    let text = lineContext(of: bracket).text
    return make(
      "text that starts with '{{' needs quotes", text, help: Quoting.help(source.text(in: text)), fix: quote(text))
  }

  // MARK: - Quotes

  var quotedTextProblem: Diagnostic {
    switch problem {
    case "found unknown escape character": return unknownEscape
    case "did not find expected hexdecimal number", "found invalid Unicode character escape code":
      return numericEscapeProblem
    default:
      return make("this text in \(quotes(contextAt)) is never closed", contextAt, help: "put a quote where it ends")
    }
  }

  private func quotes(_ offset: Int) -> String {
    source.bytes[offset] == UInt8(ascii: "\"") ? "double quotes" : "single quotes"
  }

  /// The error of `"^\d+$"`.
  private var unknownEscape: Diagnostic {
    let end = min(end(ofScalarAt: at + 1), source.bytes.count)
    let line = source.lineRange(line(of: contextAt))
    var help = "use single quotes, in which a backslash is only a backslash"
    var fix: Fix?
    if let inside = inside(doubleQuotesAt: contextAt, before: line.upperBound) {
      let text = source.text(in: inside)
      let quoted = "'\(text.replacing("'", with: "''"))'"
      if text.count <= 80 { help += ": " + quoted }
      if !holdsKnownEscape(inside) {
        fix = replace(inside.lowerBound - 1..<inside.upperBound + 1, with: quoted)
      }
    }
    return make(
      "unknown escape '\(source.text(in: at..<end))' inside double quotes", at, length: end - at, help: help, fix: fix)
  }

  /// Whether text has an escape that YAML knows (YAML 1.2.2 §5.7), which single quotes would change.
  private func holdsKnownEscape(_ text: Range<Int>) -> Bool {
    text.dropLast().contains {
      source.bytes[$0] == UInt8(ascii: "\\") && "0abt\tnvfre \"/\\N_LPxuU".utf8.contains(source.bytes[$0 + 1])
    }
  }

  /// Returns the range between double quotes; `nil` if they aren't closed on the line, or contain escapes that single
  /// quotes would change.
  private func inside(doubleQuotesAt start: Int, before limit: Int) -> Range<Int>? {
    var index = start + 1
    while index < limit, source.bytes[index] != UInt8(ascii: "\"") {
      if source.bytes[index] == UInt8(ascii: "\\") {
        index += 1
        if index < limit, "\"\\".utf8.contains(source.bytes[index]) { return nil }
      }
      index += 1
    }
    return index < limit ? start + 1..<index : nil
  }

  /// The error of a numeric escape. libyaml reports the offset after `\x`, `\u` or `\U`.
  private var numericEscapeProblem: Diagnostic {
    let start = max(0, at - 2)
    let written = source.text(in: start..<at)
    let count = written == "\\x" ? 2 : written == "\\u" ? 4 : 8
    let digits = source.bytes[at...].prefix(count).prefix { Character(Unicode.Scalar($0)).isHexDigit }.count
    if digits < count {
      return make("'\(written)' needs \(count) hexadecimal digits", start, length: 2 + digits)
    }
    return make(
      "'\(source.text(in: start..<at + count))' isn't a character", start, length: 2 + count,
      help: "write the character itself, or its code point as '\\U0001F600'")
  }

  /// The error of quotes that aren't closed on their line. They end at the next quote, and the text after it can't be
  /// read.
  ///
  ///     a: "never closed
  ///     b: "text"
  ///         ^ libyaml reports this offset
  var runawayQuote: Diagnostic? {
    guard let lastNode, lastNode.count > 1, lastNode.upperBound <= at, at < source.bytes.count else { return nil }
    let quote = source.bytes[lastNode.lowerBound]
    let closing = lastNode.upperBound - 1
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), source.bytes[closing] == quote,
      line(of: lastNode.lowerBound) < line(of: closing),
      source.bytes[closing - 1].isSpace || "[{,:".utf8.contains(source.bytes[closing - 1])
    else { return nil }
    return make(
      "this text in \(quotes(lastNode.lowerBound)) isn't closed on its line", lastNode.lowerBound,
      note: ("it continues up to this quote", closing), help: "put a quote where it ends")
  }

  /// The error of text after a closing quote.
  func textAfterQuotes(_ quote: UInt8) -> Diagnostic {
    let message = "unexpected text after the closing quote"
    let lineContext = lineContext(of: at)
    let text = lineContext.text
    guard source.bytes[lineContext.start] == quote, text.upperBound > at else {
      return make(message, at, length: lengthOfLine(from: at))
    }
    // In 'it's here', the outermost quotes enclose the text; in 'a' or 'b', they don't.
    let isClosed =
      text.lowerBound < at && source.bytes[at - 1] == quote && source.bytes[text.upperBound - 1] == quote
    let meant = isClosed ? text.lowerBound + 1..<text.upperBound - 1 : text
    let quoted = Quoting.quoted(source.text(in: meant))
    let isApostrophe = isClosed && quote == UInt8(ascii: "'")
    return make(
      message, at..<text.upperBound,
      help: "write \(Excerpt.of(quoted))" + (isApostrophe ? ", or '' for each ' inside single quotes" : ""),
      fix: isClosed ? replace(text, with: quoted) : nil)
  }

  // MARK: - Blocks

  var blockTextProblem: Diagnostic {
    switch problem {
    case "found an indentation indicator equal to 0":
      return make("an indentation must be 1 to 9, found '0'", at)
    case "did not find expected comment or line break":
      let sign = source.text(in: contextAt..<contextAt + 1)
      let text = lineContext(of: contextAt).text
      return make(
        "after '\(sign)' the text starts on the next line, found \(found)", at,
        help: "start the text on the next line, or "
          + Quoting.help(source.text(in: text), unless: " if '\(sign)' is part of it"))
    default: return tabProblem
    }
  }

  /// The error of a line directly below a `|` or `>` text that is indented less than the text, and isn't a key.
  func blockTextDedent(_ start: Int) -> Diagnostic? {
    guard let lastNode, lastNode.upperBound <= start, !lastNode.isEmpty,
      "|>".utf8.contains(source.bytes[lastNode.lowerBound]),
      source.bytes[lastNode.upperBound..<start].allSatisfy(\.isSpace)
    else { return nil }
    let sign = source.text(in: lastNode.lowerBound..<lastNode.lowerBound + 1)
    let length = lengthOfLine(from: start)
    guard let first = firstLine(ofBlockText: lastNode) else {
      return make(
        "this line isn't indented deeper than the key of its text", start, length: length,
        note: ("'\(sign)' starts the text here", lastNode.lowerBound), help: "indent the text")
    }
    return make(
      "this line is indented less than the text above it", start, length: length,
      note: ("the text's first line sets its indentation", first),
      help: "indent it like the text, or align it with the key that '\(sign)' belongs to")
  }

  private func firstLine(ofBlockText text: Range<Int>) -> Int? {
    let header = source.bytes[text].firstIndex(where: \.isLineBreak) ?? text.upperBound
    return source.bytes[header..<text.upperBound].firstIndex { !$0.isSpace }
  }
}
