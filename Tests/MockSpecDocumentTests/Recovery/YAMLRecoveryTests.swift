import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Tests that one run reports all mistakes of a file, without follow-on errors.
struct YAMLRecoveryTests {
  /// Line and message of each.
  private func problems(_ text: String) -> [String] {
    parse(text).diagnostics.sortedByPlace().map { "\($0.start.line): \($0.message)" }
  }

  @Test func `text after an error is read`() throws {
    let parsed = parse("a: @x\nb: {c: /{id}, d: 1}\ne: `y`\nf: 2\n")
    #expect(
      parsed.diagnostics.map(\.message) == [
        "text that starts with '@' needs quotes", "text that contains '{' or '}' needs quotes inside {…}",
        "text that starts with '`' needs quotes",
      ])
    #expect(parsed.isPartial)
    #expect(parsed.document?.root.outline == "{a: invalid, b: {c: invalid, d: int 1}, e: invalid, f: int 2}")
  }

  @Test func `a key that can't be read hides its entry`() throws {
    let root = try #require(parse("@a: {b: 1}\nc: 2\n").document).root
    #expect(root.outline == "{c: int 2}")
    #expect(root.lacksReportedKeys)
  }

  @Test func `an unclosed entry is skipped with all of its lines`() throws {
    let parsed = parse("a:\n  b: {x: 1\n  c: 2\nd:\n  e: \"f\n  g: 3\n")
    #expect(parsed.diagnostics.map(\.start.line) == [2, 5])
    let root = try #require(parsed.document).root
    #expect(root.outline == "{a: {c: int 2}, d: {g: int 3}}")
    #expect(root.value("a")?.lacksReportedKeys == true)
  }

  @Test func `entries next to a misaligned line are uncertain`() {
    let below = parse("r:\n  a:\n  m:\n      x: 1\n    s: 2\n  b: {x: 3}\n")
    #expect(below.document?.root.outline == "{r: {b: {x: int 3}}}")
    let above = parse("r:\nb:\n    x: 1\n  c:\n    x: 2\n")
    #expect(above.document?.root.outline == "{}")
    #expect(parse(" a: 1\nb: 2\n").document == nil)
    let list = parse("r:\n  - a:\n        b: 1\n   c: 2\nd: 1\n")
    #expect(list.document?.root.outline == "{r: invalid, d: int 1}")
  }

  @Test func `ranges and texts are those of the file`() throws {
    let marked = "a: \"日本\" # ü\n1️⃣b1️⃣: @x\nc: 1\n"
    let document = try #require(parse(MarkedText(marked).text).document)
    let key = try #require(document.root.entries.dropFirst().first { _ in true }?.key)
    #expect(MarkedText.mark(key.range.file.bytes, [key.range.bytes]) == marked)
    let value = try #require(document.root.value("b"))
    #expect(value.range.text == "@x")
  }

  @Test(arguments: [
    // Lines that have lost what they belong to.
    "a: 1\n    b: 1\n    c: 2\n",
    "a:\n    b: 1\n  c: 1\n  d: 2\n",
    "a:\n  - 1\n - 2\n - 3\n",
    "a: |\n    x\n  y\n  z\nb: 1\n",
    "a: 1\nb\n  c: 2\n  d: 3\ne: 4\n",
    // An anchor that can't be read.
    "c:\n  d: {e: &f 1\ng: *f\n", "a: &f 1\nc:\n  d: {e: *f\ng: 1\n",
    // The first entry of a block.
    "a:\n  b\n  c: 1\n  d: 2\n",
    "a: {\n  \"b\": 1\n  \"c\": 2\n}\nd: 1\n",
    "a: [\n  1,\n  2\nb: 1\n",
    "a: 1\n---\nb: @c\n---\nd: 1\n",
    "a:\n\tb: 1\n\tc: 2\n\n\t\td: 3\ne: 1\n",
    "k:\n  @a: 1\n  @b: 2\n".replacing("@b", with: "c"),
    "a: 'it's here'\nb: 1\n",
    "a:\n  b: c: d\n  e: 1\n",
    "a: b: c\n  d: e\n",
    // Brackets around lines that aren't indented.
    "{\n\"a\": 1\n\"b\": {}\n}\n", "a: {\nb: 1\nc: 2\n}\nd: 1\n",
    // Lines below a misaligned one, or lines that are read as parts of the entries around it.
    "a:\n  b:\n    c: 1\n   d:\n    c: 2\n    c: 3\n", "a:\n  b: 1\n      c:\n  b: 2\n",
    "a:\n  b:\n `c: 1\n    d: 2\n  e: 3\n", "a:\n  b c\nd: 1\n  e: 2\n",
    "a:\n  b: {c\nd: 1}\n  e: 2\n",
    // A key without a colon, followed by a comment.
    "a:1\n# c\nb: 2\n", "a:\n  b # c\n  d: 2\n",
  ])
  func `a mistake is reported once`(text: String) {
    let found = parse(text).diagnostics
    #expect(found.count == 1, "\(found)")
  }

  @Test func `at most twenty errors are reported, and reading stops there`() {
    let text = (1...50).map { "k\($0): @x\n" }.joined()
    let parsed = parse(text)
    #expect(parsed.diagnostics.map(\.start.line) == Array(1...20))
    #expect(parsed.document == nil)
  }

  @Test func `at most twenty errors are recovered from`() {
    let text = (1...19).map { "k\($0): @x\n" }.joined()
    #expect(parse(text).diagnostics.count == 19)
    #expect(parse(text).document != nil)
  }

  @Test func `a limit is reported, and a fully masked file isn't reported as empty`() {
    #expect(parse("a\nb: 1\n").diagnostics.count == 1)
    var limits = DocumentLimits()
    limits.depth = 3
    #expect(
      parse("a: @x\nb: [[[[1]]]]\n", limits: limits).diagnostics.map(\.code) == ["yaml-syntax", "too-deep"])
  }
}
