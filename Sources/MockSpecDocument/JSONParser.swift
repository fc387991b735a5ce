import MockSpecDiagnostics

/// RFC 8259, strictly, with a place for everything, and without recursion: nesting is the builder's stack.
struct JSONParser {
  private let bytes: [UInt8]
  private var index = 0
  private var builder: DocumentBuilder

  init(source: SourceFile, limits: DocumentLimits, repeatedKeys: DocumentBuilder.RepeatedKeys = .areErrors) {
    bytes = source.bytes
    builder = DocumentBuilder(source: source, limits: limits, repeatedKeys: repeatedKeys)
  }

  mutating func parse() -> ParsedDocument {
    do throws(DocumentBuilder.Stop) {
      try parseText()
      return ParsedDocument(document: builder.finish(), diagnostics: builder.diagnostics)
    } catch {
      return ParsedDocument(document: nil, diagnostics: builder.diagnostics + [error.diagnostic])
    }
  }

  private mutating func parseText() throws(DocumentBuilder.Stop) {
    skipSpace()
    if index == bytes.count { throw .init(diagnostic: Words.empty(file: builder.source)) }
    repeat {
      try parseValue()
      try closeFinished()
    } while builder.depth > 0
    if index < bytes.count { throw unexpected("after the end of the document") }
  }

  /// One scalar, or the opening of a collection and, in an object, its first key.
  private mutating func parseValue() throws(DocumentBuilder.Stop) {
    guard index < bytes.count else { throw unexpected("where a value is expected") }
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open()
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "t"): try parseWord("true", .bool)
    case UInt8(ascii: "f"): try parseWord("false", .bool)
    case UInt8(ascii: "n"): try parseWord("null", .null)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      try parseNumber()
    default: throw unexpected("where a value is expected")
    }
  }

  private mutating func open() throws(DocumentBuilder.Stop) {
    let isObject = bytes[index] == UInt8(ascii: "{")
    try builder.begin(mapping: isObject, index, index + 1)
    index += 1
    skipSpace()
    guard index < bytes.count else { throw unclosed() }
    if bytes[index] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) {
      index += 1
      builder.end(index)
    } else {
      if isObject { try parseKey() }
      try parseValue(afterOpening: true)
    }
  }

  /// The first value inside a collection; another opening bracket is left to the main loop so that nesting needs no
  /// stack of ours.
  private mutating func parseValue(afterOpening: Bool) throws(DocumentBuilder.Stop) {
    guard index < bytes.count else { throw unclosed() }
    if bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") {
      pendingOpening = true
    } else {
      try parseValue()
    }
  }
  private var pendingOpening = false

  /// After a value: closes as many collections as end here, then reads up to the next value.
  private mutating func closeFinished() throws(DocumentBuilder.Stop) {
    if pendingOpening {
      pendingOpening = false
      return
    }
    while true {
      skipSpace()
      guard let frame = builder.open.last else { return }
      guard index < bytes.count else { throw unclosed() }
      let closing = frame.isMapping ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if bytes[index] == closing {
        index += 1
        builder.end(index)
        continue
      }
      guard bytes[index] == UInt8(ascii: ",") else {
        throw unexpected("where ',' or '\(Character(Unicode.Scalar(closing)))' is expected")
      }
      let comma = index
      index += 1
      skipSpace()
      guard index < bytes.count else { throw unclosed() }
      if bytes[index] == closing {
        throw fail("a comma must be followed by another value", comma, comma + 1, help: "remove the comma")
      }
      if frame.isMapping { try parseKey() }
      return
    }
  }

  private mutating func parseKey() throws(DocumentBuilder.Stop) {
    guard bytes[index] == UInt8(ascii: "\"") else { throw unexpected("where a key in double quotes is expected") }
    try parseString()
    skipSpace()
    guard index < bytes.count else { throw unclosed() }
    guard bytes[index] == UInt8(ascii: ":") else { throw unexpected("where ':' is expected after a key") }
    index += 1
    skipSpace()
  }

  // MARK: - Scalars

  private mutating func parseString() throws(DocumentBuilder.Stop) {
    let start = index
    index += 1
    let textStart = builder.textCount
    while true {
      let run = index
      while index < bytes.count, bytes[index] >= 0x20, bytes[index] != UInt8(ascii: "\""),
        bytes[index] != UInt8(ascii: "\\")
      {
        index += 1
      }
      builder.append(bytes[run..<index])
      guard index < bytes.count else { throw unclosedText(start) }
      if bytes[index] == UInt8(ascii: "\"") { break }
      guard bytes[index] == UInt8(ascii: "\\") else { throw controlCharacter(inTextFrom: start) }
      try parseEscape(inTextFrom: start)
    }
    index += 1
    try builder.add(scalar: .string, textFrom: textStart, start, index)
  }

  private mutating func parseEscape(inTextFrom textStart: Int) throws(DocumentBuilder.Stop) {
    let start = index
    index += 1
    guard index < bytes.count else { throw unclosedText(textStart) }
    let letter = bytes[index]
    guard letter >= 0x20 else { throw controlCharacter(inTextFrom: textStart) }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): builder.append(letter)
    case UInt8(ascii: "b"): builder.append(0x08)
    case UInt8(ascii: "f"): builder.append(0x0C)
    case UInt8(ascii: "n"): builder.append(0x0A)
    case UInt8(ascii: "r"): builder.append(0x0D)
    case UInt8(ascii: "t"): builder.append(0x09)
    case UInt8(ascii: "u"):
      var value = try parseHex(from: start)
      if value & 0xFC00 == 0xD800, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        let low = try parseHex(from: index - 2)
        guard low & 0xFC00 == 0xDC00 else { throw loneSurrogate(start) }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { throw loneSurrogate(start) }
      builder.append(Array(String(Character(scalar)).utf8))
    default:
      let end = end(ofScalarAt: start + 1)
      throw fail(
        "unknown escape '\(builder.source.text(in: start..<end))' inside text", start, end,
        help: "write a backslash itself as '\\\\'")
    }
  }

  private mutating func parseHex(from start: Int) throws(DocumentBuilder.Stop) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < bytes.count, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue,
        bytes[index] < 0x80
      else { throw fail("'\\u' needs four hexadecimal digits", start, min(index, bytes.count), help: nil) }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private mutating func parseNumber() throws(DocumentBuilder.Stop) {
    let start = index
    var kind = Node.Kind.integer
    if bytes[index] == UInt8(ascii: "-") { index += 1 }
    let whole = index
    var isValid = takeDigits() > 0 && (bytes[whole] != UInt8(ascii: "0") || index == whole + 1)
    if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
      kind = .float
      index += 1
      isValid = takeDigits() > 0 && isValid
    }
    if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
      kind = .float
      index += 1
      if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") { index += 1 }
      isValid = takeDigits() > 0 && isValid
    }
    // `0x1F`, `1_000`, `-Infinity`, `1.2.3`: a number as another language writes it.
    let rest = bytes[index...].prefix { isLetter($0) || $0 &- UInt8(ascii: "0") < 10 || ".+-".utf8.contains($0) }
    if !rest.isEmpty {
      isValid = false
      index = rest.endIndex
    }
    guard isValid else {
      throw fail("this isn't a number as JSON writes it", start, index, help: "for example: 0, -1, 2.5")
    }
    try builder.add(scalar: kind, bytes[start..<index], start, index)
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index - start
  }

  private mutating func parseWord(_ word: String, _ kind: Node.Kind) throws(DocumentBuilder.Stop) {
    guard bytes[index...].starts(with: word.utf8) else { throw unexpected("where a value is expected") }
    try builder.add(scalar: kind, word.utf8, index, index + word.utf8.count)
    index += word.utf8.count
  }

  private mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  // MARK: - Words

  private func fail(_ message: String, _ start: Int, _ end: Int, help: String?) -> DocumentBuilder.Stop {
    .init(diagnostic: Diagnostic("json-syntax", message, at: builder.range(start, end), help: help))
  }

  private func unclosedText(_ start: Int) -> DocumentBuilder.Stop {
    fail("this text is never closed", start, start + 1, help: nil)
  }

  private func controlCharacter(inTextFrom start: Int) -> DocumentBuilder.Stop {
    let isLineBreak = bytes[index] == UInt8(ascii: "\n") || bytes[index] == UInt8(ascii: "\r")
    return isLineBreak
      ? fail("this text is not closed on its line", start, index, help: "write a line break as '\\n'")
      : fail("a control character inside text", index, index + 1, help: "write it as an escape, a tab as '\\t'")
  }

  private func loneSurrogate(_ start: Int) -> DocumentBuilder.Stop {
    fail(
      "this escape is half of a surrogate pair", start, index,
      help: "write both halves, as '\\ud83d\\ude00', or the character itself")
  }

  private func unclosed() -> DocumentBuilder.Stop {
    guard let frame = builder.open.last else { return unexpected("where a value is expected") }
    let range = builder.start(of: frame)
    return fail(
      frame.isMapping ? "this '{' is never closed" : "this '[' is never closed", range, range + 1, help: nil)
  }

  private func unexpected(_ place: String) -> DocumentBuilder.Stop {
    guard index < bytes.count else { return fail("the file ends \(place)", index, index, help: nil) }
    var end = end(ofScalarAt: index)
    if isLetter(bytes[index]) { end += bytes[end...].prefix(while: isLetter).count }
    let lowercase = builder.source.text(in: index..<end).lowercased()
    let help =
      switch bytes[index] {
      case _ where ["true", "false", "null"].contains(lowercase): "JSON writes it \(lowercase)"
      case UInt8(ascii: "'"): "JSON text stands in double quotes"
      case UInt8(ascii: "/"), UInt8(ascii: "#"): "JSON has no comments"
      case let byte where isLetter(byte): "put text in double quotes"
      default: nil as String?
      }
    return fail("unexpected \(name(of: index..<end)) \(place)", index, end, help: help)
  }

  private func name(of range: Range<Int>) -> String {
    let byte = bytes[range.lowerBound]
    guard byte < 0x20 || byte == 0x7F else { return "'\(builder.source.text(in: range))'" }
    return "character U+00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16, uppercase: true))"
  }

  private func end(ofScalarAt offset: Int) -> Int {
    var end = offset + 1
    while end < bytes.count, bytes[end] & 0xC0 == 0x80 { end += 1 }
    return end
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte == UInt8(ascii: "_")
  }
}
