import MockSpecDiagnostics

/// A command of a POSIX shell, as words. Only what people paste is read: quotes, escapes and line continuations. A variable is
/// written as `{{NAME}}`, since its value isn't known.
struct ShellCommand {
  struct Word {
    var text: String
    /// The range in the file.
    var bytes: Range<Int>
  }

  private(set) var words: [Word] = []
  /// Where the input of the command is redirected, if it is.
  private(set) var input: Range<Int>?

  /// Returns the commands of a text.
  static func all(in text: [UInt8]) -> [ShellCommand] {
    var lexer = Lexer(text)
    return lexer.commands()
  }

  private struct Lexer {
    private let text: [UInt8]
    private var index = 0
    private var command = ShellCommand()
    private var word: [UInt8] = []
    private var start: Int?
    /// Whether the next word is the file of a redirection.
    private var isRedirected = false

    init(_ text: [UInt8]) { self.text = text }

    private func byte(after count: Int = 0) -> UInt8? { index + count < text.count ? text[index + count] : nil }

    mutating func commands() -> [ShellCommand] {
      var all: [ShellCommand] = []
      while let byte = byte() {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
          endWord()
          index += 1
        case UInt8(ascii: "\n"), UInt8(ascii: ";"), UInt8(ascii: "|"), UInt8(ascii: "&"):
          endWord()
          if !command.words.isEmpty { all.append(command) }
          (command, isRedirected) = (ShellCommand(), false)
          index += 1
        case UInt8(ascii: "#") where start == nil:
          while let next = self.byte(), next != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "<"), UInt8(ascii: ">"):
          // A number before it is that of a descriptor.
          if word.allSatisfy({ $0 &- 0x30 < 10 }) { (start, word) = (nil, []) }
          endWord()
          if byte == UInt8(ascii: "<") { command.input = index..<index + 1 }
          isRedirected = true
          index += 1
        default: readWord(byte)
        }
      }
      endWord()
      return command.words.isEmpty ? all : all + [command]
    }

    private mutating func endWord() {
      guard let start else { return }
      if !isRedirected {
        command.words.append(Word(text: String(decoding: word, as: UTF8.self), bytes: start..<index))
      }
      isRedirected = false
      (self.start, word) = (nil, [])
    }

    private mutating func readWord(_ byte: UInt8) {
      if byte == UInt8(ascii: "\\"), self.byte(after: 1) == UInt8(ascii: "\n") {
        index += 2
        return
      }
      start = start ?? index
      index += 1
      switch byte {
      case UInt8(ascii: "\\"): if let next = self.byte() { append(next) }
      case UInt8(ascii: "'"):
        while let next = self.byte(), next != byte { append(next) }
        index += 1
      case UInt8(ascii: "\""): readDoubleQuotes()
      case UInt8(ascii: "$"):
        if self.byte() == UInt8(ascii: "'") { readEscapes() } else { readVariable() }
      default: word.append(byte)
      }
    }

    private mutating func append(_ byte: UInt8) {
      word.append(byte)
      index += 1
    }

    private mutating func readDoubleQuotes() {
      while let next = byte(), next != UInt8(ascii: "\"") {
        index += 1
        if next == UInt8(ascii: "$") {
          readVariable()
        } else if next == UInt8(ascii: "\\"), let escaped = byte(), "\\\"$`\n".utf8.contains(escaped) {
          index += 1
          if escaped != UInt8(ascii: "\n") { word.append(escaped) }
        } else {
          word.append(next)
        }
      }
      index += 1
    }

    /// `NAME`, `{NAME}` or `(command)` after a dollar sign.
    private mutating func readVariable() {
      let closing: [UInt8: UInt8] = [UInt8(ascii: "{"): UInt8(ascii: "}"), UInt8(ascii: "("): UInt8(ascii: ")")]
      let first = index
      let isName = { (byte: UInt8) in (byte | 0x20) &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x5F }
      if let open = byte(), let close = closing[open] {
        while let next = byte(), next != close { index += 1 }
        index = min(index + 1, text.count)
      } else {
        while let next = byte(), isName(next) { index += 1 }
      }
      let name = text[first..<index].filter(isName)
      if name.isEmpty, index == first { return word.append(UInt8(ascii: "$")) }
      word += Array("{{".utf8) + name + Array("}}".utf8)
    }

    /// The rest of `$'…'`, in which escapes are those of C.
    private mutating func readEscapes() {
      let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "0"): 0,
      ]
      index += 1
      while let next = byte(), next != UInt8(ascii: "'") {
        index += 1
        guard next == UInt8(ascii: "\\"), let escaped = byte() else {
          word.append(next)
          continue
        }
        index += 1
        let digits = escaped == UInt8(ascii: "x") ? 2 : escaped == UInt8(ascii: "u") ? 4 : 0
        let code = String(decoding: text[index..<min(index + digits, text.count)], as: UTF8.self)
        if digits > 0, let scalar = UInt32(code, radix: 16).flatMap(Unicode.Scalar.init) {
          word += digits == 2 ? [UInt8(truncatingIfNeeded: scalar.value)] : Array(String(scalar).utf8)
          index += digits
        } else {
          word.append(escapes[escaped] ?? escaped)
        }
      }
      index += 1
    }
  }
}
