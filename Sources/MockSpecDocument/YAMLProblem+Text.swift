import MockSpecDiagnostics

/// Text that YAML reads as something else, because it stands there without quotes.
extension YAMLProblem {
  /// `@here`, `*.example.com`, `% off`, `{id}/items`: the first character means something to YAML.
  func needsQuotes(_ offset: Int) -> Diagnostic {
    let text = place(of: offset).text
    guard !text.isEmpty else { return make("a value is expected here, found \(name(offset))", offset) }
    return make(
      "text that starts with \(name(text.lowerBound)) needs quotes", text,
      help: Quoting.help(source.text(in: text)), fix: quote(text))
  }

  /// `title: Note: this`
  func holdsColon(_ place: LinePlace) -> Diagnostic {
    let text = place.text
    let help = Quoting.help(source.text(in: text))
    let key = source.bytes[place.start..<max(place.start, at)]
    let lacksComma = place.isInFlow && key.contains(where: YAMLBytes.isBlank)
    return make(
      "text that holds ': ' needs quotes", text, help: help + (lacksComma ? "; or put ',' between two entries" : ""),
      fix: lacksComma ? nil : quote(text))
  }

  /// `path: /items/{id}` is text on a line of its own, and no longer is inside brackets.
  func holdsBracket(_ place: LinePlace) -> Diagnostic {
    let sign = source.bytes[at] == UInt8(ascii: "{") ? "'{' or '}'" : "'[' or ']'"
    let bracket = place.brackets.last ?? contextAt
    let opening = source.bytes[bracket] == UInt8(ascii: "{") ? "{…}" : "[…]"
    return make(
      "text that holds \(sign) needs quotes inside \(opening)", place.text,
      help: Quoting.help(source.text(in: place.text)), fix: quote(place.text))
  }

  /// `id: {{ user }}` is a mapping inside a mapping to YAML.
  func templateWithoutQuotes(_ bracket: Int) -> Diagnostic {
    let text = place(of: bracket).text
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

  /// `"^\d+$"`
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

  /// `\n` may be meant as YAML reads it (YAML 1.2.2 §5.7), though `\d` beside it isn't.
  private func holdsKnownEscape(_ text: Range<Int>) -> Bool {
    text.dropLast().contains {
      source.bytes[$0] == UInt8(ascii: "\\") && "0abt\tnvfre \"/\\N_LPxuU".utf8.contains(source.bytes[$0 + 1])
    }
  }

  /// Raw; `nil` where it doesn't end on its line, or has escapes that single quotes would change.
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

  /// Quotes that were never closed end at the next quote, however far away: what opens there looks like more text.
  ///
  ///     a: "never closed
  ///     b: "text"
  ///         ^ libyaml notices here
  var runawayQuote: Diagnostic? {
    guard let lastNode, lastNode.count > 1, lastNode.upperBound <= at, at < source.bytes.count else { return nil }
    let quote = source.bytes[lastNode.lowerBound]
    let closing = lastNode.upperBound - 1
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"), source.bytes[closing] == quote,
      line(of: lastNode.lowerBound) < line(of: closing),
      YAMLBytes.isSpace(source.bytes[closing - 1]) || "[{,:".utf8.contains(source.bytes[closing - 1])
    else { return nil }
    return make(
      "this text in \(quotes(lastNode.lowerBound)) isn't closed on its line", lastNode.lowerBound,
      note: ("it goes on to this quote", closing), help: "put a quote where it ends")
  }

  /// More text behind a closing quote.
  func textBehindQuotes(_ quote: UInt8) -> Diagnostic {
    let message = "the text can't go on after its closing quote"
    let place = place(of: at)
    let text = place.text
    guard source.bytes[place.start] == quote, text.upperBound > at else {
      return make(message, at, length: lengthOfLine(from: at))
    }
    // 'it's here' was meant to be what stands between the outermost quotes, and 'a' or 'b' wasn't.
    let isClosed =
      text.lowerBound < at && source.bytes[at - 1] == quote && source.bytes[text.upperBound - 1] == quote
    let meant = isClosed ? text.lowerBound + 1..<text.upperBound - 1 : text
    let quoted = Quoting.quoted(source.text(in: meant))
    return make(
      message, at..<text.upperBound, help: "write \(quoted)", fix: isClosed ? replace(text, with: quoted) : nil)
  }

  // MARK: - Blocks

  var blockTextProblem: Diagnostic {
    switch problem {
    case "found an indentation indicator equal to 0":
      return make("an indentation must be 1 to 9, found '0'", at)
    case "did not find expected comment or line break":
      let sign = source.text(in: contextAt..<contextAt + 1)
      let text = place(of: contextAt).text
      return make(
        "after '\(sign)' the text starts on the next line, found \(found)", at,
        help: Quoting.help(source.text(in: text), unless: ", if '\(sign)' belongs to it"), fix: quote(text))
    default: return tabProblem
    }
  }

  /// A line right below a `|` or `>` text that is indented less than the text's first line, and is no key either.
  func blockTextDedent(_ start: Int) -> Diagnostic? {
    guard let lastNode, lastNode.upperBound <= start, !lastNode.isEmpty,
      "|>".utf8.contains(source.bytes[lastNode.lowerBound]),
      source.bytes[lastNode.upperBound..<start].allSatisfy(YAMLBytes.isSpace)
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
      help: "indent it like the text; or align it with the key that '\(sign)' belongs to")
  }

  private func firstLine(ofBlockText text: Range<Int>) -> Int? {
    let header = source.bytes[text].firstIndex(where: YAMLBytes.isBreak) ?? text.upperBound
    return source.bytes[header..<text.upperBound].firstIndex { !YAMLBytes.isSpace($0) }
  }
}
