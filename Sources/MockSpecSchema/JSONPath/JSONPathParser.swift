import MockSpecDiagnostics
import MockSpecDocument

/// Parses a JSONPath (RFC 9535 §2) over its UTF-8 bytes: paths, segments and selectors. Filters and literals are in
/// extensions.
struct JSONPathParser {
  /// The maximum depth of brackets, parentheses and functions in each other, which bounds the recursion.
  private static let maximumDepth = 32

  let bytes: [UInt8]
  var position = 0
  var instructionCount = 0
  private var depth = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func parse() throws(JSONPathError) -> JSONPath.Query {
    guard take("$") else {
      let help =
        switch peek() {
        case UInt8(ascii: "/"): "a JSON Pointer is written under 'pointers'"
        case UInt8(ascii: "@"): "only filters can have '@': write '$' for the whole body"
        default: "'$' is the whole body, as in $.items[0].name"
        }
      throw unexpected("'$' at the start", help: help)
    }
    let query = JSONPath.Query(isRelative: false, segments: try segments())
    guard position == bytes.count else { throw unexpected("'.', '[' or the end") }
    return query
  }

  mutating func segments() throws(JSONPathError) -> [JSONPath.Segment] {
    var segments: [JSONPath.Segment] = []
    while true {
      let end = position
      skipBlanks()
      if peek() == UInt8(ascii: "[") {
        segments.append(JSONPath.Segment(isDescendant: false, selectors: try bracketed()))
      } else if take("..") {
        let selectors = peek() == UInt8(ascii: "[") ? try bracketed() : [try dotted("a name, '*' or '[' after '..'")]
        segments.append(JSONPath.Segment(isDescendant: true, selectors: selectors))
      } else if take(".") {
        segments.append(JSONPath.Segment(isDescendant: false, selectors: [try dotted("a name or '*' after '.'")]))
      } else {
        position = end
        return segments
      }
    }
  }

  /// Parses `*` or a name without quotes.
  private mutating func dotted(_ expected: String) throws(JSONPathError) -> JSONPath.Selector {
    if take("*") { return .wildcard }
    let start = position
    while isInName(peek(), isFirst: position == start) { position += 1 }
    let name = bytes[start..<position]
    // What continues a name without being a part of it.
    let end = bytes[position...].firstIndex { ".[](){},;:=!<>&|'\"@ \t\n\r".utf8.contains($0) } ?? bytes.count
    if position < end {
      let whole = String(decoding: bytes[start..<end], as: UTF8.self)
      let number = Int(whole).map { ", or [\($0)] for an element" } ?? ""
      throw unexpected(
        name.isEmpty ? expected : "'.', '[' or the end after '\(Excerpt.of(name))'",
        help: "a name with other characters needs quotes: write ['\(Excerpt.of(whole))']\(number)")
    }
    guard !name.isEmpty else {
      let help: String? =
        switch peek() {
        case UInt8(ascii: "["): "remove the '.'"
        case UInt8(ascii: "'"), UInt8(ascii: "\""): "a name in quotes is in brackets: ['name']"
        default: nil
        }
      throw unexpected(expected, help: help)
    }
    if peek() == UInt8(ascii: "(") {
      throw unexpected(
        "'.', '[' or the end after '\(Excerpt.of(name))'",
        help: "functions are only in filters, around a path: [?length(@.name) > 1]")
    }
    return .name(Array(name), hash: keyHash(name))
  }

  /// Parses selectors in brackets.
  private mutating func bracketed() throws(JSONPathError) -> [JSONPath.Selector] {
    try nested { parser throws(JSONPathError) in
      var selectors: [JSONPath.Selector] = []
      repeat {
        parser.skipBlanks()
        selectors.append(try parser.selector())
        parser.skipBlanks()
      } while parser.take(",")
      guard parser.take("]") else { throw parser.unexpected("',' or ']'") }
      return selectors
    }
  }

  private mutating func selector() throws(JSONPathError) -> JSONPath.Selector {
    switch peek() {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      let name = Array(try string().text.utf8)
      return .name(name, hash: keyHash(name))
    case UInt8(ascii: "?"):
      position += 1
      skipBlanks()
      return .filter(try filter())
    case UInt8(ascii: "*"):
      position += 1
      return .wildcard
    case UInt8(ascii: ":"), UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try indexOrSlice()
    case UInt8(ascii: "("):
      throw unexpected(
        "a name in quotes, an index, '*' or '?'",
        help: "JSONPath has no scripts: write [-1] for the last element, or [?…] for a filter")
    default:
      let end = bytes[position...].firstIndex { "[](),.'\" ".utf8.contains($0) } ?? bytes.count
      let word = Excerpt.of(bytes[position..<end])
      throw unexpected(
        "a name in quotes, an index, '*' or '?'", help: word.isEmpty ? nil : "write ['\(word)'] for a name")
    }
  }

  private mutating func indexOrSlice() throws(JSONPathError) -> JSONPath.Selector {
    let start = try integer()
    let end = position
    skipBlanks()
    guard take(":") else {
      position = end
      // Without a number, there is a colon.
      return .index(start ?? 0)
    }
    skipBlanks()
    let stop = try integer()
    skipBlanks()
    guard take(":") else { return .slice(start: start, end: stop, step: 1) }
    skipBlanks()
    return .slice(start: start, end: stop, step: try integer() ?? 1)
  }

  // MARK: - Bytes

  /// The byte at the position; 0 at the end, which no path has outside quotes.
  func peek(_ distance: Int = 0) -> UInt8 { position + distance < bytes.count ? bytes[position + distance] : 0 }

  mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  mutating func skipBlanks() {
    while position < bytes.count, " \t\n\r".utf8.contains(bytes[position]) { position += 1 }
  }

  func isInName(_ byte: UInt8, isFirst: Bool = false) -> Bool {
    ByteScanner.isLetter(byte) || byte == UInt8(ascii: "_") || byte >= 0x80 || !isFirst && ByteScanner.isDigit(byte)
  }

  /// Parses what is in a bracket or parenthesis at the position, one level deeper.
  mutating func nested<Result>(
    _ parse: (inout JSONPathParser) throws(JSONPathError) -> Result
  ) throws(JSONPathError) -> Result {
    guard depth < Self.maximumDepth else {
      throw JSONPathError(
        range: position..<position + 1, message: "the path is nested too deeply: at most \(Self.maximumDepth) levels")
    }
    depth += 1
    position += 1
    let result = try parse(&self)
    depth -= 1
    return result
  }

  // MARK: - Errors

  /// Returns an error at the position.
  ///
  /// - Parameter help: The fix; `nil` for that of a usual mistake, if it is one.
  func unexpected(_ expected: String, help: String? = nil) -> JSONPathError {
    let rest = String(decoding: bytes[position...].prefix(16), as: UTF8.self)
    guard let first = rest.unicodeScalars.first else {
      let last = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
      return JSONPathError(
        range: last..<bytes.count, message: "expected \(expected), found the end of the path", help: help)
    }
    let mistake = JSONPathMistake.all.first { rest.lowercased().hasPrefix($0.text) }
    let length = mistake?.text.utf8.count ?? UTF8.encode(first)?.count ?? 1
    let found =
      first.properties.isWhitespace
      ? "a blank" : "'\(String(decoding: bytes[position..<position + length], as: UTF8.self))'"
    return JSONPathError(
      range: position..<position + length, message: "expected \(expected), found \(found)", help: help ?? mistake?.help)
  }

  func error(_ start: Int, _ message: String, help: String? = nil) -> JSONPathError {
    JSONPathError(range: start..<max(position, start + 1), message: message, help: help)
  }
}

/// Operators of other languages and dialects, with what JSONPath has.
private enum JSONPathMistake {
  static let all: [(text: String, help: String)] = [
    ("=~", "write match(@.name, '…') for the whole text, or search(@.name, '…') for a part of it"),
    ("===", "write '=='"), ("==", misplaced), ("!=", misplaced), ("<>", "write '!='"), ("<", misplaced),
    (">", misplaced),
    ("=>", "write '>='"), ("=<", "write '<='"), ("=", "write '=='"), ("&", "write '&&'"), ("|", "write '||'"),
    ("and ", "write '&&'"), ("or ", "write '||'"), ("not ", "write '!'"),
    ("in ", "compare with each value: @.name == 'a' || @.name == 'b'"),
    ("+", noArithmetic), ("-", noArithmetic), ("*", noArithmetic), ("%", noArithmetic),
  ]
  private static let misplaced = "a filter compares two values, as in [?@.a == 1], or the opposite: [?!(@.a == 1)]"
  private static let noArithmetic = "JSONPath has no arithmetic"
}
