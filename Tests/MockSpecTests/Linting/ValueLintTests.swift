import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// The rules about templates, paths and JSON, beyond their examples.
struct ValueLintTests {
  static func codes(_ requests: String) throws -> [String] {
    try LintRuleTests.lint([("a.mock.yaml", "requests: {\(requests)}")]).map { "\($0.code): \($0.range?.text ?? "")" }
  }

  @Test(arguments: [
    "/users:batchGet", "/v1/a:b", "/time/12:30", "/:1", "/%3Aid", "/a/[1]", "/a/<>", "/{id}",
    // OData and FHIR.
    "/$metadata", "/$batch", "/Products/$count", "/Products(1)/Name/$value", "/$entity", "/$crossjoin", "/Orders/$ref",
    "/Patient/$validate", "/Patient/{id}/$everything", "/ValueSet/$expand", "/$process-message",
  ])
  func `text with colons and brackets isn't a parameter`(path: String) throws {
    #expect(try Self.codes("A: {match: {path: '\(path)'}, responses: {R: {}}}") == [])
  }

  @Test(arguments: [":id", "<id>", "<int:id>", "[id]", "{id:int}", "$id", "$userId", "$user_id", "$slug"])
  func `a parameter of another tool is reported at its segment`(segment: String) throws {
    let found = try Self.codes("A: {match: {path: '/a/\(segment)/b'}, responses: {R: {}}}")
    #expect(found == ["parameter-style: \(segment)"])
  }

  @Test(arguments: [
    "{{ user.name }}", "{{ request.id }}", "{{nowhere}}", "{{#each}}", "{{", "{{request}}", "{{ $t('now') }}",
    "{{fake}}",
    "{{random.nothing}}",
  ])
  func `tags of other programs aren't reported`(text: String) throws {
    #expect(try Self.codes(#"A: {match: GET /a, responses: {R: {text: "\#(text)"}}}"#) == [])
  }

  @Test(arguments: [
    "{{now}}", "{{ uuid }}", "{{{request.body}}}", "{{#request.query.q}}", "{{request.path.id}}",
    "{{fake.name}}", "{{random.int(1, 6)}}", "{{request.path.id | upper}}", "{{request.json['a.b'].c}}",
  ])
  func `our tags are reported, unless 'template' is written`(tag: String) throws {
    let text = #"text: "a {{b}} \#(tag) c""#
    let found = try Self.codes("A: {match: 'GET /{id}', responses: {R: {\(text)}, S: {template: false, \(text)}}}")
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("tag-outside-template: {{") == true)
    #expect(try Self.codes(#"A: {match: GET /a, responses: {R: {headers: {X: "\#(tag)"}}}}"#).count == 1)
    #expect(try Self.codes(#"A: {match: GET /a, responses: {R: {json: [{a: "\#(tag)"}]}}}"#).count == 1)
  }

  @Test(arguments: ["gzip", "br", "deflate", "zstd"])
  func `what a compressed body contains isn't known`(encoding: String) throws {
    // The magic numbers of gzip and of zstd, for those that are recognized.
    let bytes: [String: [UInt8]] = ["gzip": [0x1F, 0x8B, 8, 0], "zstd": [0x28, 0xB5, 0x2F, 0xFD]]
    let folder = try TemporaryFolder()
    try folder.write(bytes[encoding] ?? [0, 1, 2, 3], to: "a.json")
    try folder.write(bytes[encoding] ?? [0, 1, 2, 3], to: "a.json.z")
    for file in ["a.json", "a.json.z"] {
      try folder.save(
        """
        mockspec: 1
        requests: {A: {match: GET /a, responses: {R: {headers: {Content-Type: application/json, Content-Encoding: \(encoding)},
          file: \(file)}}}}
        """, to: "a.mock.yaml")
      #expect(try Specs.load(folder, "a.mock.yaml").diagnostics.map(\.code) == [])
    }
  }

  @Test(arguments: [
    ("request.json.items.[0].id", "request.json.items.0.id"), ("request.json.items[0].id", "request.json.items.0.id"),
    ("request.json.a[1][2]", "request.json.a.1.2"), ("request.json['a'][0]", "request.json.a.0"),
    ("request.json.[0]", "request.json.0"),
  ])
  func `help on brackets in a template is a name that is valid`(name: String, dotted: String) throws {
    func diagnostics(_ name: String) throws -> [Diagnostic] {
      let text = "requests: {A: {match: POST /a, responses: {R: {template: true, text: \"{{\(name)}}\"}}}}"
      return try SpecLoader(.inline("mockspec: 1\n" + text), isLinting: true).load(number: 1).diagnostics
    }
    #expect(try diagnostics(name).map(\.help) == ["write \(dotted)"])
    #expect(try diagnostics(dotted).isEmpty)
  }

  @Test(arguments: ["me", "meth", "method", "Host", "quer", "bod", "headers"])
  func `a key that is being typed isn't taken for a path`(text: String) throws {
    let found = try SpecLoader(.inline("mockspec: 1\nrequests: {A: {match: \(text), responses: {R: {}}}}")).load(
      number: 1)
    let help = try #require(found.diagnostics.first?.help)
    #expect(found.diagnostics.count == 1 && help.hasSuffix(" or '/\(text)' for a path"), "\(help)")
    #expect(help.firstMatch(of: /write '[a-z]+:' and a value/) != nil, "\(help)")
  }

  @Test func `names that 'match' excludes are reported`() throws {
    let found = try Self.codes(
      """
      A: {match: {path: '/{id}', exactQuery: true, query: {p: 1}, headers: {X-A: {present: false}}}, responses: {R: {template: \
      true, text: '{{request.query.p}}{{request.query.q}}{{request.headers.x-a}}{{request.headers.X-B}}{{request.path.id}}'}}}
      """)
    #expect(found == ["unavailable-value: {{request.query.q}}", "unavailable-value: {{request.headers.x-a}}"])
  }

  @Test func `only text that is an object or an array is JSON`() throws {
    let found = try Self.codes(
      #"""
      A: {match: GET /a, responses: {R: {json: '[1]'}, S: {json: '1'}, T: {json: '{a'}, U: {json: ['{}']}, V: {text: '{}'}}},
        B: {match: {path: /b, body: {jsonEquals: '{"a": 1}'}}, responses: {R: {}}}
      """#)
    #expect(found == ["json-as-text: '[1]'", #"json-as-text: '{"a": 1}'"#])
  }

  @Test func `an absolute path in the project is reported with the relative one`() throws {
    let folder = try TemporaryFolder(["bodies/a.txt": "a"])
    try folder.write(
      Array(
        "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {file: \(folder.path)/bodies/a.txt}}}}\n".utf8),
      to: "specs/a.mock.yaml")
    try folder.write(Array("mockspec: 1\n".utf8), to: "mockspec.yaml")
    let found = try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).load(number: 1)
      .diagnostics
    #expect(found.map(\.code) == ["absolute-body-path"])
    #expect(found.first?.help?.contains("'../bodies/a.txt'") == true)
  }

  // MARK: - Ignoring in JSON

  static func json(_ text: String) throws -> [String] {
    let folder = try TemporaryFolder(["a.mock.json": #"{"mockspec": 1, "requests": {\#(text)}}"#])
    return try SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true).load(number: 1).diagnostics
      .map { "\($0.code): \($0.range?.text ?? "")" }
  }

  @Test func `a key silences warnings in its object and about its key`() throws {
    #expect(
      try Self.json(
        #"""
        "A": {"match": "GET /:id", "x-mockspec-ignore": "parameter-style", "responses": {"R": {"text": "{{now}}"}}},
        "B": {"match": "GET /b", "responses": {
          "R": {"status": 204, "text": "{{now}}", "x-mockspec-ignore": ["body-not-sent", "tag-outside-template"]},
          "S": {"text": "{{uuid}}"}}}
        """#) == ["tag-outside-template: {{now}}", "tag-outside-template: {{uuid}}"])
  }

  @Test func `an outer object silences inner ones, and unused names are reported`() throws {
    #expect(
      try Self.json(
        #"""
        "A": {"x-mockspec-ignore": "tag-outside-template, unknown-key, nothing", "match": "GET /a",
          "responses": {"R": {"x-mockspec-ignore": "parameter-style", "text": "{{now}}"}, "S": {"text": "{{now}}"}}}
        """#) == [
          #"unused-ignore: "tag-outside-template, unknown-key, nothing""#,
          #"unused-ignore: "tag-outside-template, unknown-key, nothing""#, #"unused-ignore: "parameter-style""#,
        ])
  }
}
