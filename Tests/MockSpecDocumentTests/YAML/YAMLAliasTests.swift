import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Anchors, aliases and tags.
struct YAMLAliasTests {
  private static let mergeKey = "'<<' is a YAML 1.1 merge key, which specs don't support"
  private static let mergeHelp =
    "write the keys out, or move shared keys to 'defaults'; quote '<<' to use it as an ordinary key"

  @Test(arguments: [
    ("a: &x 1\nb: *x\n", "{a: int 1, b: int 1}"),
    ("a: &x {b: [1, 2]}\nc: *x\nd: 3\n", "{a: {b: [int 1, int 2]}, c: {b: [int 1, int 2]}, d: int 3}"),
    ("a: &x\n  - 1\nb: [*x, *x]\n", "{a: [int 1], b: [[int 1], [int 1]]}"),
    ("a: &x {k: &y [1]}\nb: *y\nc: *x\n", "{a: {k: [int 1]}, b: [int 1], c: {k: [int 1]}}"),
    ("&k a: 1\nb: *k\n", "{a: int 1, b: 'a'}"),
    ("a: &x key\n*x : 1\n", "{a: 'key', key: int 1}"),
    ("a: &x 404\nb: {*x : 1}\n", "{a: int 404, b: {404: int 1}}"),
    ("a: &x 1\nd: *x\nb: &x 2\nc: *x\n", "{a: int 1, d: int 1, b: int 2, c: int 2}"),
    ("a: &x\nb: *x\n", "{a: null , b: null }"),
    ("- &x [a]\n- {b: *x}\n- c\n", "[['a'], {b: ['a']}, 'c']"),
  ])
  func `an alias reads as the anchored value`(text: String, outline: String) {
    let parsed = parse(text)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.document?.root.outline == outline)
  }

  /// Found by fuzzing: the first case read beyond the text, the second one had a mapping that started after its end.
  @Test(arguments: [
    ("&anmatch:", "{: null }"), ("top1:\n &a:oo:\n   \nfoo:\n  *a:\n", "{top1: {:oo: null }, foo: {:oo: null }}"),
    ("x: &a:oo\ny: *a\n", "{x: ':oo', y: ':oo'}"),
  ])
  func `an anchor's name ends at a colon`(text: String, outline: String) throws {
    let root = try #require(parse(text).document?.root)
    #expect(root.outline == outline)
    for node in root.subtree { #expect(0...text.utf8.count ~= node.range.bytes.upperBound) }
  }

  @Test func `a tag below an anchor without a value belongs to the next node`() throws {
    #expect(parse("x: &a\n!!str y: *a\n").document?.root.outline == "{x: null , y: null }")
  }

  @Test func `the value of an alias has the range of the anchor`() throws {
    let marked = MarkedText("a: &x\n  1️⃣b1️⃣: 2️⃣日2️⃣\nc: *x\n")
    let value = try #require(parse(marked.text).document?.root.value("c"))
    let entry = try #require(value.entry("b"))
    #expect(entry.key.range.bytes == marked[1])
    #expect(entry.value.range.bytes == marked[2])
  }

  @Test func `a collection ends where the alias in it is written`() throws {
    let marked = MarkedText("a: &x 1\nb:\n  1️⃣c: *x1️⃣\n\nd: 1\n")
    let value = try #require(parse(marked.text).document?.root.value("b"))
    #expect(value.range.bytes == marked[1])
  }

  static let anchorMistakes: [Mistake] = [
    Mistake(
      "a: &login 1\nb: 1️⃣*lgoin1️⃣\n", "'*' starts an alias, but no anchor '&lgoin' precedes it",
      help: "did you mean '*login'?", code: "unknown-anchor"),
    Mistake(
      "- 日\n- 1️⃣*x1️⃣\n- &x 1\n", "'*' starts an alias, but no anchor '&x' precedes it",
      help: "put it in quotes if '*' is part of the text: '*x'", code: "unknown-anchor"),
    Mistake("a: &x {b: 1️⃣*x1️⃣}\n", "alias '*x' is inside the value that it refers to", code: "recursive-alias"),
    Mistake("&x\na:\n  - 1️⃣*x1️⃣\n", "alias '*x' is inside the value that it refers to", code: "recursive-alias"),
    Mistake(
      "a: &x [1]\n1️⃣*x1️⃣ : 1\n", "a key must be text, found a mapping or a list",
      help: "put the text in quotes if '{' or '[' is part of it", code: "yaml-syntax"),
    Mistake(
      "v: 1️⃣!important1️⃣\n", "'!' starts a tag, but '!important' isn't a known tag",
      help: "put it in quotes if '!' is part of the text: '!important'", code: "yaml-tag"),
    Mistake(
      "[1️⃣!!set1️⃣ {a}]\n", "'!' starts a tag, but '!!set' isn't a known tag",
      help: "put it in quotes if '!' is part of the text: '!!set {a}'", code: "yaml-tag"),
    Mistake(
      "v: 1️⃣!!str1️⃣\n  a: 1\n", "'!' starts a tag, but '!!str' isn't a known tag",
      help: "put it in quotes if '!' is part of the text: '!!str'", code: "yaml-tag"),
    Mistake(
      "a: &x {k: 1}\nb:\n  1️⃣<<1️⃣: *x\n  日: 1\n", mergeKey, help: mergeHelp, code: "merge-key"),
    Mistake("a: {1️⃣<<1️⃣: {k: 1}}\n", mergeKey, help: mergeHelp, code: "merge-key"),
    Mistake("日: &x {}\n1️⃣<<1️⃣ : [*x]\n", mergeKey, help: mergeHelp, code: "merge-key"),
    Mistake("v: !!int 1️⃣twelve1️⃣\n", "the value doesn't match its tag '!!int'", code: "yaml-tag"),
    Mistake("v: !!bool 1️⃣\"no\"1️⃣\n", "the value doesn't match its tag '!!bool'", code: "yaml-tag"),
  ]

  @Test(arguments: anchorMistakes)
  func `a mistake is reported at its range`(mistake: Mistake) throws { try mistake.check(.yaml) }

  @Test func `the document without a merge key is read, and its mapping is incomplete`() throws {
    let root = try #require(parse("a: &x {k: 1}\nb: {<<: *x, c: 1}\n<<: 1\n<<: 2\n").document?.root)
    #expect(root.outline == "{a: {k: int 1}, b: {c: int 1}}")
    #expect(root["b"]?.lacksReportedKeys == true)
    #expect(root["a"]?.lacksReportedKeys == false)
  }

  @Test(arguments: ["'<<': 1\n", "\"<<\": 1\n", "!!str <<: 1\n"])
  func `a quoted merge sign is an ordinary key`(text: String) {
    let parsed = parse(text)
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.document?.root.outline == "{<<: int 1}")
  }

  @Test func `a merge sign as a value is text`() {
    #expect(parse("a: <<\nb: [<<]\n").document?.root.outline == "{a: '<<', b: ['<<']}")
  }

  @Test func `the document without an unknown alias is read`() {
    let parsed = parse("a: *x\n*y : 1\n*z : 2\nb: 3\n")
    #expect(parsed.document?.root.outline == "{a: invalid, b: int 3}")
    #expect(parsed.diagnostics.map(\.code) == ["unknown-anchor", "unknown-anchor", "unknown-anchor"])
  }
}
