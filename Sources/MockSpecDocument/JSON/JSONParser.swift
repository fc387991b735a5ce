import MockSpecDiagnostics

/// Parses JSON (RFC 8259). Nesting is kept on the builder's stack, so that deep input can't overflow the call stack.
///
/// `JSONParser+Slips.swift` and `JSONParser+Lines.swift` continue after errors.
struct JSONParser {
  let bytes: [UInt8]
  var index = 0
  var builder: DocumentBuilder
  var recovery: JSONRecovery
  /// Whether the next value opens a collection, which `parseRest` reads.
  var isValuePending = false
  /// Whether a mistake was reported inside the current text.
  var isTextBroken = false

  /// - Parameter recovers: Whether to continue after an error, to find others.
  init(
    source: SourceFile, limits: DocumentLimits, repeatedKeys: DocumentBuilder.RepeatedKeys = .areErrors,
    recovers: Bool = true
  ) {
    bytes = source.bytes
    recovery = JSONRecovery(isEnabled: recovers, maxErrors: limits.errors)
    builder = DocumentBuilder(source: source, limits: limits, repeatedKeys: repeatedKeys)
  }

  mutating func parse() -> ParsedDocument {
    do throws(Stop) {
      try parseText()
      return recovery.result(of: builder, isFinished: true)
    } catch {
      return resume(after: error)
    }
  }

  private mutating func resume(after mistake: Stop) -> ParsedDocument {
    var mistake = mistake
    while let startsEntry = nextLine(after: mistake) {
      do throws(Stop) {
        if startsEntry {
          try parseNextKey()
          try parseValue()
        }
        try parseRest()
        return recovery.result(of: builder, isFinished: true)
      } catch {
        mistake = error
      }
    }
    return recovery.result(of: builder, isFinished: false)
  }

  private mutating func parseText() throws(Stop) {
    skipSpace()
    if index == bytes.count { throw .init(diagnostic: .empty(file: builder.source)) }
    try parseValue()
    try parseRest()
  }

  /// Parses the rest of the text after a value.
  private mutating func parseRest() throws(Stop) {
    try closeFinished()
    while builder.depth > 0 {
      try parseValue()
      try closeFinished()
    }
    if index < bytes.count { throw unexpectedAtEnd() }
  }

  /// Parses a scalar, or the opening bracket of a collection and, in an object, its first key.
  private mutating func parseValue() throws(Stop) {
    guard index < bytes.count else { throw unexpected("where a value is expected") }
    switch bytes[index] {
    case UInt8(ascii: "{"), UInt8(ascii: "["): try open()
    case UInt8(ascii: "\""): try parseString()
    case UInt8(ascii: "t"): try parseWord("true", .bool)
    case UInt8(ascii: "f"): try parseWord("false", .bool)
    case UInt8(ascii: "n"): try parseWord("null", .null)
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."):
      try parseNumber()
    default: try recoverValue()
    }
  }

  private mutating func open() throws(Stop) {
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

  /// Parses the first value inside a collection. An opening bracket is left to `parseRest`, so that nesting needs no
  /// recursion.
  private mutating func parseValue(afterOpening: Bool) throws(Stop) {
    guard index < bytes.count else { throw unclosed() }
    if bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") {
      isValuePending = true
    } else {
      try parseValue()
    }
  }

  /// Closes the collections that end after a value, then parses up to the next value.
  private mutating func closeFinished() throws(Stop) {
    if isValuePending {
      isValuePending = false
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
      if bytes[index] == UInt8(ascii: ",") {
        let comma = index
        index += 1
        skipSpace()
        guard index < bytes.count else { throw unclosed() }
        if bytes[index] == closing {
          try recoverTrailingComma(comma)
          continue
        }
        if frame.isMapping { try parseKey() }
        return
      }
      guard try recoverSeparator(before: closing, in: frame) else { continue }
      return try parseNextKey()
    }
  }

  /// Parses the key of the next entry, if entries have keys here.
  private mutating func parseNextKey() throws(Stop) {
    if builder.open.last?.isMapping == true { try parseKey() }
  }

  /// Parses a key and its colon.
  private mutating func parseKey() throws(Stop) {
    if bytes[index] == UInt8(ascii: "\"") {
      try parseString()
    } else {
      try recoverKey()
    }
    skipSpace()
    guard index < bytes.count else { throw unclosed() }
    if bytes[index] == UInt8(ascii: ":") {
      index += 1
      skipSpace()
    } else {
      try recoverColon()
    }
  }

  // MARK: - Scalars

  private mutating func parseString() throws(Stop) {
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
      if bytes[index] == UInt8(ascii: "\\") {
        try parseEscape(inTextFrom: start)
      } else {
        try recoverControlCharacter(inTextFrom: start)
      }
    }
    index += 1
    try builder.add(scalar: isTextBroken ? .invalid : .string, textFrom: textStart, start, index)
    isTextBroken = false
  }

  private mutating func parseEscape(inTextFrom textStart: Int) throws(Stop) {
    let start = index
    index += 1
    guard index < bytes.count else { throw unclosedText(textStart) }
    let letter = bytes[index]
    if letter < 0x20 { return }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): builder.append(letter)
    case UInt8(ascii: "b"): builder.append(0x08)
    case UInt8(ascii: "f"): builder.append(0x0C)
    case UInt8(ascii: "n"): builder.append(0x0A)
    case UInt8(ascii: "r"): builder.append(0x0D)
    case UInt8(ascii: "t"): builder.append(0x09)
    case UInt8(ascii: "u"):
      guard var value = try parseHex(from: start) else { return }
      if value & 0xFC00 == 0xD800, index + 1 < bytes.count, bytes[index] == UInt8(ascii: "\\"),
        bytes[index + 1] == UInt8(ascii: "u")
      {
        index += 2
        guard let low = try parseHex(from: index - 2) else { return }
        guard low & 0xFC00 == 0xDC00 else { return try reportInText(loneSurrogate(start)) }
        value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
      }
      guard let scalar = Unicode.Scalar(value) else { return try reportInText(loneSurrogate(start)) }
      builder.append(Array(String(Character(scalar)).utf8))
    default:
      index = end(ofScalarAt: start + 1)
      try reportInText(unknownEscape(start))
      // The escape is kept: a pattern without it could be invalid.
      builder.append(bytes[start..<index])
    }
  }

  /// Returns the value of four hexadecimal digits; `nil` after a mistake was reported.
  private mutating func parseHex(from start: Int) throws(Stop) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard index < bytes.count, let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue,
        bytes[index] < 0x80
      else {
        try reportInText(fail("'\\u' needs four hexadecimal digits", start, index, help: nil))
        return nil
      }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }

  private mutating func parseNumber() throws(Stop) {
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
    guard isValid else { return try recoverNumber(from: start) }
    try builder.add(scalar: kind, bytes[start..<index], start, index)
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index - start
  }

  private mutating func parseWord(_ word: String, _ kind: Node.Kind) throws(Stop) {
    guard bytes[index...].starts(with: word.utf8) else { return try recoverValue() }
    try builder.add(scalar: kind, word.utf8, index, index + word.utf8.count)
    index += word.utf8.count
  }

  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default:
        if bytes[index] == UInt8(ascii: "/") || bytes[index] == UInt8(ascii: "#") { skipComments() }
        return
      }
    }
  }
}
