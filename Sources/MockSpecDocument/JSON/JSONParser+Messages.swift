import MockSpecDiagnostics

/// Diagnostics of JSON.
extension JSONParser {
  func fail(
    _ message: String, _ start: Int, _ end: Int, notes: [Diagnostic.Note] = [], help: String?
  ) -> Stop {
    .init(
      diagnostic: Diagnostic("json-syntax", message, at: builder.range(start, end), notes: notes, help: help),
      broken: start)
  }

  func unclosedText(_ start: Int) -> Stop {
    fail("this text is never closed", start, start + 1, help: nil)
  }

  func controlCharacter(inTextFrom start: Int) -> Stop {
    let isLineBreak = bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
    return isLineBreak
      ? fail("this text is not closed on its line", start, index, help: "write a line break as '\\n'")
      : fail(
        "unescaped control character in text", index, index + 1, help: "write it as an escape sequence; a tab is '\\t'")
  }

  func trailingComma(_ comma: Int) -> Stop {
    fail("trailing comma", comma, comma + 1, help: "remove the comma")
  }

  func comment(from start: Int, to end: Int) -> Stop {
    let isSingle = bytes[start] == UInt8(ascii: "#")
    return fail("comments aren't allowed in JSON", start, isSingle ? start + 1 : start + 2, help: "remove the comment")
  }

  func invalidNumber(_ start: Int) -> Stop {
    fail("invalid JSON number", start, index, help: "for example: 0, -1, 2.5")
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
    guard var start = builder.open.last.map(builder.start) else {
      return unexpected("where a value is expected")
    }
    if recovery.isEnabled, !recovery.didSkip, case .unclosed(let opening) = JSONLayout.flaw(of: bytes) {
      start = opening
    }
    return fail("this \(name(of: start..<start + 1)) is never closed", start, start + 1, help: nil)
  }

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
  ///   - place: What is expected.
  ///   - frame: The collection that a wrong bracket would close.
  func unexpected(_ place: String, in frame: DocumentBuilder.Frame? = nil) -> Stop {
    guard index < bytes.count else { return fail("the file ends \(place)", index, index, help: nil) }
    var end = end(ofScalarAt: index)
    if isLetter(bytes[index]) { end += bytes[end...].prefix(while: isLetter).count }
    let lowercase = builder.source.text(in: index..<end).lowercased()
    let help =
      switch bytes[index] {
      case _ where ["true", "false", "null"].contains(lowercase): "write \(lowercase)"
      case UInt8(ascii: "'"): "use double quotes"
      case let byte where isLetter(byte) || "/#".utf8.contains(byte): "put text in double quotes"
      default: nil as String?
      }
    let notes = [frame].compactMap(\.self).map { frame in
      let start = builder.start(of: frame)
      return Diagnostic.Note("\(name(of: start..<start + 1)) opens here", at: builder.range(start, start + 1))
    }
    return fail("unexpected \(name(of: index..<end)) \(place)", index, end, notes: notes, help: help)
  }

  func name(of range: Range<Int>) -> String {
    let byte = bytes[range.lowerBound]
    guard byte < 0x20 || byte == 0x7F else { return "'\(builder.source.text(in: range))'" }
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
