import MockSpecDiagnostics

/// A command of a POSIX shell, as words. Only what people paste is read: quotes, escapes, line continuations and lines of input. A
/// variable or the output of a command is written as `{{NAME}}`, since its value isn't known.
struct ShellCommand {
  struct Word {
    var text: String
    /// The range in the file.
    var bytes: Range<Int>
  }

  private(set) var words: [Word] = []
  /// Where the input of the command is redirected, if it is.
  private(set) var input: Range<Int>?
  /// The lines that follow the command as its input (`<<END`).
  private(set) var document: String?
  /// A quote that isn't closed, so that the command goes to the end of the text.
  private(set) var openQuote: Range<Int>?

  /// Returns the commands of a text.
  static func all(in text: [UInt8]) -> [ShellCommand] {
    var lexer = Lexer(text)
    return lexer.commands()
  }

  /// Whether a text starts with a curl command, after comments and a prompt. Documents of other formats can have such lines, too.
  static func isCurl(_ text: [UInt8]) -> Bool {
    let lines = text.prefix(64 << 10).split(separator: UInt8(ascii: "\n")).lazy
    let words = lines.map { $0.drop { " \t\r$\u{FEFF}".utf8.contains($0) } }
    guard let line = words.first(where: { !$0.isEmpty && $0.first != UInt8(ascii: "#") }) else { return false }
    return all(in: Array(line.prefix(4096))).first?.curlArguments != nil
  }

  /// The words after the name of curl; `nil` for another command.
  var curlArguments: ArraySlice<Word>? {
    // A prompt can be pasted, too.
    let rest = words.drop { word in
      ["$", "sudo", "time", "env"].contains(word.text) || word.text.wholeMatch(of: #/[A-Za-z_][A-Za-z0-9_]*=.*/#) != nil
    }
    let name = rest.first?.text.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last
    return name == "curl" || name == "curl.exe" ? rest.dropFirst() : nil
  }

  private struct Lexer {
    private let text: [UInt8]
    private var index = 0
    private var command = ShellCommand()
    private var word: [UInt8] = []
    private var start: Int?
    /// What the next word is after a redirection; `nil` for a word of the command.
    private var target: Target?
    /// The line that ends the lines that are the input.
    private var delimiter: [UInt8]?

    private enum Target { case file, delimiter }

    init(_ text: [UInt8]) {
      self.text = text
      // A byte order mark.
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
    }

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
          if byte == UInt8(ascii: "\n"), let delimiter { readDocument(until: delimiter) }
          if !command.words.isEmpty { all.append(command) }
          (command, target, delimiter) = (ShellCommand(), nil, nil)
          index += 1
        case UInt8(ascii: "#") where start == nil:
          while let next = self.byte(), next != UInt8(ascii: "\n") { index += 1 }
        case UInt8(ascii: "<"), UInt8(ascii: ">"):
          // A number before it is that of a descriptor.
          if word.allSatisfy({ $0 &- 0x30 < 10 }) { (start, word) = (nil, []) }
          endWord()
          if byte == UInt8(ascii: "<") { command.input = index..<index + 1 }
          target = target == .file && byte == UInt8(ascii: "<") ? .delimiter : .file
          index += 1
        default: readWord(byte)
        }
      }
      endWord()
      return command.words.isEmpty ? all : all + [command]
    }

    private mutating func endWord() {
      guard let start else { return }
      switch target {
      case .delimiter: delimiter = word
      case .file: break
      case nil: command.words.append(Word(text: String(decoding: word, as: UTF8.self), bytes: start..<index))
      }
      (target, self.start, word) = (nil, nil, [])
    }

    /// Reads lines up to one that is the delimiter, which is left.
    private mutating func readDocument(until delimiter: [UInt8]) {
      var document: [[UInt8]] = []
      for line in text[(index + 1)...].split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        index = line.endIndex
        let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
        if line.elementsEqual(delimiter) { break }
        document.append(Array(line))
      }
      command.document = document.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    private mutating func readWord(_ byte: UInt8) {
      if byte == UInt8(ascii: "\\"), let length = lineBreak(after: 1) {
        index += 1 + length
        return
      }
      start = start ?? index
      index += 1
      switch byte {
      case UInt8(ascii: "\\"): if let next = self.byte() { append(next) }
      case UInt8(ascii: "'"):
        let open = index
        while let next = self.byte(), next != byte { append(next) }
        close(quote: open)
      case UInt8(ascii: "\""): readDoubleQuotes()
      case UInt8(ascii: "`"): readOutput()
      case UInt8(ascii: "$"):
        if self.byte() == UInt8(ascii: "'") { readEscapes() } else { readVariable() }
      default: word.append(byte)
      }
    }

    private func lineBreak(after count: Int) -> Int? {
      if byte(after: count) == UInt8(ascii: "\n") { return 1 }
      return byte(after: count) == UInt8(ascii: "\r") && byte(after: count + 1) == UInt8(ascii: "\n") ? 2 : nil
    }

    private mutating func append(_ byte: UInt8) {
      word.append(byte)
      index += 1
    }

    /// Passes the end of a quote that begins before an index.
    private mutating func close(quote open: Int) {
      if index == text.count, command.openQuote == nil { command.openQuote = open - 1..<open }
      index = min(index + 1, text.count)
    }

    private mutating func readDoubleQuotes() {
      let open = index
      while let next = byte(), next != UInt8(ascii: "\"") {
        index += 1
        if next == UInt8(ascii: "$") {
          readVariable()
        } else if next == UInt8(ascii: "`") {
          readOutput()
        } else if next == UInt8(ascii: "\\"), let length = lineBreak(after: 0) {
          index += length
        } else if next == UInt8(ascii: "\\"), let escaped = byte(), "\\\"$`".utf8.contains(escaped) {
          append(escaped)
        } else {
          word.append(next)
        }
      }
      close(quote: open)
    }

    /// The rest of a command in backquotes, whose output isn't known.
    private mutating func readOutput() {
      let open = index
      while let next = byte(), next != UInt8(ascii: "`") { index += 1 }
      close(quote: open)
      word += Array("{{output}}".utf8)
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

    private static let escapes: [UInt8: UInt8] = [
      UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "e"): 27, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10,
      UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
    ]

    /// The rest of `$'…'`, in which escapes are those of C.
    private mutating func readEscapes() {
      index += 1
      let open = index
      while let next = byte(), next != UInt8(ascii: "'") {
        index += 1
        guard next == UInt8(ascii: "\\"), let escaped = byte() else {
          word.append(next)
          continue
        }
        index += 1
        switch escaped {
        case UInt8(ascii: "x"): if let code = number(radix: 16, digits: 2) { word.append(UInt8(code)) }
        case UInt8(ascii: "u"), UInt8(ascii: "U"):
          let code = number(radix: 16, digits: escaped == UInt8(ascii: "u") ? 4 : 8)
          word += Array(String(code.flatMap(Unicode.Scalar.init) ?? "\u{FFFD}").utf8)
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
          index -= 1
          if let code = number(radix: 8, digits: 3) { word.append(UInt8(truncatingIfNeeded: code)) }
        default: word.append(Self.escapes[escaped] ?? escaped)
        }
      }
      close(quote: open)
    }

    /// Reads a number of some digits at most.
    private mutating func number(radix: Int, digits: Int) -> UInt32? {
      var end = index
      while end < min(index + digits, text.count), Character(Unicode.Scalar(text[end])).isHexDigit,
        radix == 16 || text[end] < UInt8(ascii: "8")
      {
        end += 1
      }
      defer { index = end }
      return UInt32(String(decoding: text[index..<end], as: UTF8.self), radix: radix)
    }
  }
}
