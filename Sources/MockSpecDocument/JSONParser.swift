import MockSpecDiagnostics

/// RFC 8259, strictly, with a place for everything, and without recursion: nesting is the builder's stack.
struct JSONParser {
  let bytes: [UInt8]
  var index = 0
  var builder: DocumentBuilder
  var recovery: JSONRecovery
  /// Whether a value comes next that the main loop must read.
  var isValuePending = false
  /// Whether something was reported inside the text that is being read.
  var isTextBroken = false

  init(
    source: SourceFile, limits: DocumentLimits, repeatedKeys: DocumentBuilder.RepeatedKeys = .areErrors,
    goesOn: Bool = true
  ) {
    bytes = source.bytes
    recovery = JSONRecovery(bytes: bytes, goesOn: goesOn)
    builder = DocumentBuilder(source: source, limits: limits, repeatedKeys: repeatedKeys)
  }

  mutating func parse() -> ParsedDocument {
    do throws(DocumentBuilder.Stop) {
      try parseText()
      return recovery.result(of: builder)
    } catch {
      return recovery.result(of: builder, stoppedBy: error.diagnostic)
    }
  }

  private mutating func parseText() throws(DocumentBuilder.Stop) {
    skipSpace()
    if index == bytes.count { throw .init(diagnostic: Words.empty(file: builder.source)) }
    repeat {
      try parseValue()
      try closeFinished()
    } while builder.depth > 0 || builder.isEmpty
    if index < bytes.count { try recoverEnd() }
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
    default: try recoverValue()
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
      if isObject, try !parseKey() { return }
      try parseValue(afterOpening: true)
    }
  }

  /// The first value inside a collection; another opening bracket is left to the main loop so that nesting needs no
  /// stack of ours.
  private mutating func parseValue(afterOpening: Bool) throws(DocumentBuilder.Stop) {
    guard index < bytes.count else { throw unclosed() }
    if bytes[index] == UInt8(ascii: "{") || bytes[index] == UInt8(ascii: "[") {
      isValuePending = true
    } else {
      try parseValue()
    }
  }

  /// After a value: closes as many collections as end here, then reads up to the next value.
  private mutating func closeFinished() throws(DocumentBuilder.Stop) {
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
          try recoverLastComma(comma)
          continue
        }
      } else {
        switch try recoverSeparator(before: closing, in: frame) {
        case .key: if try !parseKey() { continue }
        case .value: break
        case .separator: continue
        }
        return
      }
      if frame.isMapping, try !parseKey() { continue }
      return
    }
  }

  /// False if no value follows, for what was reported.
  private mutating func parseKey() throws(DocumentBuilder.Stop) -> Bool {
    var next = JSONRecovery.Next.key
    while next == .key {
      if bytes[index] == UInt8(ascii: "\"") {
        next = try parseString() ? .value : .separator
      } else {
        next = try recoverKey()
      }
    }
    if next == .separator { return false }
    skipSpace()
    guard index < bytes.count else { throw unclosed() }
    if bytes[index] == UInt8(ascii: ":") {
      index += 1
    } else if try !recoverColon() {
      return false
    }
    skipSpace()
    return true
  }

  // MARK: - Scalars

  /// False if its end isn't certain; it is no node then.
  @discardableResult
  private mutating func parseString() throws(DocumentBuilder.Stop) -> Bool {
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
      guard index < bytes.count else {
        throw isTextBroken ? recovery.stop(unclosedText(start)) : unclosedText(start)
      }
      if bytes[index] == UInt8(ascii: "\"") { break }
      if bytes[index] == UInt8(ascii: "\\") {
        try parseEscape(inTextFrom: start)
      } else if try !recoverText(from: start) {
        return false
      }
    }
    index += 1
    try builder.add(scalar: isTextBroken ? .invalid : .string, textFrom: textStart, start, index)
    if isTextBroken {
      isTextBroken = false
      recovery.end = index
    }
    return true
  }

  private mutating func parseEscape(inTextFrom textStart: Int) throws(DocumentBuilder.Stop) {
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
      try reportInText(
        fail(
          "unknown escape '\(builder.source.text(in: start..<index))' inside text", start, index,
          help: "write a backslash itself as '\\\\'"))
    }
  }

  /// `nil` if something else was reported.
  private mutating func parseHex(from start: Int) throws(DocumentBuilder.Stop) -> UInt32? {
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
    guard isValid else { return try recoverNumber(from: start) }
    try builder.add(scalar: kind, bytes[start..<index], start, index)
  }

  private mutating func takeDigits() -> Int {
    let start = index
    while index < bytes.count, bytes[index] &- UInt8(ascii: "0") < 10 { index += 1 }
    return index - start
  }

  private mutating func parseWord(_ word: String, _ kind: Node.Kind) throws(DocumentBuilder.Stop) {
    guard bytes[index...].starts(with: word.utf8) else { return try recoverValue() }
    try builder.add(scalar: kind, word.utf8, index, index + word.utf8.count)
    index += word.utf8.count
  }

  mutating func skipSpace() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }
}
