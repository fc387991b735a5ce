import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecImport

/// Losses are reported, and what one part loses costs no other one.
struct LossTests {
  private static func wireMock(_ stubs: String...) throws -> Imported {
    try Imported(["a.json": "[\(stubs.joined(separator: ",\n"))]"], ["a.json"])
  }

  // MARK: - Samples

  @Test func `a call that no request answers is a mismatch`() throws {
    var match = MatchDraft(methods: .set(["GET"]), path: .set("/a"))
    match.headers = [ConditionDraft(name: "X", conditions: .set([.equals("1")]))]
    let root = try #require(DocumentParser.parseJSON(Array("{}".utf8))?.root)
    var spec = ImportedSpec(title: "a", source: "a.json")
    var request = ImportedRequest(
      draft: SpecDraft.Request(name: "A", match: match, responses: [SpecDraft.Response(name: "OK")]),
      source: root.range, exactness: [true])
    request.turn = ImportedRequest.Turn(priority: 0, position: 0)
    request.samples = [Sample(call: SampleCall().call!, answer: .forward)]
    spec.requests = [request]
    var project = ImportedProject()
    project.specs = [spec]
    let written = WrittenProject(project)
    let replay = Replay(written)
    #expect(replay.calls == 1 && replay.answered == 0)
    #expect(replay.differences.first?.message.hasSuffix("no request matches") == true)
  }

  @Test func `calls of conditions on a port, parameters and forms are complete, or there is none`() throws {
    let imported = try Self.wireMock(
      WireMockTests.stub(#"{"urlPath": "/port", "port": 8443, "scheme": "https"}"#),
      WireMockTests.stub(
        #"{"urlPathTemplate": "/p/{id}", "pathParameters": {"id": {"matchesXPath": "/a"}}}"#),
      WireMockTests.stub(
        #"{"urlPath": "/form", "formParameters": {"a": {"after": "2026-01-01T00:00:00Z"}, "b": {"equalTo": "1"}}}"#))
    #expect(imported.replay == "1 of 1")
    #expect(imported.result.counts == ImportCounts(exact: 2, approximated: 1))
  }

  // MARK: - Conditions

  @Test func `a second kind of condition on the body is reported`() throws {
    let imported = try Self.wireMock(
      WireMockTests.stub(
        #"{"urlPath": "/a", "formParameters": {"a": {"equalTo": "1"}}, "bodyPatterns": [{"contains": "a=1"}]}"#))
    #expect(imported.spec.contains("form:\n") && !imported.spec.contains("contains"), "\(imported.spec)")
    imported.expect(losses: ["[{|a spec has one kind of condition on the body"])
  }

  @Test func `alternatives with more than one operator aren't cut`() throws {
    let imported = try Self.wireMock(
      WireMockTests.stub(
        #"{"urlPath": "/a", "headers": {"A": {"or": [{"equalTo": "a", "caseInsensitive": true}, {"equalTo": "b"}]}}}"#),
      WireMockTests.stub(
        #"{"urlPath": "/b", "headers": {"A": {"or": [{"equalTo": "a", "contains": "b"}, {"equalTo": "b"}]}}}"#),
      WireMockTests.stub(
        #"{"urlPath": "/c", "headers": {"A": {"or": [{"equalTo": "a", "caseInsensitive": false}, {"equalTo": "b"}]}}}"#)
    )
    imported.expect(losses: ["[{\"equalTo|alternatives of different", "[{\"equalTo|alternatives of different"])
    #expect(imported.spec.contains("oneOf:\n"))
  }

  @Test func `conditions on one name are combined`() throws {
    let imported = try Self.wireMock(
      WireMockTests.stub(
        #"{"urlPath": "/a", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "contains": "x"}}, {"matchesJsonPath": {"expression": "$.a", "doesNotContain": "y"}}]}"#
      ),
      WireMockTests.stub(
        #"{"urlPath": "/b", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.a", "contains": "x"}}, {"matchesJsonPath": {"expression": "$.a", "contains": "y"}}]}"#
      ),
      WireMockTests.stub(#"{"urlPattern": "/c\\?a=1&a=2"}"#))
    try Self.wireMock(
      WireMockTests.stub(
        #"{"urlPath": "/a", "headers": {"A": {"doesNotContain": "a", "doesNotMatch": "b"}, "B": {"and": [{"contains": "a"}, {"contains": "b"}]}}}"#
      )
    ).expect(losses: [
      "\"b\"|a value has one condition of each kind", "{\"contains\": \"b\"|a value has one condition of each kind",
    ])
    imported.expect(losses: ["{\"matchesJsonPath|a value has one condition of each kind, so this one is left out"])
    #expect(imported.result.counts == ImportCounts(exact: 2, approximated: 1))
    #expect(imported.spec.contains("path: /c\n") && imported.spec.contains("- '2'\n"), "\(imported.spec)")
    #expect(imported.replay == "1 of 1")
  }

  @Test func `rules on one name are combined`() throws {
    func rule(_ operator: String, _ value: String) -> String {
      #"{"target": "query", "modifier": "q", "operator": "\#(`operator`)", "value": "\#(value)"}"#
    }
    let imported = try MockoonTests.imported(
      MockoonTests.route(
        "a", #"{"body": "x", "default": true}"#,
        #"{"body": "y", "rulesOperator": "AND", "rules": [\#(rule("equals", "ab")), \#(rule("regex", "^a"))]}"#
      ))
    #expect(imported.lines == [])
    #expect(imported.result.counts.exact == 2)
  }

  // MARK: - Collections

  private static func crud(_ endpoint: String, _ bucket: String) -> String {
    #"{"type": "crud", "endpoint": "\#(endpoint)", "responses": [{"databucketID": "\#(bucket)"}]}"#
  }

  @Test(arguments: [
    #"[{\"id\": 1}, {\"id\": 1}]"#, #"[{\"id\": null}]"#, #"[{\"id\": \"\"}]"#, #"[{\"id\": true}]"#,
    #"[{\"id\": 1.5}]"#, #"[{\"id\": 1}, {\"id\": \"1\"}]"#, "[1]",
  ])
  func `a collection with invalid ids is refused, and the rest is imported`(items: String) throws {
    let imported = try MockoonTests.imported(
      Self.crud("users", "b"), MockoonTests.route("a", #"{"statusCode": 204}"#),
      more: #", "data": [{"id": "b", "value": "\#(items)"}]"#)
    imported.expect(losses: ["\"b\"|"])
    #expect(imported.lines.first?.contains("[import-refused]") == true)
    #expect(imported.result.counts == ImportCounts(exact: 1, refused: 1))
  }

  @Test func `a collection's path has no wildcard`() throws {
    let imported = try MockoonTests.imported(
      Self.crud("x/*", "b"), MockoonTests.route("a", #"{"statusCode": 204}"#),
      more: #", "data": [{"id": "b", "value": "[]"}]"#)
    imported.expect(losses: ["\"x/*\"|a collection has a fixed path"])
  }

  @Test func `collections of two files have different names, and one that can't be written is refused at its route`()
    throws
  {
    let text = { (name: String, path: String) in
      #"{"lastMigration": 32, "name": "\#(name)", "routes": [\#(Self.crud(path, "b")), \#(MockoonTests.route(name, #"{"statusCode": 204}"#))], "data": [{"id": "b", "value": "[{\"id\": 1}]"}]}"#
    }
    let imported = try Imported(
      ["a.json": text("one", "users"), "b.json": text("two", "v2/users"), "c.json": text("three", "users")],
      ["a.json", "b.json", "c.json"])
    #expect(imported.texts["two.mock.yaml"]?.contains("  users 2:\n") == true, "\(imported.texts)")
    #expect(imported.lines.count == 1, "\(imported.lines)")
    #expect(imported.lines.first?.hasPrefix("c.json:1:") == true && imported.lines[0].contains("[import-refused]"))
    #expect(imported.result.counts == ImportCounts(exact: 5, refused: 1))
  }

  @Test func `files can name the same states`() throws {
    let stub = { (path: String, state: String) in
      WireMockTests.stub(
        #"{"urlPath": "/\#(path)"}"#, "{}", #", "scenarioName": "Cart", "newScenarioState": "\#(state)""#)
    }
    let reading = WireMockTests.stub(
      #"{"urlPath": "/c"}"#, "{}", #", "scenarioName": "Cart", "requiredScenarioState": "Two""#)
    let imported = try Imported(
      ["a.json": stub("a", "One"), "b.json": "[\(stub("b", "Two")), \(reading)]"], ["a.json", "b.json"])
    #expect(imported.lines == [])
    #expect(imported.texts["a.mock.yaml"]?.contains("    - Started\n    - One\n    - Two\n") == true)
    #expect(imported.result.counts == ImportCounts(exact: 3))
  }

  // MARK: - Large specs

  @Test func `a spec that is too large is reported, and its states and collections count`() throws {
    let root = try #require(DocumentParser.parseJSON(Array("{}".utf8))?.root)
    func request(_ name: String) -> ImportedRequest {
      ImportedRequest(
        draft: SpecDraft.Request(
          name: name, match: MatchDraft(path: .set("/\(name)")),
          responses: [SpecDraft.Response(name: "OK")]),
        source: root.range, exactness: [true])
    }
    var spec = ImportedSpec(title: "a", source: "a.json")
    spec.requests = [request("A"), request("B")]
    spec.states = [SpecDraft.State(name: "S", values: [String(repeating: "a", count: 16 << 20)])]
    var project = ImportedProject()
    project.specs = [spec]
    let written = WrittenProject(project)
    #expect(written.project.losses.refused == 2)
    #expect(written.text.unwritable == [] && written.text.files.isEmpty)
  }

  // MARK: - Answers

  @Test func `answers that lead elsewhere differ`() throws {
    func entry(_ target: String) -> String {
      HARTests.entry(
        "https://a.example/x", 302, type: "text/plain", more: #", {"name": "Location", "value": "\#(target)"}"#)
    }
    let imported = try HARTests.imported(entry("/one"), entry("/two"))
    #expect(imported.spec.contains("Location: /one\n") && imported.spec.contains("Location: /two\n"))
  }

  @Test func `headers that can't be sent are reported`() throws {
    let imported = try MockoonTests.imported(
      MockoonTests.route(
        "a",
        #"{"headers": [{"key": "A B", "value": "1"}, {"key": "X", "value": "1"}, {"key": "x", "value": "2"}, {"key": "Set-Cookie", "value": "a=1"}, {"key": "set-cookie", "value": "b=2"}]}"#
      ), more: #", "headers": [{"key": "X", "value": "3"}, {"key": "Y", "value": "4"}]"#)
    imported.expect(losses: ["\"A B\"|'A B' isn't the name of a header", "\"x\"|a response has one header 'x'"])
    #expect(imported.spec.contains("- a=1\n") && imported.spec.contains("Y: '4'\n"), "\(imported.spec)")
    let stub = WireMockTests.stub(#"{"urlPath": "/a"}"#, #"{"headers": {"A B": "1"}}"#)
    try Self.wireMock(stub).expect(losses: ["\"A B\"|'A B' isn't the name of a header"])
    let example = #"{"code": 200, "body": "x", "header": [{"key": "A", "value": "1\n2"}, {"key": "", "value": "1"}]}"#
    let postman = try PostmanTests.imported(
      #"[{"name": "A", "request": "https://a.example/a", "response": [\#(example)]}]"#)
    postman.expect(losses: [
      "\"1\\n2\"|a value with a line break can't be sent", "\"\"|'' isn't the name of a header",
    ])
  }

  @Test func `only hidden members are left out of a condition`() throws {
    let imported = try HARTests.imported(
      HARTests.entry(
        "https://a.example/s", text: "1", method: "POST", post: #"{\"note\":\"redacted by a\",\"pin\":1}"#),
      HARTests.entry("https://a.example/s", text: "2", method: "POST", post: #"{\"note\":\"redacted by b\",\"pin\":1}"#)
    )
    #expect(imported.spec.contains("note: redacted by a\n"), "\(imported.spec)")
    #expect(imported.replay == "2 of 2")
  }

  @Test func `a control character of a body of Postman is no tag`() throws {
    let imported = try PostmanTests.imported(
      #"[{"name": "A", "request": "https://a.example/a", "response": [{"code": 200, "body": "\u0000x\u0001 {{v}}"}]}]"#,
      variables: #"[{"key": "v", "value": "1"}]"#)
    #expect(imported.texts["bodies/a-200-ok.txt"] == "\0x\u{1} 1", "\(imported.texts)")
    #expect(!imported.spec.contains("template"), "\(imported.spec)")
  }

  @Test func `numbers in notes are those of what they name`() throws {
    let imported = try PostmanTests.imported(
      #"""
      [{"name": "A", "request": "https://a.example/a?token=abc", "response": [{"code": 200, "body": "x"}, {"code": 200, "body": "x"}]},
       {"name": "B", "request": "https://a.example/b", "response": []}]
      """#)
    #expect(imported.lines.count == 2)
    #expect(imported.lines.contains { $0.contains("1 request has no saved example, and is left out") })
    #expect(imported.lines.contains { $0.contains("1 secret was replaced by 'redacted'") })
  }

  @Test func `the title of a stub in mappings doesn't depend on the working directory`() throws {
    let files = ["wm/mappings/a.json": WireMockTests.stub(#"{"url": "/a"}"#), "wm/__files/x.txt": ""]
    let folder = try TemporaryFolder(files)
    let outside = try SpecImport(["wm"], workingDirectory: folder.path)
    let inside = try SpecImport(["."], workingDirectory: folder.path + "/wm/mappings")
    #expect(outside.files.map(\.path) == ["wm.mock.yaml"])
    #expect(inside.files.map(\.path) == outside.files.map(\.path))
  }

  // MARK: - JSONPath

  @Test func `a JSONPath to several values is a condition on any of them`() throws {
    let imported = try Self.wireMock(
      WireMockTests.stub(#"{"urlPath": "/a", "bodyPatterns": [{"matchesJsonPath": "$..deep"}]}"#),
      WireMockTests.stub(
        #"{"urlPath": "/b", "bodyPatterns": [{"matchesJsonPath": {"expression": "$.list[*].name", "equalTo": "x"}}]}"#))
    #expect(imported.spec.contains("paths:\n"), "\(imported.spec)")
    #expect(imported.spec.contains("$..deep:\n") && imported.spec.contains("$.list[*].name: x\n"))
    #expect(imported.lines.count == 2 && imported.lines.allSatisfy { $0.contains("[import-approximated]") })
  }
}
