import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Bytes that are no text, and text that contains nothing.
struct InputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    var bytes: [UInt8]
    var description: String
    var formats: [DocumentParser.Format] = [.yaml, .json]

    var testDescription: String { id }
  }

  private static let notUTF8 = "invalid UTF-8 [not-utf8]"

  @Test(arguments: [
    Case(id: "lone continuation", bytes: Array("a: ".utf8) + [0x80], description: "f:1:4: error: " + notUTF8),
    Case(id: "cut short", bytes: Array("日: 1\nb: ".utf8) + [0xE6, 0x97], description: "f:2:4: error: " + notUTF8),
    Case(id: "overlong", bytes: [0xC0, 0xAF], description: "f:1:1: error: " + notUTF8),
    Case(id: "overlong, three bytes", bytes: [0x61, 0xE0, 0x80, 0xAF], description: "f:1:2: error: " + notUTF8),
    Case(id: "surrogate", bytes: [0x61, 0x62, 0xED, 0xA0, 0x80], description: "f:1:3: error: " + notUTF8),
    Case(id: "beyond U+10FFFF", bytes: [0xF4, 0x90, 0x80, 0x80], description: "f:1:1: error: " + notUTF8),
    Case(id: "Latin-1", bytes: Array("a: caf".utf8) + [0xE9, 0x0A], description: "f:1:7: error: " + notUTF8),
    Case(
      id: "UTF-16, little end first, marked", bytes: [0xFF, 0xFE, 0x61, 0x00],
      description: "f:1:1: error: the file is UTF-16, expected UTF-8 [not-utf8]"),
    Case(
      id: "UTF-16, big end first, marked", bytes: [0xFE, 0xFF, 0x00, 0x61],
      description: "f:1:1: error: the file is UTF-16, expected UTF-8 [not-utf8]"),
    Case(
      id: "UTF-16, little end first", bytes: [0x7B, 0x00, 0x7D, 0x00],
      description: "f:1:1: error: the file is UTF-16, expected UTF-8 [not-utf8]"),
    Case(
      id: "UTF-16, big end first", bytes: [0x00, 0x7B, 0x00, 0x7D],
      description: "f:1:1: error: the file is UTF-16, expected UTF-8 [not-utf8]"),
    Case(
      id: "UTF-32, little end first, marked", bytes: [0xFF, 0xFE, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00],
      description: "f:1:1: error: the file is UTF-32, expected UTF-8 [not-utf8]"),
    Case(
      id: "UTF-32, big end first", bytes: [0x00, 0x00, 0x00, 0x7B, 0x00, 0x00, 0x00, 0x7D],
      description: "f:1:1: error: the file is UTF-32, expected UTF-8 [not-utf8]"),
    Case(
      id: "UTF-32, little end first", bytes: [0x7B, 0x00, 0x00, 0x00],
      description: "f:1:1: error: the file is UTF-32, expected UTF-8 [not-utf8]"),
    Case(id: "empty", bytes: [], description: "f:1:1: error: the file is empty [empty-file]"),
    Case(id: "only a mark", bytes: [0xEF, 0xBB, 0xBF], description: "f:1:1: error: the file is empty [empty-file]"),
    Case(
      id: "blank", bytes: Array(" \n\r\n".utf8),
      description: "f:1:1: error: the file contains only blank lines and comments [empty-file]"),
    Case(
      id: "comment", bytes: Array("# a\n  # b\n".utf8),
      description: "f:1:1: error: the file contains only blank lines and comments [empty-file]", formats: [.yaml]),
  ])
  func `unreadable bytes are one error with a range`(test: Case) {
    for format in test.formats {
      let parsed = DocumentParser.parse(test.bytes, path: "f", format: format)
      #expect(parsed.document == nil)
      #expect(parsed.diagnostics.map { "\($0)" } == [test.description])
    }
  }

  @Test(arguments: [
    ("a: 1️⃣\u{0}1️⃣\n", "0000"), ("日: 1️⃣\u{7}1️⃣\n", "0007"), ("a: '1️⃣\u{1B}1️⃣'\n", "001B"), ("1️⃣\u{7F}1️⃣", "007F"),
    ("a: 1️⃣\u{80}1️⃣\n", "0080"), ("a: b1️⃣\u{85}1️⃣c\n", "0085"), ("# 1️⃣\u{2028}1️⃣a\n", "2028"),
    ("a: '1️⃣\u{2029}1️⃣'\n", "2029"), ("a: 1\n1️⃣\u{FEFF}1️⃣b: 2\n", "FEFF"), ("a: 1️⃣\u{FFFE}1️⃣", "FFFE"),
    ("1️⃣\u{FFFF}1️⃣", "FFFF"),
  ])
  func `a character that libyaml rejects or misreads is reported at its range`(marked: String, code: String) throws {
    let parsed = parse(MarkedText(marked).text)
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.map(\.marked) == [marked])
    #expect(parsed.diagnostics.map(\.message) == ["character U+\(code) isn't allowed in YAML"])
    #expect(parsed.diagnostics.map(\.help) == ["remove it, or write it in double quotes as '\\u\(code)'"])
  }

  @Test(arguments: ["0007", "0085", "2028", "FEFF"])
  func `an escaped character is allowed`(code: String) throws {
    let value = try #require(parse("a: \"\\u\(code)\"").document?.root.value("a"))
    #expect(value.text.unicodeScalars.map(\.value) == [UInt32(code, radix: 16)])
  }

  @Test(arguments: [DocumentParser.Format.yaml, .json])
  func `a byte-order mark is skipped and not counted`(format: DocumentParser.Format) throws {
    let marked = MarkedText("[1️⃣\"日\"1️⃣, 2]")
    let document = try #require(parse("\u{FEFF}" + marked.text, format).document)
    #expect(document.root.outline == "['日', int 2]")
    #expect(document.root["0"]?.range.bytes == marked[1])
    #expect(document.root["0"]?.range.place == "f:1:2")
  }

  @Test func `characters beyond ASCII are text like any other`() {
    #expect(parse("日本: é😀\u{10FFFF}\u{E000}\u{A0}x\n").document?.root.outline == "{日本: 'é😀\u{10FFFF}\u{E000}\u{A0}x'}")
  }
}
