import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Tests every kind and style of node, and its range.
struct YAMLNodeTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var id: String
    /// 1️⃣ marks the value under the key `v`.
    var marked: String
    var outline: String

    var testDescription: String { id }
  }

  @Test(arguments: [
    Case(id: "plain", marked: "v: 1️⃣some text1️⃣  # comment\n", outline: "'some text'"),
    Case(id: "plain over lines", marked: "v: 1️⃣some\n  text1️⃣\nw: 1\n", outline: "'some text'"),
    Case(id: "single quotes", marked: "v: 1️⃣'it''s \\n'1️⃣ # c\n", outline: "'it's \\n'"),
    Case(id: "double quotes", marked: #"v: 1️⃣"a\t\u65e5 \U0001F600"1️⃣"#, outline: "'a\t日 😀'"),
    Case(id: "double quotes over lines", marked: "v: 1️⃣\"a\n  b \\\n  c\"1️⃣\n", outline: "'a b c'"),
    Case(id: "a quoted number is text", marked: "v: 1️⃣'12'1️⃣\n", outline: "'12'"),
    Case(id: "literal block", marked: "v: 1️⃣|\n  a\n    b\n\n  c1️⃣\n\nw: 1\n", outline: "'a\n  b\n\nc\n'"),
    Case(id: "folded block", marked: "v: 1️⃣>-\n  a\n  b1️⃣\n# comment\nw: 1\n", outline: "'a b'"),
    Case(id: "block that keeps breaks", marked: "v: 1️⃣|+\n  a1️⃣\n\n", outline: "'a\n\n'"),
    Case(id: "block with indentation", marked: "v: 1️⃣|1\n   a1️⃣\n", outline: "'  a\n'"),
    Case(id: "flow list", marked: "v: 1️⃣[a, [1], ]1️⃣ # c\n", outline: "['a', [int 1]]"),
    Case(id: "flow mapping", marked: "v: 1️⃣{a: 1, b: , 'c': {}}1️⃣\n", outline: "{a: int 1, b: null , c: {}}"),
    Case(id: "flow over lines", marked: "v: 1️⃣[\n  a,\n  b\n]1️⃣\n", outline: "['a', 'b']"),
    Case(id: "pairs in a list", marked: "v: 1️⃣[a: 1, b]1️⃣\n", outline: "[{a: int 1}, 'b']"),
    Case(id: "block list", marked: "v:\n  1️⃣- a\n  - b1️⃣\n\n# c\nw: 1\n", outline: "['a', 'b']"),
    Case(id: "block list without indentation", marked: "v:\n1️⃣- a\n- b1️⃣\n\nw: 1\n", outline: "['a', 'b']"),
    Case(id: "lists in a list", marked: "v:\n  1️⃣- - a\n    - b\n  - c1️⃣\n", outline: "[['a', 'b'], 'c']"),
    Case(id: "block mapping", marked: "v:\n  1️⃣a: 1\n  b:\n    c: 21️⃣\n\n", outline: "{a: int 1, b: {c: int 2}}"),
    Case(id: "empty", marked: "v:1️⃣\nw: 1\n", outline: "null "),
    Case(id: "empty at the end", marked: "v:1️⃣", outline: "null "),
    Case(id: "empty text", marked: "v: 1️⃣\"\"1️⃣\n", outline: "''"),
    Case(id: "anchor", marked: "v: &name 1️⃣text1️⃣\n", outline: "'text'"),
    Case(id: "anchor before a block", marked: "v: &name # c\n  # c\n  1️⃣a: 11️⃣\n", outline: "{a: int 1}"),
    Case(id: "anchor before nothing", marked: "v: &name1️⃣\nw: 1\n", outline: "null "),
    Case(id: "anchor before nothing in a flow", marked: "{v: &name1️⃣, w: 1}\n", outline: "null "),
    Case(id: "tag", marked: "v: !!str 1️⃣121️⃣\n", outline: "'12'"),
    Case(id: "tag and anchor", marked: "v: !!str &name\n  1️⃣121️⃣\n", outline: "'12'"),
    Case(id: "anchor and tag", marked: "v: &name !!float 1️⃣121️⃣\n", outline: "float 12"),
    Case(id: "tag of a collection", marked: "v: !!map 1️⃣{a: 1}1️⃣\n", outline: "{a: int 1}"),
    Case(id: "tag in full", marked: "v: !<tag:yaml.org,2002:str> 1️⃣121️⃣\n", outline: "'12'"),
    Case(id: "tag that says text", marked: "v: ! 1️⃣121️⃣\n", outline: "'12'"),
    Case(id: "tag on quotes", marked: "v: !!int 1️⃣\"12\"1️⃣\n", outline: "int 12"),
    Case(id: "tag before nothing", marked: "v: !!str1️⃣\nw: 1\n", outline: "''"),
    Case(id: "behind wide text", marked: "日本: 😀\nv: 1️⃣é1️⃣\n", outline: "'é'"),
    Case(id: "CRLF", marked: "u: 1\r\nv: 1️⃣a\r\n  b1️⃣\r\nw: 1\r\n", outline: "'a b'"),
    Case(id: "lone CR", marked: "u: 1\rv: 1️⃣x1️⃣\rw: 1", outline: "'x'"),
  ])
  func `a value has the range of its text`(test: Case) throws {
    let marked = MarkedText(test.marked)
    let parsed = parse(marked.text)
    #expect(parsed.diagnostics.allSatisfy { $0.code == "unused-anchor" })
    let value = try #require(parsed.document?.root.value("v"))
    #expect(value.outline == test.outline)
    #expect(MarkedText.mark(marked.bytes, [value.range.bytes]) == test.marked)
  }

  @Test(arguments: [
    "1️⃣a1️⃣: v", "{1️⃣a1️⃣: v}", "1️⃣'a'1️⃣: v", "\"b\": 1\n1️⃣\"a\"1️⃣ : v", "? 1️⃣a1️⃣\n: v", "&k 1️⃣a1️⃣: v", "日: 1\n1️⃣a1️⃣: v",
  ])
  func `a key has the range of its text`(text: String) throws {
    let marked = MarkedText(text)
    let key = try #require(parse(marked.text).document?.root.entry("a")?.key)
    #expect(MarkedText.mark(marked.bytes, [key.range.bytes]) == text)
  }

  @Test(arguments: ["1️⃣a: 1\nb:\n  - 21️⃣\n\n# end\n", "# start\n\n1️⃣a: 11️⃣\n...\n", "--- 1️⃣text1️⃣\n", "1️⃣[a]1️⃣ # c"])
  func `the root ends with its last child`(text: String) throws {
    let marked = MarkedText(text)
    let root = try #require(parse(marked.text).document?.root)
    #expect(MarkedText.mark(marked.bytes, [root.range.bytes]) == text)
  }

  @Test(arguments: ["404", "No", "~", "null", "true", "1.5", "0x1F", ".inf", "2026-11-21", ""])
  func `a key is always text`(key: String) throws {
    let root = try #require(parse("? \(key)\n: v\n").document?.root)
    let first = try #require(root.entries.first { _ in true }).key
    #expect(first.kind == .string)
    #expect(first.text == key)
  }

  @Test func `keys keep the file's order`() throws {
    let keys = (0..<40).map { "k\($0 * 7 % 40)" }
    let root = try #require(parse(keys.map { "\($0): 1\n" }.joined()).document?.root)
    #expect(root.entries.map(\.key.text) == keys)
  }
}
