import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Hostile or mistaken input takes neither all time nor all memory.
struct LimitTests {
  /// Far above the time needed on a busy machine, and below the time needed without limits.
  private static func parseQuickly(
    _ text: String, _ format: DocumentParser.Format = .yaml, sourceLocation: SourceLocation = #_sourceLocation
  ) -> ParsedDocument {
    let start = Processor.time
    let parsed = parse(text, format)
    #expect(Processor.time - start < .seconds(10), sourceLocation: sourceLocation)
    return parsed
  }

  @Test func `an alias bomb of 500 bytes stops at once`() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<9 {
      text += "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",") + "]\n"
    }
    #expect(text.utf8.count < 600)
    let parsed = Self.parseQuickly(text)
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.map(\.code) == ["too-large"])
    #expect(parsed.diagnostics.map(\.message) == ["aliases expand to more than 100000 values"])
    #expect(parsed.diagnostics[0].start.line == 5)
  }

  @Test(arguments: [DocumentParser.Format.yaml, .json], ["[", "{\"a\":", "[{\"a\":"])
  func `100,000 opening brackets are rejected quickly`(format: DocumentParser.Format, opening: String) {
    let parsed = Self.parseQuickly(String(repeating: opening, count: 100_000), format)
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.map(\.code) == ["too-deep"])
    #expect(parsed.diagnostics.map(\.message) == ["collections are nested deeper than 128 levels"])
  }

  @Test func `block lists have the same depth limit`() {
    #expect(parse(String(repeating: "- ", count: 128) + "x").document != nil)
    #expect(parse(String(repeating: "- ", count: 129) + "x").diagnostics.map(\.code) == ["too-deep"])
  }

  @Test(arguments: [DocumentParser.Format.yaml, .json])
  func `the level below the last is marked`(format: DocumentParser.Format) {
    var limits = DocumentLimits()
    limits.depth = 2
    #expect(parse("[[1]]", format, limits: limits).document != nil)
    #expect(parse("[[[1]]]", format, limits: limits).diagnostics.map(\.marked) == ["[[1️⃣[1️⃣1]]]"])
  }

  @Test func `the level below the last is marked with a whole character`() {
    var limits = DocumentLimits()
    limits.depth = 1
    #expect(parse("a:\n  日: 1\n", limits: limits).diagnostics.map(\.marked) == ["a:\n  1️⃣日1️⃣: 1\n"])
  }

  @Test func `an alias can't be used to nest deeper than the limit`() {
    var limits = DocumentLimits()
    limits.depth = 3
    let parsed = parse("a: &x [[1]]\nb: [*x]\n", limits: limits)
    #expect(parsed.diagnostics.map(\.code) == ["too-deep"])
    #expect(parsed.diagnostics.map(\.marked) == ["a: &x [[1]]\nb: [1️⃣*x1️⃣]\n"])
  }

  @Test func `a long text has few aliases, as a key or as a value`() {
    let text = String(repeating: "x", count: 1 << 19)
    for entries in ["- *a\n", "- *a : 1\n"] {
      #expect(parse("- &a \(text)\n" + String(repeating: entries, count: 32)).document != nil)
      let parsed = Self.parseQuickly("- &a \(text)\n" + String(repeating: entries, count: 50_000))
      #expect(parsed.document == nil)
      #expect(parsed.diagnostics.map(\.message) == ["aliases expand to more than 16 MiB of text"])
      #expect(parsed.diagnostics.map(\.start.line) == [34])
    }
  }

  @Test func `many directives are rejected before they cost time`() {
    let line = "%TAG !a! tag:example.com,2026:\n"
    let parsed = Self.parseQuickly(String(repeating: line, count: 64_000) + "---\na: 1\n")
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.map(\.message) == ["more than 16 lines start with '%'"])
    #expect(parsed.diagnostics.map(\.start.line) == [17])
  }

  @Test func `a known directive is allowed`() {
    #expect(parse("%YAML 1.2\n---\na: 1\n").document?.root.outline == "{a: int 1}")
  }

  @Test(arguments: [DocumentParser.Format.yaml, .json])
  func `a file has a maximum number of values`(format: DocumentParser.Format) {
    var limits = DocumentLimits()
    limits.nodes = 4
    #expect(parse("[1, 2, 3]", format, limits: limits).document?.nodeCount == 4)
    let parsed = parse("[1, 2, 3, 4]", format, limits: limits)
    #expect(parsed.document == nil)
    #expect(parsed.diagnostics.map(\.marked) == ["[1, 2, 3, 1️⃣4]"])
    #expect(parsed.diagnostics.map(\.help) == ["split it into several files"])
  }

  @Test(arguments: [DocumentParser.Format.yaml, .json])
  func `a file has a maximum size`(format: DocumentParser.Format) {
    var limits = DocumentLimits()
    limits.bytes = 1 << 20
    let text = "[1" + String(repeating: " ", count: (1 << 20) - 3) + "]"
    #expect(parse(text, format, limits: limits).document != nil)
    let parsed = parse(text + " ", format, limits: limits)
    #expect(parsed.diagnostics.map(\.message) == ["the file is larger than 1 MiB"])
    #expect(parsed.diagnostics.map(\.start.line) == [1])
  }

  @Test(arguments: [
    "- &a x\n", "- *a\n", "- !a x\n", "- !!int x\n", "- {<<: 1}\n", "- {a, a}\n", "- {a:1}\n", "- a: #fff\n", "- >5\n",
  ])
  func `of many diagnostics with one code, only the first ones are made`(line: String) {
    var limits = DocumentLimits()
    limits.diagnostics = 3
    let parsed = parse(String(repeating: line, count: 50), limits: limits)
    #expect(parsed.diagnostics.map(\.start.line) == [1, 2, 3])
  }

  @Test func `an early diagnostic that is found late is one of the first`() {
    var limits = DocumentLimits()
    limits.diagnostics = 2
    let text = "k: 1\nk: [\n" + String(repeating: "{a, a},\n", count: 50) + "]\n&x y: 1\n"
    let found = parse(text, limits: limits).diagnostics
    #expect(found.filter { $0.code == "duplicate-key" }.map(\.start.line).min() == 2)
    #expect(found.count { $0.code == "duplicate-key" } < 5)
    #expect(found.count { $0.code == "unused-anchor" } == 1)
  }

  @Test func `many anchors and many unknown aliases take no quadratic time`() {
    let anchors = (0..<20_000).map { "&\($0)x a," }.joined()
    let parsed = Self.parseQuickly("[\(anchors)\(String(repeating: "*1y, ", count: 20_000))]")
    #expect(parsed.diagnostics.count { $0.code == "unknown-anchor" } == DocumentLimits().diagnostics)
  }

  @Test func `a long line of text costs no more than its length`() {
    #expect(Self.parseQuickly("a: " + String(repeating: "日", count: 1_000_000)).document != nil)
    #expect(Self.parseQuickly("a: '" + String(repeating: "x\n ", count: 200_000) + "'").document != nil)
  }
}
