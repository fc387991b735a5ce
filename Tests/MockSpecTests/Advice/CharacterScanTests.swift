import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// Characters that look like others or can't be seen.
struct CharacterScanTests {
  @Test func `thousands of lines with the same invisible indentation don't exhaust the stack`() throws {
    let lines = (0..<20_000).map { "\u{202E}\($0): 1\n" }.joined()
    let found = try SpecLoader(.inline("mockspec: 1\n" + lines)).load(number: 1).diagnostics
    #expect(found.contains { $0.severity == .error })
  }

  /// Returns what is reported of a file alone.
  private static func found(_ text: String, path: String = "f.mock.yaml") throws -> [Diagnostic] {
    let folder = try TemporaryFolder([path: text])
    return try SpecLoader(.paths([path]), workingDirectory: folder.path, isLinting: true).check().diagnostics
  }

  private static func response(_ text: String) -> FixCase {
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: GET /x\n    responses:\n      R:\n        \(text)\n")
  }

  private static func match(_ text: String) -> FixCase {
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: \(text)\n    responses: {R: {}}  # r\n")
  }

  static let fixed = [
    response("st⟦а→a⟧tus: 204"), response("⟦“status”→\"status\"⟧: 204"), response("status⟦：→: ⟧204"),
    response("status⟦：→:⟧ 204"), response("status: ⟦２０４→204⟧"), response("status: ⟦‘204’→204⟧"),
    response("status: 204⟦\u{A0}→ ⟧"), response("status:⟦\u{A0}→ ⟧204"), response("status⟦\u{A0}→ ⟧: 204"),
    response("st⟦\u{200B}→⟧atus: 204"), response("⟦\u{202E}→⟧status: 204"), response("⟦\u{FEFF}→⟧status: 204"),
    response("status: 204⟦\u{B}→⟧"), response("⟦\u{2003}→ ⟧status: 204"),
    response("status: 200⟦\u{2028}→\n⟧        text: a"),
    response("delay: 2⟦\u{A0}→⟧s"), response("delay: 2⟦с→s⟧"), response("delay: 20⟦мс→ms⟧"),
    response("⟦ﬁ→fi⟧le: a.txt"),
    response("template: tru⟦е→e⟧\n        text: а“б”"),
    response("{⟦“status”: 200, text: “а”→\"status\": 200, text: \"а\"⟧}"),
    response("{⟦“status”→\"status\"⟧: 200, text: see “а”}"),
    response("headers: ⟦｛X-A: “b” c｝→{X-A: “b” c}⟧"),
    match("G⟦Е→E⟧T /x"), match("GET⟦\u{A0}→ ⟧/x"), match("⟦“GET /x”→\"GET /x\"⟧"),
    match("{method: GET⟦，→,⟧ path: /x}"), match("⟦｛method: GET, path: /x｝→{method: GET, path: /x}⟧"),
    match("{method: [GET⟦，→,⟧POST], path: /x}"),
    match("\n      method:\n        ⟦– GET\n        – PUT→- GET\n        - PUT⟧\n      path: /x"),
    match("{path: /x, query: {q: {matches: ⟦‘^[0-9]+$’→'^[0-9]+$'⟧}}}"),
    FixCase("mockspec: 1\nrequ⟦е→e⟧sts:\n  Имя: {match: GET /x, responses: {“Ответ”: {text: «а»}}}\n"),
    FixCase("mockspec⟦：→: ⟧1\nrequests:\n  A: {match: GET /x, responses: {R: {}}}\n"),
    FixCase("mockspec: 1\nrequests:\n  A:\n⟦\u{A0}→ ⟧   match: GET /x\n    responses: {R: {}}\n"),
    FixCase("mockspec: 1\nrequests:\n  A:\n    match: GET /x\n⟦\u{3000}\u{3000}→    ⟧responses: {R: {}}\n"),
    FixCase(
      "mockspec: 1\nrequests:\n  A:\n    match: GET /x\n    responses:\n  ⟦\u{2003}→ ⟧   R:\n        status: 204\n"),
    FixCase(
      "mockspec: 1\nrequests:\n  A:\n    match:\n    ⟦\u{3000}→ ⟧ path: /x\n      method: GET\n    responses: {R: {}}\n"
    ),
    FixCase(
      "mockspec: 1\nrequests:\n⟦\u{A0} A:\n\u{A0} \u{A0} match: GET /x\n\u{A0} \u{A0} responses: {R: {}}→"
        + "  A:\n    match: GET /x\n    responses: {R: {}}⟧\n"),
  ]

  /// The same, in JSON.
  static let fixedJSON = [
    "\"mockspec\": 1", "⟦“mockspec”→\"mockspec\"⟧: 1", "\"m⟦о→o⟧ckspec\": 1", "\"mockspec\"⟦：→:⟧ 1",
    "\"mockspec\":⟦\u{A0}→ ⟧1",
    "⟦\u{200B}→⟧\"mockspec\": 1", "⟦‘mockspec’→\"mockspec\"⟧: 1",
  ].map {
    FixCase(
      "{\n  \($0),\n  \"requests\": {\"А\": {\"match\": \"GET /x\", \"responses\": {\"R\": {\"text\": \"“а”\"}}}}\n}\n")
  }

  @Test(arguments: fixed.map { ($0, "f.mock.yaml") } + fixedJSON.map { ($0, "f.mock.json") })
  func `one diagnostic names the character, and its fix makes the file valid`(test: FixCase, path: String) throws {
    test.check(path: path)
    let found = try Self.found(test.before, path: path).filter {
      $0.severity == .error && $0.code != "missing-body-file"
    }
    #expect(found.map(\.code) == Array(repeating: "invalid-character", count: test.count), "\(found)")
    let change = zip(test.before.utf8, test.after.utf8).prefix { $0 == $1 }.count
    for diagnostic in found {
      #expect(diagnostic.range?.bytes.contains(change) == true || test.before.utf8.count == change)
      #expect(diagnostic.message.contains("U+"))
    }
    #expect(try Self.found(test.after, path: path).filter { $0.code != "missing-body-file" }.isEmpty)
  }

  @Test(arguments: [
    "text: “hello” – it’s fine", "headers: {X-A: “b” c}", "json: {“ключ”: ‘значение’, \"nbsp\": a\u{A0}b}",
    "text: \u{A0}a\u{200B}b：c，d", "description: Это – “ответ”", "json: {a: \"\u{2003}\"}",
  ])
  func `names and texts aren't reported`(text: String) throws {
    #expect(try Self.found(Self.response(text).before).isEmpty)
    // Nor blamed for another mistake on their line.
    let found = try Self.found(Self.response("\(text)\n        staus: 204").before)
    #expect(found.map(\.code) == ["unknown-key"])
  }

  @Test func `a character that YAML forbids in text has no fix, and the rest is checked`() throws {
    let found = try Self.found(Self.response("text: a\u{1B}b\n        staus: 204").before)
    #expect(found.map(\.code) == ["invalid-character", "unknown-key"])
    #expect(found.map { $0.fix != nil } == [false, true])
    #expect(found[0].message == "character U+001B isn't allowed in YAML")
  }

  @Test func `the message has the code point, the name and the likeness`() throws {
    func report(_ text: String) throws -> String {
      let found = try Self.found(Self.response(text).before)
      return found.map { "\($0.message); \($0.help ?? "")" }.joined(separator: "\n")
    }
    #expect(
      try report("st\u{430}tus: 204")
        == "found 'а', U+0430 (cyrillic small letter a), which looks like 'a'; replace it with 'a'")
    #expect(
      try report("status:\u{A0}204")
        == "found U+00A0 (no-break space), which looks like a space; replace it with a space")
    #expect(try report("sta\u{200B}tus: 204") == "found U+200B (zero-width space), which can't be seen; remove it")
    #expect(
      try report("“status”: 204")
        == "found '“', U+201C (left double quotation mark), which looks like a double quote (\"); "
        + "replace it with a double quote (\"); 1 more on this line")
  }

  @Test func `each of many mistakes in one file is reported`() throws {
    let requests = (1...40).map { "  R\($0):\n    match: GET /\($0)\n    responses: {R: {st\u{430}tus: 204}}\n" }
    let found = try Self.found("mockspec: 1\nrequests:\n" + requests.joined())
    #expect(found.count == 40)
    #expect(Set(found.map(\.code)) == ["invalid-character"])
  }

  @Test func `the indentation of many lines is one mistake`() throws {
    let requests = (1...300).map {
      "\u{A0} R\($0):\n\u{A0}   match: GET /\($0)\n\u{A0}   responses: {R: {status: 204}}\n"
    }
    let text = "mockspec: 1\nrequests:\n" + requests.joined()
    let found = try Self.found(text)
    #expect(found.map(\.code) == ["invalid-character"])
    #expect(found.first?.help == "replace it with a space; 899 more up to line 902")
    let fixed = FileFixer.fix(Array(text.utf8), path: "f.mock.yaml", isProjectFile: false)
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == text.replacing("\u{A0}", with: " "))
  }

  @Test func `other characters between such lines are reported, too`() throws {
    let text = "mockspec: 1\nrequests:\n\u{A0} A:\n\u{A0}   m\u{430}tch: GET /x\n\u{A0}   responses: {R: {}}\n"
    let found = try Self.found(text)
    #expect(Set(found.map(\.code)) == ["invalid-character"])
    #expect(found.map(\.start.line) == [3, 4])
    let fixed = FileFixer.fix(Array(text.utf8), path: "f.mock.yaml", isProjectFile: false)
    #expect(
      String(decoding: fixed.bytes, as: UTF8.self)
        == "mockspec: 1\nrequests:\n  A:\n    match: GET /x\n    responses: {R: {}}\n")
  }

  /// Any look-alike at any place: a fix changes nothing but the characters, leaves no error, and is complete.
  @Test(arguments: 0..<60) func `random characters`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let spec = Array(Self.response("{status: 204, delay: 20ms, headers: {X-A: b}, text: “а” c}").before.unicodeScalars)
    let others: [Unicode.Scalar] = [
      "\u{A0}", "\u{200B}", "\u{2003}", "\u{FEFF}", "：", "，", "“", "’", "а", "е", "–", "\u{7F}",
    ]
    var text = spec
    for _ in 0..<Int.random(in: 1...3, using: &generator) {
      let index = Int.random(in: 0...text.count, using: &generator)
      text.insert(generator.pick(others), at: index)
    }
    let bytes = Array(String(String.UnicodeScalarView(text)).utf8)
    let outcome = FileFixer.fix(bytes, path: "f.mock.yaml", isProjectFile: false)
    let (before, after) = (Self.errors(bytes), Self.errors(outcome.bytes))
    // A text that couldn't be read can have had other errors.
    if before.syntax.isEmpty {
      #expect(after.count + outcome.count <= before.count, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
    }
    #expect(after.end == nil || before.end != nil)
    #expect(FileFixer.fix(outcome.bytes, path: "f.mock.yaml", isProjectFile: false).bytes == outcome.bytes)
    #expect((outcome.count == 0) == (outcome.bytes == bytes))
  }

  private static func errors(_ bytes: [UInt8]) -> FileErrors {
    FileErrors(bytes, shown: "f.mock.yaml", format: .yaml, level: .spec)
  }
}
