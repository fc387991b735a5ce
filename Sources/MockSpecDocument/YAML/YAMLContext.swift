/// The open brackets around an offset in YAML, and the start of the key or value that contains it.
///
///     match: {method: GET, path: /items/{id}}
///                                       ^      inside '{', in the text that starts at '/items'
///
/// libyaml's events come too late for this: it scans a whole line before it emits the event of the first bracket.
struct YAMLContext {
  /// The offsets of the open brackets, outermost first.
  private(set) var brackets: [Int] = []
  private(set) var start: Int
  /// Whether a colon would make the text a key.
  private(set) var isKey = true
  private let bytes: [UInt8]

  /// Scans the text before an offset.
  ///
  /// - Parameter lineStart: An offset outside any scalar: the start of the line, or the outermost bracket.
  init(of offset: Int, from lineStart: Int, in bytes: [UInt8]) {
    self.bytes = bytes
    start = offset
    var text: Int?
    var isClosed = false
    var index = lineStart
    func begin(_ offset: Int?, isKey newKey: Bool? = nil) {
      text = offset
      isClosed = false
      if let newKey { isKey = newKey }
    }
    while index < offset {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if brackets.isEmpty { begin(nil, isKey: true) }
      case UInt8(ascii: "#") where index == lineStart || bytes[index - 1].isSpace:
        while index + 1 < offset, !bytes[index + 1].isLineBreak { index += 1 }
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard text == nil else { break }
        begin(index)
        index = Self.end(ofQuotesAt: index, before: offset, in: bytes) - 1
        isClosed = true
      case UInt8(ascii: "[") where text == nil || !brackets.isEmpty,
        UInt8(ascii: "{") where text == nil || !brackets.isEmpty:
        brackets.append(index)
        begin(nil, isKey: true)
      case UInt8(ascii: "]") where !brackets.isEmpty, UInt8(ascii: "}") where !brackets.isEmpty:
        begin(brackets.removeLast())
        isClosed = true
      case UInt8(ascii: ",") where !brackets.isEmpty:
        begin(nil, isKey: true)
      case UInt8(ascii: ":") where isClosed || YAMLBytes.endsPlain(bytes, after: index, inFlow: !brackets.isEmpty):
        begin(nil, isKey: false)
      case UInt8(ascii: "-") where text == nil && YAMLBytes.endsPlain(bytes, after: index, inFlow: false),
        UInt8(ascii: "?") where text == nil && YAMLBytes.endsPlain(bytes, after: index, inFlow: false):
        break
      default:
        if text == nil, !byte.isBlank { begin(index) }
      }
      index += 1
    }
    if let text { start = text }
  }

  /// The context of an offset at which text is known to start.
  init(ofTextAt start: Int, isInFlow: Bool, in bytes: [UInt8]) {
    self.start = start
    self.bytes = bytes
    isKey = false
    if isInFlow { brackets = [start] }
  }

  var isInFlow: Bool { !brackets.isEmpty }

  /// The text as its author sees it: up to the end of the line or a comment, and inside brackets also up to a comma or
  /// an unmatched closing bracket.
  var text: Range<Int> {
    var depth = 0
    var end = start
    var index = start
    scan: while index < bytes.count, !bytes[index].isLineBreak {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "#") where index > start && bytes[index - 1].isBlank: break scan
      case UInt8(ascii: ",") where isInFlow: break scan
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "]") where isInFlow, UInt8(ascii: "}") where isInFlow:
        depth -= 1
        if depth < 0 { break scan }
      case UInt8(ascii: ":") where isKey && index > start:
        if YAMLBytes.endsPlain(bytes, after: index, inFlow: isInFlow) { break scan }
      default: break
      }
      index += 1
      if !byte.isBlank { end = index }
    }
    return start..<end
  }

  /// The offset after the closing quote; `limit` if there is no closing quote before it.
  private static func end(ofQuotesAt start: Int, before limit: Int, in bytes: [UInt8]) -> Int {
    let quote = bytes[start]
    var index = start + 1
    while index < limit {
      if bytes[index] == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
        index += 1
      } else if bytes[index] == quote {
        guard quote == UInt8(ascii: "'"), index + 1 < limit, bytes[index + 1] == quote else { return index + 1 }
        index += 1
      }
      index += 1
    }
    return limit
  }
}
