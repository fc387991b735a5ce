import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

struct JSONParserTests {
  @Test(arguments: [
    ("{}", "{}"), ("[]", "[]"), (" \t\r\n[ ] ", "[]"), ("null", "null null"), ("true", "bool true"), ("\"\"", "''"),
    (#"{"a": [1, {"b": null}], "c": "d"}"#, "{a: [int 1, {b: null null}], c: 'd'}"),
    (#"[[], {}, [[]], [{}], {"a": []}]"#, "[[], {}, [[]], [{}], {a: []}]"),
    (#"{"": 1, "null": 2, "1": 3}"#, "{: int 1, null: int 2, 1: int 3}"),
    ("[0, -0, 12, -12]", "[int 0, int -0, int 12, int -12]"),
    ("[1.0, -1.5e3, 1E+2, 0e-1]", "[float 1.0, float -1.5e3, float 1E+2, float 0e-1]"),
    ("123456789012345678901234567890.10", "float 123456789012345678901234567890.10"),
  ])
  func `a document is read`(text: String, outline: String) {
    let parsed = parse(text, .json)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.document?.root.outline == outline)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u65E5""#, "Aé日"), (#""\ud83d\ude00""#, "😀"),
    (#""\uD834\uDD1E x""#, "𝄞 x"), (#""\u0000""#, "\u{0}"), (#""日\u0000é""#, "日\u{0}é"),
    (#""\uFFFF\u2028""#, "\u{FFFF}\u{2028}"),
    ("\"\u{7F}\u{85}\u{2028}\u{FEFF}\"", "\u{7F}\u{85}\u{2028}\u{FEFF}"),
  ])
  func `escapes become characters`(text: String, value: String) throws {
    let root = try #require(parse(text, .json).document?.root)
    #expect(Array(root.text.unicodeScalars) == Array(value.unicodeScalars))
    #expect(root.kind == .string)
  }

  @Test(arguments: [
    #"{"日": 1, "v": 1️⃣"é\u0041"1️⃣}"#, #"{"v": 1️⃣-1.5e31️⃣ }"#, #"{"v":1️⃣true1️⃣}"#, #"{"v": 1️⃣[1, 2 ]1️⃣ , "w": 1}"#,
    "{\"v\"\r\n:\n1️⃣{\"a\": []\n}1️⃣\n}", "\t{\"v\": 1️⃣null1️⃣}",
  ])
  func `a value has the range of its text`(text: String) throws {
    let marked = MarkedText(text)
    let value = try #require(parse(marked.text, .json).document?.root.value("v"))
    #expect(MarkedText.mark(marked.bytes, [value.range.bytes]) == text)
  }

  @Test func `a key and the root have the ranges of their text`() throws {
    let marked = MarkedText(" 1️⃣{2️⃣\"日\\t\"2️⃣ : 1}1️⃣ ")
    let root = try #require(parse(marked.text, .json).document?.root)
    #expect(root.range.bytes == marked[1])
    #expect(root.entry("日\t")?.key.range.bytes == marked[2])
  }

  @Test(arguments: ["", "{", "{'a': 1}", "[1,]", "nope", "\u{0}"])
  func `a request's body that isn't JSON has no document`(text: String) {
    #expect(DocumentParser.parseJSON(Array(text.utf8)) == nil)
  }

  @Test func `a request's body that isn't UTF-8 has no document`() {
    #expect(DocumentParser.parseJSON([0x22, 0xFF, 0x22]) == nil)
  }
}
