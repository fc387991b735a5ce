/// The words of a Swift source outside its comments and the text of its string literals. Interpolations count as code.
struct SwiftWords {
  struct Word {
    let text: String
    /// The line of the word, from 1.
    let line: Int
    /// The number of braces around the word.
    let depth: Int
    /// Whether the word follows a dot.
    let isMember: Bool
  }

  private(set) var words: [Word] = []
  private let source: [UInt8]
  private var next = 0
  private var line = 1
  private var depth = 0

  init(_ source: [UInt8]) {
    self.source = source
    readCode(untilParenthesis: false)
  }

  /// - Parameter untilParenthesis: Whether to stop after the parenthesis that closes an interpolation.
  private mutating func readCode(untilParenthesis: Bool) {
    var open = 0
    var previous: UInt8 = 0
    while let byte = current {
      if starts("//") {
        while let byte = current, byte != UInt8(ascii: "\n") { advance() }
      } else if starts("/*") {
        skipBlockComment()
      } else if Self.isWord(byte) {
        readWord(isMember: previous == UInt8(ascii: "."))
      } else if let hashes = hashesOfString {
        readString(hashes: hashes)
      } else {
        switch byte {
        case UInt8(ascii: "{"): depth += 1
        case UInt8(ascii: "}"): depth -= 1
        case UInt8(ascii: "("): open += 1
        case UInt8(ascii: ")"): open -= 1
        default: break
        }
        advance()
        if untilParenthesis, open < 0 { return }
      }
      previous = byte
    }
  }

  private mutating func readWord(isMember: Bool) {
    let start = next
    while let byte = current, Self.isWord(byte) { advance() }
    let text = String(decoding: source[start..<next], as: UTF8.self)
    words.append(Word(text: text, line: line, depth: depth, isMember: isMember))
  }

  /// Skips a comment with the comments nested in it.
  private mutating func skipBlockComment() {
    var level = 0
    repeat {
      if starts("/*") {
        level += 1
      } else if starts("*/") {
        level -= 1
      } else {
        advance()
        continue
      }
      advance(2)
    } while level > 0 && current != nil
  }

  /// The number of `#` before the quote with which a string begins here; `nil` if none begins.
  private var hashesOfString: Int? {
    let hashes = source[next...].prefix { $0 == UInt8(ascii: "#") }.count
    let quote = next + hashes
    return quote < source.count && source[quote] == UInt8(ascii: "\"") ? hashes : nil
  }

  private mutating func readString(hashes: Int) {
    advance(hashes)
    let quote = starts("\"\"\"") ? "\"\"\"" : "\""
    advance(quote.utf8.count)
    let mark = String(repeating: "#", count: hashes)
    while current != nil {
      if starts(quote + mark) { return advance(quote.utf8.count + hashes) }
      if starts("\\" + mark + "(") {
        advance(hashes + 2)
        readCode(untilParenthesis: true)
      } else {
        advance(starts("\\" + mark) ? hashes + 2 : 1)
      }
    }
  }

  private var current: UInt8? { next < source.count ? source[next] : nil }

  private func starts(_ text: String) -> Bool { source[next...].starts(with: text.utf8) }

  private mutating func advance(_ count: Int = 1) {
    let end = min(next + count, source.count)
    for byte in source[next..<end] where byte == UInt8(ascii: "\n") { line += 1 }
    next = end
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- UInt8(ascii: "a") < 26 || byte &- UInt8(ascii: "0") < 10 || byte == UInt8(ascii: "_")
  }
}
