/// Where in its line an offset stands: inside which brackets, and where the key or value begins that it belongs to.
///
///     match: {method: GET, path: /items/{id}}
///                                       ^      inside the '{', in the text that begins at '/items'
///
/// libyaml knows this too, but tells it too late: it looks ahead over a whole line before it hands out the first bracket.
struct LinePlace {
  /// Where the brackets stand that are open, outermost first.
  private(set) var brackets: [Int] = []
  private(set) var start: Int
  /// Whether a colon may still make the text a key.
  private(set) var isKey = true
  private let bytes: [UInt8]

  /// - Parameter lineStart: Where no text is under way: the start of the line, or of the outermost bracket.
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
      case UInt8(ascii: "#") where index == lineStart || YAMLBytes.isSpace(bytes[index - 1]):
        while index + 1 < offset, !YAMLBytes.isBreak(bytes[index + 1]) { index += 1 }
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
        if text == nil, !YAMLBytes.isBlank(byte) { begin(index) }
      }
      index += 1
    }
    if let text { start = text }
  }

  /// Where it is known already that text begins here.
  init(ofTextAt start: Int, isInFlow: Bool, in bytes: [UInt8]) {
    self.start = start
    self.bytes = bytes
    isKey = false
    if isInFlow { brackets = [start] }
  }

  var isInFlow: Bool { !brackets.isEmpty }

  /// All that a user would call this text: up to the end of the line or a comment, inside brackets also up to a comma or
  /// to a bracket that closes none of its own.
  var text: Range<Int> {
    var depth = 0
    var end = start
    var index = start
    scan: while index < bytes.count, !YAMLBytes.isBreak(bytes[index]) {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "#") where index > start && YAMLBytes.isBlank(bytes[index - 1]): break scan
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
      if !YAMLBytes.isBlank(byte) { end = index }
    }
    return start..<end
  }

  /// Behind the closing quote; `limit` where there is none before it.
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
