import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

struct DuplicateKeyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    var marked: String
    var format: DocumentParser.Format

    init(_ marked: String, _ format: DocumentParser.Format = .yaml) {
      self.marked = marked
      self.format = format
    }

    var testDescription: String { marked.debugDescription }
  }

  @Test func `of thousands of repeated keys, the first ones are reported in order`() {
    let lines = (0..<3_000).map { "k\($0): 1\n" }
    let parsed = parse((lines + lines).joined())
    #expect(parsed.diagnostics.map(\.start.line) == Array(3_001...4_001))
  }

  @Test(arguments: [
    Case("2️⃣key2️⃣: 1\nb: 2\n1️⃣key1️⃣: 3\n"),
    Case("a: {2️⃣key2️⃣: 1, 1️⃣'key'1️⃣: 2}\n"),
    Case("日: 1\nv:\n  2️⃣key2️⃣: 1\n  1️⃣\"k\\x65y\"1️⃣: 2\n"),
    Case((0..<30).map { "k\($0): \($0)\n" }.joined() + "2️⃣key2️⃣: 1\nx: {}\n1️⃣key1️⃣: 1\n"),
    Case(#"{"a": 1, 2️⃣"key"2️⃣: 1, 1️⃣"\u006bey"1️⃣: 2}"#, .json),
  ])
  func `a repeated key is an error with a note`(test: Case) throws {
    let parsed = parse(MarkedText(test.marked).text, test.format)
    try #require(parsed.diagnostics.count == 1)
    let diagnostic = parsed.diagnostics[0]
    #expect(diagnostic.marked == test.marked)
    #expect(diagnostic.code == "duplicate-key")
    #expect(diagnostic.message == "key 'key' is defined twice in one mapping")
    #expect(diagnostic.notes.map(\.message) == ["'key' is first defined here"])
    #expect(parsed.document != nil)
  }

  @Test func `each repetition refers to the first`() {
    let diagnostics = parse("a: 1\na: 2\na: 3\n").diagnostics
    #expect(diagnostics.map(\.marked) == ["2️⃣a2️⃣: 1\n1️⃣a1️⃣: 2\na: 3\n", "2️⃣a2️⃣: 1\na: 2\n1️⃣a1️⃣: 3\n"])
  }

  @Test(arguments: [
    "1: a\n01: b\n", "a: 1\nA: 2\n", "é: 1\ne\u{301}: 2\n", "a: {k: 1}\nb: {k: 1}\n", "- k: 1\n- k: 2\n",
  ])
  func `other text, or another mapping, is another key`(text: String) {
    #expect(parse(text).diagnostics.isEmpty)
  }

  @Test func `keys with equal hashes are distinguished`() throws {
    // FNV-1a, 32 bits.
    try #require(keyHash("costarring".utf8) == keyHash("liquid".utf8))
    #expect(parse("costarring: 1\nliquid: 2\n").diagnostics.isEmpty)
    let padding = (0..<30).map { "k\($0): 1\n" }.joined()
    let parsed = parse(padding + "costarring: 1\nliquid: 2\n")
    #expect(parsed.diagnostics.isEmpty)
    #expect(parsed.document?.root.value("liquid")?.text == "2")
  }

  @Test func `20,000 keys are checked in time that is not quadratic`() {
    let text = (0..<20_000).map { "k\($0): 1\n" }.joined() + "k7: 1\n"
    let start = Processor.time
    #expect(parse(text).diagnostics.map(\.message) == ["key 'k7' is defined twice in one mapping"])
    #expect(Processor.time - start < .seconds(10))
  }
}
