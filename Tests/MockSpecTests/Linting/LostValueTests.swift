import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Values that are sent or compared in another way than they are written.
struct LostValueTests {
  /// A response whose lines are in a block.
  private static func response(_ lines: String, files: [(file: String, text: String)] = []) throws -> [Diagnostic] {
    let spec = "requests:\n  A:\n    match: GET /a\n    responses:\n      R:\n" + indented(lines)
    return try LintRuleTests.lint([("a.mock.yaml", spec)] + files)
  }

  private static func indented(_ lines: String) -> String {
    lines.split(separator: "\n").map { "        \($0)\n" }.joined()
  }

  private static func found(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { "\($0.code): \($0.range?.text ?? "")" }
  }

  // MARK: - Comments

  @Test(arguments: [
    ("text: Order #42", "#42", "'Order #42'"), ("text: Ticket #42 is open", "#42 is open", "'Ticket #42 is open'"),
    ("text: Ticket #42 is open # note", "#42 is open", "'Ticket #42 is open'"),
    ("headers: \n  X-Color: red #ff0000", "#ff0000", "'red #ff0000'"),
    ("json:\n  title: Room #A12", "#A12", "'Room #A12'"), ("json:\n  - white #fff", "#fff", "'white #fff'"),
    ("json:\n  title: it's #1", "#1", "\"it's #1\""),
  ])
  func `a text that a comment cuts is reported with its quotes`(lines: String, comment: String, quoted: String) throws {
    let found = try Self.response(lines)
    #expect(Self.found(found) == ["comment-in-text: \(comment)"])
    #expect(found.first?.help == "put it in quotes: \(quoted); or put a space after '#'")
  }

  @Test(arguments: [
    "text: Order # 42", "text: hello #TODO", "text: hello # note", "text: 'Order' #42", "text: \"Order\" #42",
    "status: 404 #404", "delay: 3s #5s is too long", "text: a#42", "text: |\n  a #42\n  b", "json: {a: 1} #42",
    "json:\n  n: 5 #5", "#42\ntext: a", "text: a\n# 42", "text: see #add",
  ])
  func `a comment after another value, or with a space, isn't reported`(lines: String) throws {
    #expect(try Self.response(lines).map(\.description) == [])
  }

  @Test func `a condition that a comment cuts is reported`() throws {
    let found = try LintRuleTests.lint([
      (
        "a.mock.yaml",
        "requests:\n  A:\n    match:\n      path: /a #42\n      query:\n        q: order #42\n    responses: {R: {}}\n"
      )
    ])
    #expect(Self.found(found) == ["comment-in-text: #42"])
    #expect(found.first?.start.line == 6 + 1)
  }

  // MARK: - Numbers

  @Test(arguments: [
    ("01234", "'01234' is sent as the number 1234"), ("0644", "'0644' is sent as the number 644"),
    ("-007", "'-007' is sent as the number -7"), ("00.50", "'00.50' is sent as the number 0.50"),
    ("+4930123456", "'+4930123456' is sent as the number 4930123456"),
    ("12e4567", "'12e4567' is a number beyond a double's range"),
    ("41e9912", "'41e9912' is a number beyond a double's range"),
    ("1e-400", "'1e-400' is a number beyond a double's range"),
  ])
  func `a number that isn't sent as it is written is reported, and fixed with quotes`(
    number: String, message: String
  ) throws {
    let found = try Self.response("json: {a: \(number)}")
    #expect(found.map(\.code) == ["changed-number"])
    #expect(found.map(\.message) == [message])
    #expect(found.first?.fix?.text == "'\(number)'")
  }

  @Test func `digits in another base are reported without a fix`() throws {
    let found = try Self.response("json: {a: 0xDEADBEEF, b: 0o17}")
    #expect(found.map(\.code) == ["changed-number", "changed-number"])
    #expect(found.map { $0.fix?.text } == [nil, nil])
    #expect(found.first?.message == "'0xDEADBEEF' is sent as the number 3735928559")
  }

  @Test func `ordinary numbers and texts aren't reported`() throws {
    let values =
      "0, -0, 0.5, -0.5, 1, 100, 1.10, 1e3, 1.5E+10, 12e45, 1e308, 0e0, +5, .5, '01234', a01, 2026-01-31, 12:30"
    #expect(try Self.response("json: [\(values), 12345678901234567890]").map(\.description) == [])
    #expect(try Self.response("headers: {X-Zip: 01234}\ntext: 0644").map(\.description) == [])
  }

  @Test func `a number with which a body is compared is reported, too`() throws {
    let found = try LintRuleTests.lint([
      ("a.mock.yaml", "requests: {A: {match: {path: /a, body: {json: {zip: 01234}}}, responses: {R: {}}}}")
    ])
    #expect(Self.found(found) == ["changed-number: 01234"])
  }

  @Test func `in JSON, the quotes of a fix are double`() throws {
    let folder = try TemporaryFolder([
      "a.mock.json":
        #"{"mockspec": 1, "requests": {"A": {"match": "GET /a", "responses": {"R": {"json": {"a": 12e4567}}}}}}"#
    ])
    let found = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).load(number: 1)
      .diagnostics
    #expect(found.map(\.code) == ["changed-number"])
    #expect(found.first?.fix?.text == "\"12e4567\"")
  }

  @Test func `fixes of warnings are applied to a file without errors, except for silenced ones`() throws {
    let lines = ["a: 01234", "# mockspec-ignore: changed-number", "b: 0644", "c: +4930123456"]
    let spec = "mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses:\n      R:\n        json:\n"
    let text = spec + lines.map { "          \($0)\n" }.joined()
    let folder = try TemporaryFolder(["a.mock.yaml": text])
    let found = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).load(number: 1)
      .diagnostics
    let fixed = FileFixer.fix(
      Array(text.utf8), path: "a.mock.yaml", isProjectFile: false, doubts: found.compactMap(\.fix))
    #expect(fixed.count == 2)
    let expected = text.replacing("a: 01234", with: "a: '01234'").replacing("+4930123456", with: "'+4930123456'")
    #expect(String(decoding: fixed.bytes, as: UTF8.self) == expected)
  }

  // MARK: - Words and quotes

  @Test func `the booleans of YAML 1.1 are reported as values of JSON`() throws {
    let found = try Self.response("json: {a: yes, b: no, c: {d: on}, e: [{f: off}]}")
    #expect(Self.found(found) == ["yes", "no", "on", "off"].map { "boolean-as-text: \($0)" })
    #expect(found.first?.help == "write true, or put it in quotes: 'yes'")
    let others =
      "json: {a: 'yes', b: \"no\", c: [yes, no], on: true, d: Yes, e: NO, f: y, g: yes sir}\nheaders: {X: yes}"
    #expect(try Self.response(others).map(\.description) == [])
  }

  @Test func `a text in curly quotes is reported unless it is in quotes of YAML`() throws {
    #expect(Self.found(try Self.response("text: “Hello”")) == ["unlikely-character: “Hello”"])
    #expect(Self.found(try Self.response("json: {a: [“Ada”]}")) == ["unlikely-character: “Ada”"])
    #expect(Self.found(try Self.response("headers: {X: ‘a’}")) == ["unlikely-character: ‘a’"])
    for lines in ["text: '“Hello”'", "text: “Hello” she said", "json: {a: “こんにちは”}", "text: she said “Hello”"] {
      #expect(try Self.response(lines).map(\.description) == [])
    }
  }

  // MARK: - Templates

  @Test func `a tag in a key of JSON is reported only outside templates`() throws {
    let lines = "json: {a: {'x{{now}}': 1}}"
    #expect(Self.found(try Self.response(lines)) == ["tag-outside-template: {{now}}"])
    for prefix in ["template: true\n", "template: false\n"] {
      #expect(try Self.response(prefix + lines).map(\.description) == [])
    }
  }

  @Test(arguments: [
    ("{{request.headers}}", "request.headers"), ("{{{request.cookies}}}", "request.cookies"),
    ("{{request.form}}", "request.form"), ("{{request}}", "request"),
  ])
  func `a variable that has only parts is reported`(tag: String, name: String) throws {
    let found = try Self.response("template: true\ntext: 'a \(tag)'")
    #expect(found.map(\.message) == ["'\(name)' has no text, only parts"])
    #expect(Self.found(found) == ["unavailable-value: \(tag)"])
    let section = "{{#request.headers}}{{request.headers.a}}{{/request.headers}}{{request.query}}{{request.path}}"
    #expect(try Self.response("template: true\ntext: '\(section)'").map(\.description) == [])
  }

  private static func template(_ text: String) throws -> [Diagnostic] {
    try response("template: true\nheaders: {Content-Type: application/json}\ntext: '\(text)'")
  }

  @Test(arguments: [
    (#"[{{#request.json.items}}{"id": {{id}}},{{/request.json.items}}]"#, "{{#request.json.items}}"),
    (#"{"at": {{now}}}"#, "{{now}}"), (#"{"id": "a", "at": {{{uuid}}}}"#, "{{{uuid}}}"),
    (#"{"a": "\" {{now}}", "b": {{request.method}}}"#, "{{request.method}}"),
    (#"[{{#request.json.a}}{{now}}{{/request.json.a}}]"#, "{{now}}"),
    (#"{"at": {{now | plus: 1h | upper}}}"#, "{{now | plus: 1h | upper}}"), (#"{"a": {{fake.name}}}"#, "{{fake.name}}"),
    (#"{"a": {{request.query.a | base64}}}"#, "{{request.query.a | base64}}"),
  ])
  func `a template that renders no JSON is reported at its tag`(text: String, tag: String) throws {
    #expect(Self.found(try Self.template(text)) == ["invalid-json-template: \(tag)"])
  }

  @Test(arguments: [
    #"{"id": {{request.query.id}}, "page": {{request.query.page}}, "at": "{{now}}"}"#, "{{{request.body}}}",
    #"{"items": {{{request.json.items}}}}"#, #"["{{request.url}}"]"#,
    #"{"at": {{now | date: unix}}, "by": {{request.method | json}}, "a": {{random.int(1, 6)}}, "b": "{{fake.name}}"}"#,
    #"{"a": {{now | slice: 0, 4 | number}}, "b": {{random.boolean}}, "c": {{request.query.c | default: 1}}}"#,
    #"[{{#request.json.items}}{"id": {{id}}}{{^last}},{{/last}}{{/request.json.items}}]"#,
    #"[{{#request.json.items}}{"id": {{id}}}{{#more}},{{/more}}{{/request.json.items}}]"#,
    #"[{{#request.json.items}}{"id": {{id}}},{{/request.json.items}}null]"#,
    #"{"order": {{#request.query.up}}"asc"{{/request.query.up}}{{^request.query.up}}"desc"{{/request.query.up}}}"#,
    #"{"order": {{#request.query.a}}1{{/request.query.a}}{{#request.query.b}}2{{/request.query.b}}}"#,
    #"{"l": [{{#request.json.l}}{{.}}{{/request.json.l}}], "o": {{#request.query.a}}1{{/request.query.a}}{{#request.query.b}}2{{/request.query.b}}}"#,
    #"{{! a comment }}{"a": 1 {{^request.query.b}}, "b": 2{{/request.query.b}}}"#,
  ])
  func `a template that can render JSON isn't reported`(text: String) throws {
    #expect(try Self.template(text).map(\.description) == [])
  }

  @Test func `other types than JSON aren't rendered with samples`() throws {
    #expect(try Self.response("template: true\ntext: '[{{now}},]'").map(\.description) == [])
    #expect(
      try Self.response("template: true\nheaders: {Content-Type: application/x-ndjson}\ntext: '{{now}}'")
        .map(\.description) == [])
  }

  @Test func `a template in a body file is checked, too`() throws {
    let found = try Self.response("template: true\nfile: a.json", files: [("a.json", #"{"at": {{now}}}"#)])
    #expect(Self.found(found) == ["invalid-json-template: {{now}}"])
    #expect(found.first?.file == "a.json")
    #expect(found.first?.notes.map(\.message) == ["the body file is named here"])
  }

  @Test(arguments: ["file: a.json", "template: true\nfile: a.json"])
  func `a byte-order mark in a JSON body is reported`(lines: String) throws {
    let found = try Self.response(lines, files: [("a.json", "\u{FEFF}{\"a\": \"{{now}}\"}")])
    #expect(found.map(\.message) == ["the file begins with a byte-order mark, which JSON mustn't have"])
  }

  // MARK: - Matching

  @Test(arguments: [
    ("GET /v1/login", "/v1", "/login"), ("GET /v1", "/v1", "/"), ("GET /v1/a/", "/v1", "/a/"),
    ("GET /{shop}/v1/a", "/{shop}/v1", "/a"),
  ])
  func `a path that repeats the base path is reported`(match: String, base: String, rest: String) throws {
    let found = try LintRuleTests.lint([
      ("a.mock.yaml", "defaults: {basePath: '\(base)'}\nrequests: {A: {match: '\(match)', responses: {R: {}}}}")
    ])
    #expect(found.map(\.code) == ["repeated-base-path"])
    #expect(found.first?.help == "write it without 'basePath': \(rest)")
  }

  @Test(arguments: [("GET /login", "/v1"), ("GET /v10/a", "/v1"), ("GET /*/a", "/*"), ("GET /a/v1/b", "/v1")])
  func `other paths below a base path aren't reported`(match: String, base: String) throws {
    let found = try LintRuleTests.lint([
      ("a.mock.yaml", "defaults: {basePath: '\(base)'}\nrequests: {A: {match: '\(match)', responses: {R: {}}}}")
    ])
    #expect(found.map(\.description) == [])
  }

  @Test(arguments: [
    ("{above: 5, below: 3}", true), ("{above: 5, atMost: 5}", true), ("{atLeast: 5, atMost: 5}", false),
    ("{above: 5, below: 5.1}", false), ("{above: 5, equals: 5}", true), ("{above: 4, equals: 5}", false),
    ("[{above: 5}, {below: 3}]", true), ("{after: now, before: now}", true), ("{after: now-1h, before: now}", false),
    ("{after: 2026-01-31T09:30:00Z, before: 2026-01-31T10:30:00+01:00}", true),
    ("{after: 2026-01-31T09:30:00Z, before: now}", false), ("{after: now, equals: 2000-01-01T00:00:00Z}", false),
    ("{after: 2026-01-31T09:30:00Z, equals: 2000-01-01T00:00:00Z}", true), ("{above: 5, not: {below: 3}}", false),
  ])
  func `numbers and times that exclude each other are reported`(matcher: String, isReported: Bool) throws {
    let found = try LintRuleTests.lint([
      ("a.mock.yaml", "requests: {A: {match: {path: /a, headers: {n: \(matcher)}}, responses: {R: {}}}}")
    ])
    #expect(found.map(\.code) == (isReported ? ["impossible-condition"] : []))
  }

  @Test func `a 'not' that needs no value is reported in queries and bodies`() throws {
    func codes(_ match: String) throws -> [String] {
      Self.found(
        try LintRuleTests.lint([("a.mock.yaml", "requests: {A: {match: {path: /a, \(match)}, responses: {R: {}}}}")]))
    }
    #expect(try codes("query: {a: {not: {equals: b}}}") == ["not-without-value: {not: {equals: b}}"])
    #expect(try codes("body: {pointers: {/a: {not: {oneOf: [b]}}}}") == ["not-without-value: {not: {oneOf: [b]}}"])
    #expect(try codes("body: {form: {a: {not: {contains: b}}}}") == ["not-without-value: {not: {contains: b}}"])
    for match in [
      "query: {a: {present: true, not: {equals: b}}}", "query: {a: {contains: c, not: {equals: b}}}",
      "query: {a: [{not: {equals: b}}, c]}", "query: {a: {not: {present: true}}}", "headers: {a: {not: {equals: b}}}",
      "cookies: {a: {not: {equals: b}}}", "body: {text: {not: {contains: b}}}",
    ] {
      #expect(try codes(match) == [], "\(match)")
    }
  }
}
