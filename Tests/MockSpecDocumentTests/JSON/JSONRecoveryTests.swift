import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

/// Tests that one run reports all mistakes of a file, without follow-on errors.
struct JSONRecoveryTests {
  struct Case: CustomTestStringConvertible, Sendable {
    /// The text, with marks around all reported ranges.
    var marked: String
    /// The outline of the document; `nil` if there is none.
    var outline: String?

    init(_ marked: String, _ outline: String?) {
      self.marked = marked
      self.outline = outline
    }

    var testDescription: String { marked.debugDescription }

    func check(sourceLocation: SourceLocation = #_sourceLocation) {
      let source = MarkedText(marked)
      let parsed = parse(source.text, .json)
      let places = parsed.diagnostics.sortedByPlace().compactMap { $0.range?.bytes }
      #expect(MarkedText.mark(source.bytes, places) == marked, "\(parsed.diagnostics)", sourceLocation: sourceLocation)
      #expect(parsed.document?.root.outline == outline, sourceLocation: sourceLocation)
      #expect(parsed.isPartial || parsed.document == nil, sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [
    Case("[11️⃣,1️⃣]", "[int 1]"), Case(#"{"a": [1, 21️⃣,1️⃣], "b": 12️⃣,2️⃣}"#, "{a: [int 1, int 2], b: int 1}"),
    Case("[11️⃣ 2, 32️⃣ 4]", "[int 1, int 2, int 3, int 4]"),
    Case("{\"a\": 11️⃣\n \"b\": 2,\n \"c\": 32️⃣\n \"d\": 4}", "{a: int 1, b: int 2, c: int 3, d: int 4}"),
    Case(#"{"a"1️⃣ 1, "b"2️⃣ [2], "c"3️⃣{"d": 1}}"#, "{a: int 1, b: [int 2], c: {d: int 1}}"),
  ])
  func `missing and surplus separators are read as they are meant`(test: Case) { test.check() }

  @Test(arguments: [
    Case(#"{"a": 1️⃣'1️⃣b, {', 'c': 1, "d": 2}"#, "{a: invalid, c: int 1, d: int 2}"),
    Case("[1️⃣None1️⃣, 2️⃣True2️⃣, 3️⃣undefined3️⃣, 4️⃣NaN4️⃣, 1]", "[invalid, invalid, invalid, invalid, int 1]"),
    Case("{1️⃣a1️⃣: 1, b: {c: 2}}", "{a: int 1, b: {c: int 2}}"),
    Case("[1️⃣011️⃣, 2️⃣.52️⃣, 3️⃣+13️⃣, 4️⃣0x104️⃣, 5️⃣2OO5️⃣, 6️⃣-6️⃣, 1]", "[invalid, invalid, invalid, invalid, invalid, invalid, int 1]"),
    Case("{1️⃣//1️⃣ a, {\n// b\n\"a\": 1, /* c\n */ \"b\": 2 # d\n}", "{a: int 1, b: int 2}"),
    Case("{\n  \"a\": 1️⃣//1️⃣items,\n  \"b\": 1,\n  \"c\": 2️⃣True2️⃣\n}", "{c: invalid}"),
    Case("{\n  \"a\": 1️⃣//1️⃣ one\n    1,\n  \"b\": 2️⃣True2️⃣\n}", "{a: int 1, b: invalid}"),
    Case("1️⃣//1️⃣ a\n[1, // b\n2]\n# c\n", "[int 1, int 2]"), Case("1️⃣//1️⃣ a", nil), Case("1️⃣/*1️⃣ a", nil),
    Case("{\"a\": 1️⃣#1️⃣fff, \"b\": 2️⃣/2️⃣items, \"c\": 1 3️⃣#3️⃣ d\n}", "{a: invalid, b: invalid, c: int 1}"),
  ])
  func `scalars, keys and comments of other languages are skipped`(test: Case) { test.check() }

  @Test(arguments: [
    Case(#"["1️⃣\d1️⃣\w \ud800", "2️⃣\u122️⃣", "a"]"#, "[invalid, invalid, 'a']"),
    Case("{\"a\": \"b1️⃣\t1️⃣\tc\u{1}\", \"d2️⃣\t2️⃣\": 1, \"e\": 2}", "{a: invalid, e: int 2}"),
    Case("{\n  \"a\": 1️⃣\"b,1️⃣\n  \"c\": 2️⃣\"d2️⃣\n}\n", "{}"),
    Case("{\n  1️⃣\"a: {1️⃣\n    \"b\": 1\n  },\n  \"c\": 2️⃣True2️⃣\n}\n", "{c: invalid}"),
    Case("{\n  \"a\": {\n    \"b\": 1️⃣\"c},1️⃣\n  \"d\": 2️⃣True2️⃣\n}\n", "{d: invalid}"),
    Case("{\n  \"a\": 1️⃣\"b1️⃣\n  and c\",\n  \"d\": 2️⃣012️⃣\n}", "{d: invalid}"),
    Case("{\n  1️⃣\"a1️⃣: \"b\",\n  \"d\": \"\"2️⃣e2️⃣\",\n  \"f\": 1,\n  3️⃣c3️⃣\": 1\n}", "{f: int 1}"),
    Case("[1️⃣\"1️⃣a]", nil),
  ])
  func `unclosed text ends on its line`(test: Case) { test.check() }

  @Test(arguments: [
    Case("[\n  1,1️⃣,1️⃣ 2, 3,,\n  4,\n  2️⃣,2️⃣\n  5\n]", "[int 4, int 5]"),
    Case(
      "{\n  \"a\": 11️⃣;1️⃣ \"b\": 2,\n  \"c\" 2️⃣=2️⃣ 3,\n  \"d\": 4,\n  \"e\":3️⃣:3️⃣ 5\n}", "{d: int 4}"),
    Case("{\n  \"a\": 1️⃣,1️⃣\n  \"b\": 1,\n  \"c\": 2️⃣}2️⃣,\n  \"d\": 3️⃣hello3️⃣ world\n}", "{b: int 1}"),
    Case("{\n  \"a\": [\"b\"1️⃣:1️⃣ 1, \"c\": 2},\n  \"d\": 2️⃣True2️⃣\n}", "{d: invalid}"),
    Case("[\n  {\"a\": 1, 1️⃣{1️⃣\"a\": 2},\n  {\"a\": 3}, 2️⃣022️⃣\n]", "[{a: int 3}, invalid]"),
    Case(
      "{\n  \"a\": {\"b\" 1️⃣=1️⃣ {\n    \"c\": 1\n  }},\n  \"d\": {\n    \"e\": 1\n  2️⃣]2️⃣,\n  \"f\": 3️⃣True3️⃣\n}",
      "{d: {e: int 1}, f: invalid}"),
    Case("{\n  \"a\": {\n    \"b\": 11️⃣\n  \"c\": 2️⃣True2️⃣\n}", "{c: invalid}"),
    Case("[{\n  \"a\": 1️⃣x1️⃣ y\n}, {\n  \"b\": 2️⃣022️⃣\n}]", "[{}, {b: invalid}]"),
    // Mixed indentation and lines without indentation are ambiguous.
    Case("{\n\"a\": 1️⃣x1️⃣ y,\n\"b\": 01\n}", nil), Case("{\n\t\"a\": 1️⃣x1️⃣ y,\n  \"b\": 01\n}", "{}"),
  ])
  func `after any other mistake, reading continues at a line whose indentation fits`(test: Case) { test.check() }

  @Test(arguments: [
    #"{"a": 1️⃣}1️⃣"#, #"{"a": 1️⃣,1️⃣ "b": , "c": 1}"#, #"{"a"1️⃣,1️⃣ "b": 2}"#, "[1️⃣,1️⃣1]", "{1️⃣,1️⃣}", "[1,1️⃣,1️⃣ 2,, 3]",
    #"{"a": 11️⃣;1️⃣ "b" = 2}"#, #"{"a": "say "1️⃣hi1️⃣" to", "b": 01}"#, #"{"a": [1, 2]1️⃣]1️⃣, "b": 1}"#,
    #"{"a": {"b": 1}}1️⃣}1️⃣"#, #"{"a": "b"1️⃣:1️⃣ 1, "c": 2}, "d": True}"#, #"[{"a": 1, 1️⃣{1️⃣"a": 2}, 02]"#,
    #"{"a": {"b": 1, "c": 2}1️⃣"#, #"{"a": 1} 1️⃣x1️⃣ 01"#, #"{"a": 1️⃣None1️⃣, "b": 1 x, "c": 01"#,
  ])
  func `only the first such mistake on a line is reported`(marked: String) {
    Case(marked, nil).check()
  }

  @Test(arguments: [#"{"a": 2️⃣[2️⃣1, 21️⃣}1️⃣}"#, #"{"a": 2️⃣[2️⃣1, 21️⃣}1️⃣"#])
  func `a wrong bracket has a note at the opening one`(marked: String) {
    #expect(parse(MarkedText(marked).text, .json).diagnostics.map(\.marked) == [marked])
  }

  @Test func `all single quotes are one mistake, and all comments`() {
    let found = parse("{ // a\n  'a': 'b', // b\n  'c': True\n}\n", .json).diagnostics
    #expect(found.map(\.start.line) == [1, 2, 3])
    #expect(
      found.map(\.help) == [
        "remove the comment; 1 more in this file", "use double quotes; 2 more in this file", "write true",
      ])
  }

  @Test func `collections with reported errors are known to be incomplete`() throws {
    let root = try #require(parse("{\n  \"a\": 1,\n  'b\": 2\n}\n", .json).document).root
    #expect(root.lacksReportedKeys)
    let wrong = try #require(parse("{\n  \"a\": {\n    \"b\": 1 x\n  ],\n  \"c\": 1\n}", .json).document).root
    #expect(try #require(wrong.value("a")).lacksReportedKeys)
    #expect(try !#require(parse(#"{"a": 1 "b": {"c": 2}}"#, .json).document).root.isWhole == false)
  }

  @Test func `nothing is reported about skipped text`() {
    #expect(parse(#"{"a": {"b": 1, "b": 2}, "c": 'x', "c": 1}"#, .json).diagnostics.count == 3)
    #expect(
      parse("{\n  \"a\": {\"b\": 1, \"b\": 2},\n  \"c\": [\"b\": 1, \"b\": 2},\n  \"d\": 1\n}", .json).diagnostics.count
        == 2)
  }

  @Test func `at most twenty errors are reported`() {
    let items = (1...50).map { _ in "01" }
    #expect(parse("[" + items.joined(separator: ",") + "]", .json).diagnostics.count == 20)
    #expect(parse("[" + items.joined(separator: ",") + "]", .json).document == nil)
    #expect(parse("[" + items.prefix(19).joined(separator: ",") + "]", .json).document != nil)
  }

  @Test(arguments: [
    "{", "[", "}", ",", ":", "{:", "[:", "{[", "[{", "01 ", "\"", "'", "#", "//", "/*", "x ", "\\", "{\"a\"", "{\"a\":",
    "\n", "é", "[1\n", "]{",
    "{\"a\":[", "{\"a\" x",
  ])
  func `garbage costs no more than its length`(part: String) {
    for text in [part, "[" + part, "{" + part, "{\"a\":" + part] {
      let start = Processor.time
      let parsed = parse(
        text + String(repeating: part, count: TestScale.count(40_000, long: 200_000) / part.utf8.count), .json)
      #expect(Processor.time - start < .seconds(10))
      #expect(parsed.diagnostics.hasErrors && parsed.diagnostics.count <= 20)
      for diagnostic in parsed.diagnostics { _ = diagnostic.marked }
    }
  }
}
