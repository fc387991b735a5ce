import MockSpecDiagnostics

/// Diagnostics of JSON.
extension JSONParser {
  func fail(
    _ message: String, _ start: Int, _ end: Int, notes: [Diagnostic.Note] = [], help: String?, fix: Fix? = nil,
    repeated: DocumentBuilder.RepeatedMistake? = nil
  ) -> Stop {
    .init(
      diagnostic: Diagnostic("json-syntax", message, at: builder.range(start, end), notes: notes, help: help, fix: fix),
      broken: start, repeated: repeated)
  }

  func unclosedText(_ start: Int) -> Stop {
    fail("this text is never closed", start, start + 1, help: "put '\"' where it ends")
  }

  func controlCharacter(inTextFrom start: Int) -> Stop {
    let isLineBreak = bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
    return isLineBreak
      ? fail(
        "this text is not closed on its line", start, index,
        help: "put '\"' where it ends; a line break in text is written as '\\n'")
      : fail(
        "unescaped control character in text", index, index + 1, help: "write it as an escape sequence; a tab is '\\t'")
  }

  func trailingComma(_ comma: Int) -> Stop {
    fail(
      "trailing comma", comma, comma + 1, help: "remove the comma", fix: Fix(builder.range(comma, comma + 1), ""))
  }

  /// The error of a delimiter that is missing after a key or a value.
  ///
  /// - Parameters:
  ///   - isCertain: Whether only the delimiter can be missing.
  ///   - opening: The bracket that a missing one closes.
  func missing(_ delimiter: String, after end: Int, isCertain: Bool = false, opening: Int? = nil) -> Stop {
    let notes = opening.map { [openingNote($0)] } ?? []
    return .init(
      diagnostic: Diagnostic(
        "json-syntax", "'\(delimiter)' is missing here", at: builder.range(end, end), notes: notes,
        fix: isCertain ? Fix(builder.range(end, end), delimiter) : nil),
      broken: end)
  }

  /// The error of a misplaced key: in a list that isn't closed, or below a key whose object isn't opened.
  func missingBracket(in frame: DocumentBuilder.Frame) -> Stop? {
    guard bytes[index] == UInt8(ascii: ":"), let key = builder.lastNode, bytes[key.lowerBound] == UInt8(ascii: "\"")
    else { return nil }
    guard let before = bytes[..<key.lowerBound].lastIndex(where: { !$0.isSpace }) else { return nil }
    if frame.isMapping {
      let startsLine = bytes[before..<key.lowerBound].contains(where: \.isLineBreak)
      return startsLine && bytes[before] == UInt8(ascii: ":") ? missing("{", after: before + 1) : nil
    }
    guard bytes[before] == UInt8(ascii: ","), let last = bytes[..<before].lastIndex(where: { !$0.isSpace }) else {
      return nil
    }
    return missing("]", after: last + 1, opening: builder.start(of: frame))
  }

  private func openingNote(_ bracket: Int) -> Diagnostic.Note {
    .init("\(name(of: bracket..<bracket + 1)) opens here", at: builder.range(bracket, bracket + 1))
  }

  func comment(from start: Int, to end: Int) -> Stop {
    let isSingle = bytes[start] == UInt8(ascii: "#")
    return fail(
      "comments aren't allowed in JSON", start, isSingle ? start + 1 : start + 2, help: "remove the comment",
      repeated: .comment)
  }

  func invalidNumber(_ start: Int) -> Stop {
    fail("invalid JSON number", start, index, help: advice(number: start) ?? "for example: 0, -1, 2.5")
  }

  /// Returns the number in JSON's notation (RFC 8259, section 6): without a plus sign, and with digits on both sides of the
  /// point.
  private func advice(number start: Int) -> String? {
    guard index - start <= 40 else { return nil }
    var number = builder.source.text(in: start..<index)[...]
    if number.first == "+" { number = number.dropFirst() }
    let sign = number.first == "-" ? "-" : ""
    number = number.dropFirst(sign.count)
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ $0.utf8.allSatisfy("0123456789".utf8.contains) }), parts.contains(where: { !$0.isEmpty })
    else { return nil }
    let whole = parts[0].drop { $0 == "0" }
    let fraction = parts.count > 1 && !parts[1].isEmpty ? ".\(parts[1])" : ""
    return "write \(sign)\(whole.isEmpty ? "0" : whole)\(fraction)"
  }

  func unknownEscape(_ start: Int) -> Stop {
    fail(
      "unknown escape '\(builder.source.text(in: start..<index))' in text", start, index,
      help: "write '\\\\' for a backslash")
  }

  func loneSurrogate(_ start: Int) -> Stop {
    fail(
      "this escape is half of a surrogate pair", start, index,
      help: "write both halves, as '\\ud83d\\ude00', or the character itself")
  }

  func unclosed() -> Stop {
    guard let open = builder.open.last.map(builder.start) else { return unexpected("where a value is expected") }
    if recovery.isEnabled, !recovery.didSkip, case .unclosed(let opening, let end) = JSONLayout.flaw(of: bytes) {
      return missing(closing(of: opening), after: end, opening: opening)
    }
    let end = bytes.lastIndex { !$0.isSpace }.map { $0 + 1 } ?? bytes.count
    var stop = fail(
      "\(name(of: open..<open + 1)) is never closed", open, open + 1,
      help: "put '\(closing(of: open))' where it ends")
    // Nothing is left to read.
    if end > open + 1 {
      stop = fail(
        "'\(closing(of: open))' is missing at the end of the file", end, end, notes: [openingNote(open)], help: nil)
    }
    return stop
  }

  private func closing(of bracket: Int) -> String { bytes[bracket] == UInt8(ascii: "{") ? "}" : "]" }

  /// The error of text after the end of the document, which may have ended too early.
  func unexpectedAtEnd() -> Stop {
    guard recovery.isEnabled, !recovery.didSkip,
      case .closedEarly(let opening, let closing) = JSONLayout.flaw(of: bytes)
    else {
      return unexpected("after the end of the document")
    }
    return fail(
      "this \(name(of: closing..<closing + 1)) comes too early", closing, closing + 1,
      notes: [.init("it closes this \(name(of: opening..<opening + 1))", at: builder.range(opening, opening + 1))],
      help: "remove it")
  }

  /// - Parameters:
  ///   - place: A phrase for the location, such as `where a value is expected`.
  ///   - frame: The collection that a wrong bracket would close.
  func unexpected(_ place: String, in frame: DocumentBuilder.Frame? = nil) -> Stop {
    guard index < bytes.count else { return fail("the file ends \(place)", index, index, help: nil) }
    var end = end(ofScalarAt: index)
    if isLetter(bytes[index]) { end += bytes[end...].prefix(while: isLetter).count }
    let lowercase = builder.source.text(in: index..<end).lowercased()
    if bytes[index] == UInt8(ascii: "'"), JSONToken.end(ofTextAt: index, in: bytes) != nil { return inSingleQuotes }
    if let missing = missingQuote(place) { return missing }
    let help =
      switch bytes[index] {
      case _ where ["true", "false", "null"].contains(lowercase): "write \(lowercase)"
      case _ where ["none", "nil", "undefined", "nan"].contains(lowercase) && !place.contains("key"): "write null"
      case UInt8(ascii: "'"): "use double quotes"
      case UInt8(ascii: "=") where place.hasPrefix("where ':'"): "write ':'"
      case UInt8(ascii: ";"):
        bytes[(index + 1)...].first { !$0.isSpace }.map("}]".utf8.contains) == true ? "remove it" : "write ','"
      case UInt8(ascii: ",") where bytes[..<index].last(where: { !$0.isSpace }) == UInt8(ascii: ","):
        "remove one of the two commas"
      case let byte where isLetter(byte) || "/#".utf8.contains(byte): "put text in double quotes"
      default: nil as String?
      }
    let notes = frame.map { [openingNote(builder.start(of: $0))] } ?? []
    return fail("unexpected \(name(of: index..<end)) \(place)", index, end, notes: notes, help: help)
  }

  private var inSingleQuotes: Stop {
    fail(
      "text in JSON is in double quotes, found single quotes", index, index + 1, help: "use double quotes",
      repeated: .singleQuotes)
  }

  /// The error of `"a: "b"`, in which the key ends at the first quote of the value.
  var unclosedKey: Stop? {
    guard let key = builder.lastNode, key.upperBound == index,
      let colon = bytes[key].dropLast().lastIndex(where: { !$0.isBlank }), bytes[colon] == UInt8(ascii: ":")
    else { return nil }
    let name = builder.source.text(in: key.lowerBound + 1..<colon)
    return fail(
      "the closing quote of this key is missing", key.lowerBound, colon, help: "write '\"\(Excerpt.of(name))\":'")
  }

  /// The error of text that lacks its first quote, or has one inside.
  private func missingQuote(_ place: String) -> Stop? {
    guard isLetter(bytes[index]),
      let end = bytes[index...].firstIndex(where: { $0.isLineBreak || "\",:[]{}".utf8.contains($0) }),
      bytes[end] == UInt8(ascii: "\"")
    else { return nil }
    if index > 0, bytes[index - 1] == UInt8(ascii: "\""), builder.lastNode?.upperBound == index {
      return fail("the text before this ends at its second '\"'", index, end, help: "write '\"' inside text as '\\\"'")
    }
    return place.hasSuffix("is expected") && !place.hasPrefix("where ':'")
      ? fail("a quote is missing before this text", index, end, help: nil) : nil
  }

  func name(of range: Range<Int>) -> String {
    let byte = bytes[range.lowerBound]
    guard byte < 0x20 || byte == 0x7F else { return "'\(Excerpt.of(builder.source.text(in: range)))'" }
    return "character U+00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
  }

  func end(ofScalarAt offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }
}
