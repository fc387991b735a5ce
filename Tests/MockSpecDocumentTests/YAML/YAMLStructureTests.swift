import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Lines that don't fit together: colons, dashes, indentation, and more than one document.
struct YAMLStructureTests {
  private static let colonHelp = "write 'key: value', with a space after the colon"
  private static let dashHelp = "write '- value', with a space after the dash"
  private static let mapping = "this line doesn't fit the indentation of the mapping it stands in"
  private static let list = "this line doesn't fit the indentation of the list it stands in"

  static let colonMistakes: [Mistake] = [
    Mistake(
      "a: 1\n1️⃣some key1️⃣ # c\nc: 2\n", "':' is missing after this key",
      help: "write 'key: value', with a space after the colon", code: "yaml-syntax"),
    Mistake(
      "日: 1\n1️⃣日本1️⃣\n", "':' is missing after this key", help: "write 'key: value', with a space after the colon",
      code: "yaml-syntax"),
    Mistake(
      "a: 1\n1️⃣'b'1️⃣\n", "':' is missing after this key", help: "write 'key: value', with a space after the colon",
      code: "yaml-syntax"),
    Mistake(
      "# c\n1️⃣a1️⃣\n\n  b: 1\n", "':' is missing after this key", help: "write 'key: value', with a space after the colon",
      code: "yaml-syntax"),
    Mistake(
      "a1️⃣:1️⃣1\nb: 2\n", "a space is missing after this ':'", help: "write 'key: value', with a space after the colon",
      code: "yaml-syntax"),
    Mistake(
      "- 日1️⃣:1️⃣GET\n  path: /\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon", code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣b: c1️⃣\n", "text that contains ': ' needs quotes", help: "put it in quotes: 'b: c'", code: "yaml-syntax"),
    Mistake(
      "日: 1️⃣\"b\": c1️⃣\n", "text that contains ': ' needs quotes", help: "put it in quotes: '\"b\": c'",
      code: "yaml-syntax"),
    Mistake(
      "a: 1\n  1️⃣日本1️⃣: 2\n", "a key can't start here, inside the value that the line above starts",
      help: "align it with the key above; text that contains ': ' needs quotes", code: "yaml-syntax"),
    Mistake(
      "url: http://x\r\n  1️⃣b1️⃣: 2\r\n", "a key can't start here, inside the value that the line above starts",
      help: "align it with the key above; text that contains ': ' needs quotes", code: "yaml-syntax"),
    Mistake(
      "-  http://x\n   1️⃣b1️⃣: 2\n", "a key can't start here, inside the value that the line above starts",
      help: "align it with the key above; text that contains ': ' needs quotes", code: "yaml-syntax"),
    Mistake("1️⃣:1️⃣ x\n", "expected a key before this ':'", help: "write 'key: value'", code: "yaml-syntax"),
    Mistake("日: 1\n1️⃣:1️⃣ x\n", "expected a key before this ':'", help: "write 'key: value'", code: "yaml-syntax"),
    Mistake(
      "1️⃣" + String(repeating: "k", count: 1_025) + "1️⃣: 1\n", "a key can't be longer than 1024 characters",
      code: "yaml-syntax"),
    Mistake(
      "a: 1️⃣? b1️⃣\n", "text that starts with '?' needs quotes", help: "put it in quotes: '? b'", code: "yaml-syntax"),
    Mistake(
      "a:\n  method1️⃣:1️⃣GET\n  path: /\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon", code: "yaml-syntax"),
    Mistake(
      "a:\n  path: /\n  method1️⃣:1️⃣GET\n", "a space is missing after this ':'",
      help: "write 'key: value', with a space after the colon", code: "yaml-syntax"),
    Mistake(
      "a:\n  1️⃣Login1️⃣\n  Other:\n    b: 1\n", "':' is missing after this key",
      help: "write 'key: value', with a space after the colon", code: "yaml-syntax"),
    Mistake(
      "text: 1️⃣Note: this1️⃣ # c\n", "text that contains ': ' needs quotes", help: "put it in quotes: 'Note: this'",
      code: "yaml-syntax"),
    Mistake(
      "title: 1️⃣http://x: y1️⃣\n", "text that contains ': ' needs quotes", help: "put it in quotes: 'http://x: y'",
      code: "yaml-syntax"),
    Mistake(
      "- a: 1️⃣b: c1️⃣\n", "text that contains ': ' needs quotes", help: "put it in quotes: 'b: c'", code: "yaml-syntax"),
    Mistake(
      "key: 1️⃣value:1️⃣\n", "text that contains ': ' needs quotes",
      help: "remove the colon: value; or put it in quotes: 'value:'", code: "yaml-syntax"
    ),
    Mistake(
      "text: 1️⃣it says \"x\": y1️⃣\n", "text that contains ': ' needs quotes",
      help: "put it in quotes: 'it says \"x\": y'",
      code: "yaml-syntax"),
    Mistake(
      "a: one\n  1️⃣two1️⃣: x\n", "a key can't start here, inside the value that the line above starts",
      help: "align it with the key above; text that contains ': ' needs quotes", code: "yaml-syntax"),
  ]

  @Test(arguments: colonMistakes)
  func `colons`(mistake: Mistake) throws { try mistake.check(.yaml) }

  static let dashMistakes: [Mistake] = [
    Mistake(
      "- a\n1️⃣-1️⃣b\n- c\n", "a space is missing after this '-'", help: "write '- value', with a space after the dash",
      code: "yaml-syntax"),
    Mistake(
      "日: 1️⃣-1️⃣ 1\n", "a list can't start on this line",
      help: "start it on a line of its own, below its key; text that starts with '- ' needs quotes", code: "yaml-syntax"
    ),
    Mistake(
      "2️⃣-2️⃣ a\n1️⃣b: 11️⃣\n", "this line isn't an element of the list around it",
      help: "start it with '- ', or indent it if it belongs to the line above", note: "the list starts here",
      code: "yaml-syntax"),
    Mistake(
      "日:\n  b:\n    - 1\n   1️⃣- 21️⃣ # c\n", "the indentation of this line doesn't match any line above",
      help: "indent it by 4 spaces like line 3", code: "yaml-syntax"),
    Mistake(
      "a:\n  - x\n  1️⃣-1️⃣y\n", "a space is missing after this '-'", help: "write '- value', with a space after the dash",
      code: "yaml-syntax"),
    Mistake(
      "a:\n  - x\n 1️⃣- y1️⃣\n", "the indentation of this line doesn't match any line above",
      help: "indent it by 2 spaces like line 2", code: "yaml-syntax"),
    Mistake(
      "x:\n  - a: 1\n   1️⃣b: 21️⃣\n", "the indentation of this line doesn't match any line above",
      help: "indent it by 4 spaces like line 2", code: "yaml-syntax"),
    Mistake(
      "x:\n  - a: 1\n    b: 2\n   1️⃣c: 31️⃣\n", "the indentation of this line doesn't match any line above",
      help: "indent it by 4 spaces like line 3, or by 2 spaces like line 2", code: "yaml-syntax"),
  ]

  @Test(arguments: dashMistakes)
  func `dashes`(mistake: Mistake) throws { try mistake.check(.yaml) }

  static let indentationMistakes: [Mistake] = [
    Mistake(
      "a:\n    b: 1\n  1️⃣日: 21️⃣  # c\n", "the indentation of this line doesn't match any line above",
      help: "indent it by 4 spaces like line 2, or by 0 spaces like line 1", code: "yaml-syntax"),
    Mistake(
      "a: |\n    2️⃣t2️⃣ext\n  1️⃣text1️⃣\n", "this line is indented less than the text above it",
      help: "indent it like the text, or align it with the key that '|' belongs to",
      note: "the text's first line sets its indentation", code: "yaml-syntax"),
    Mistake(
      "# c\n\n  2️⃣日2️⃣: 1\n1️⃣b: 21️⃣\n", "this line is indented less than the first line", help: "align the two",
      note: "the first line starts here", code: "yaml-syntax"),
    Mistake(
      "a:\n1️⃣\t1️⃣b: 1\n", "indentation must be spaces, found a tab", help: "replace the tab with spaces",
      code: "yaml-syntax"),
    Mistake(
      "日:\n  b: 1\n1️⃣\t1️⃣c: 2\n", "indentation must be spaces, found a tab", help: "replace the tab with spaces",
      code: "yaml-syntax"),
    Mistake(
      "a: |\n1️⃣\t1️⃣x\n", "indentation must be spaces, found a tab", help: "replace the tab with spaces",
      code: "yaml-syntax"),
    Mistake(
      "a: x\n1️⃣\t1️⃣y\n", "indentation must be spaces, found a tab", help: "replace the tab with spaces",
      code: "yaml-syntax"),
    Mistake(
      "-1️⃣\t1️⃣x\n", "indentation must be spaces, found a tab", help: "replace the tab with spaces", code: "yaml-syntax"),
    Mistake(
      "a:\n  b: 1\n 1️⃣c: 21️⃣\n", "the indentation of this line doesn't match any line above",
      help: "indent it by 2 spaces like line 2, or by 0 spaces like line 1", code: "yaml-syntax"),
    Mistake(
      "a:\n  b:\n    c: 1\n   1️⃣d: 21️⃣\n", "the indentation of this line doesn't match any line above",
      help: "indent it by 4 spaces like line 3, or by 2 spaces like line 2", code: "yaml-syntax"),
    Mistake(
      "x: 1\n 1️⃣y1️⃣: 2\n", "a key can't start here, inside the value that the line above starts",
      help: "align it with the key above; text that contains ': ' needs quotes", code: "yaml-syntax"),
    Mistake(
      "text: |\n    2️⃣a2️⃣\n  1️⃣b1️⃣\nc: 1\n", "this line is indented less than the text above it",
      help: "indent it like the text, or align it with the key that '|' belongs to",
      note: "the text's first line sets its indentation", code: "yaml-syntax"),
    Mistake(
      "a:\n  text: >\n    2️⃣x2️⃣\n   1️⃣y1️⃣\n  b: 1\n", "this line is indented less than the text above it",
      help: "indent it like the text, or align it with the key that '>' belongs to",
      note: "the text's first line sets its indentation", code: "yaml-syntax"),
    Mistake(
      "text: |\n  2️⃣a2️⃣\n 1️⃣b: 11️⃣\n", "this line is indented less than the text above it",
      help: "indent it like the text, or align it with the key that '|' belongs to",
      note: "the text's first line sets its indentation", code: "yaml-syntax"),
    Mistake(
      "text: 2️⃣|2️⃣\n1️⃣abc1️⃣\n", "this line isn't indented deeper than the key of its text", help: "indent the text",
      note: "'|' starts the text here", code: "yaml-syntax"),
    Mistake(
      "a:\n  text: 2️⃣|2️⃣\n  1️⃣x1️⃣\n  b: 1\n", "this line isn't indented deeper than the key of its text",
      help: "indent the text", note: "'|' starts the text here", code: "yaml-syntax"),
  ]

  @Test(arguments: indentationMistakes)
  func `indentation`(mistake: Mistake) throws { try mistake.check(.yaml) }

  static let documentMistakes: [Mistake] = [
    Mistake(
      "日: 1\n1️⃣---1️⃣\nb: 2\n", "a second YAML document starts here, but a spec is a single document",
      help: "move it to a file of its own", code: "several-documents"),
    Mistake(
      "---\n1️⃣---1️⃣ {b: 2}\n", "a second YAML document starts here, but a spec is a single document",
      help: "move it to a file of its own", code: "several-documents"),
    Mistake("a: 1\n...\n1️⃣b1️⃣: 2\n", "nothing may follow the end of the document, found 'b'", code: "yaml-syntax"),
    Mistake("a: 1\n... 1️⃣x1️⃣\n", "only a comment may follow here, found 'x'", code: "yaml-syntax"),
    Mistake("%YAML 1.2\n1️⃣a: 11️⃣\n", "'---' is missing between the '%' lines and this one", code: "yaml-syntax"),
  ]

  @Test(arguments: documentMistakes)
  func `several documents`(mistake: Mistake) throws { try mistake.check(.yaml) }

  @Test(arguments: ["---\na: 1\n", "a: 1\n...\n", "# c\n---\na: 1\n...\n# c\n", "--- {a: 1}\n", "%YAML 1.1\n---\na: 1"])
  func `a single document may have markers`(text: String) {
    #expect(parse(text).document?.root.outline == "{a: int 1}")
  }
}
