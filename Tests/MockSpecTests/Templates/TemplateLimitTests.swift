import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpec

/// The limits on the time and memory of templates.
struct TemplateLimitTests {
  static func body(_ template: String, _ body: String) throws -> String {
    try TemplateReplyTests.body("text: '\(template)'", MockCall("POST /items/7", body: body))
  }

  static func list(_ count: Int) -> String { "[" + repeatElement("0", count: count).joined(separator: ",") + "]" }

  @Test func `empty sections inside each other count, too`() throws {
    let template = "{{#request.json}}{{#request.json}}{{/request.json}}{{/request.json}}"
    #expect(try Self.body(template, Self.list(300)) == "")
    #expect(
      try Self.body(template, Self.list(3000)) == "template: the answer takes more than 1000000 steps")
  }

  @Test func `names that are looked for in vain count`() throws {
    let keys = (0..<20_000).map { "\"k\($0)\":0" }.joined(separator: ",")
    let body = "{\(keys),\"list\":\(Self.list(20_000))}"
    #expect(
      try Self.body("{{#request.json}}{{#list}}{{^no}}{{/no}}{{/list}}{{/request.json}}", body)
        == "template: the answer takes more than 1000000 steps")
    #expect(
      try Self.body(
        "{{#request.json.list}}{{#request.json}}{{^list.19999}}x{{/list.19999}}{{/request.json}}{{/request.json.list}}",
        body)
        == "template: the answer takes more than 1000000 steps")
  }

  @Test func `a name in front of a long list is found at once`() throws {
    let body = "{\"title\":\"x\",\"list\":\(Self.list(20_000))}"
    #expect(try Self.body("{{#request.json}}{{#list}}{{title}}{{/list}}{{/request.json}}", body).count == 20_000)
  }

  @Test func `an answer has a size`() throws {
    let body = #"{"text": "\#(String(repeating: "x", count: 1 << 20))", "list": \#(Self.list(100))}"#
    #expect(
      try Self.body("{{#request.json.list}}{{request.json.text}}{{/request.json.list}}", body)
        == "template: the answer has more than 64 MiB")
  }

  @Test func `filters count by the size of their values`() throws {
    let body = #"{"text": "\#(String(repeating: "x", count: 1 << 20))", "list": \#(Self.list(1000))}"#
    #expect(
      try Self.body("{{#request.json.list}}{{request.json.text | length}}{{/request.json.list}}", body)
        == "template: the answer takes more than 1000000 steps")
  }

  @Test func `the result of a filter has a size`() throws {
    let join = "{{request.json | join: \"\(String(repeating: "x", count: 1000))\" | length}}"
    #expect(try Self.body(join, Self.list(1000)) == "\(1000 + 999_000)")
    #expect(try Self.body(join, Self.list(100_000)) == "template: the answer has more than 64 MiB")
  }

  @Test func `a tag has at most 16 filters`() throws {
    let filters = String(repeating: " | upper", count: 16)
    #expect(try TemplateErrorTests.found("text: '{{now\(filters)}}'").isEmpty)
    #expect(
      try TemplateErrorTests.found("text: '{{now\(filters) | lower}}'").map(\.message)
        == ["expected at most 16 filters, found 17"])
  }

  @Test func `many mistakes in one template are told in part`() throws {
    let tags = (0..<5000).map { "{{name\($0)}}" }.joined()
    let found = try TemplateErrorTests.found("text: '\(tags)'")
    #expect(found.map { $0.range?.text } == (0..<20).map { "{{name\($0)}}" })
  }

  @Test func `a body file is parsed once, however many responses send it`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml": """
      mockspec: 1
      defaults: {template: true}
      requests: {A: {match: /a, responses: {R: {file: b}, S: {file: ./b}, T: {template: false, file: b}}}}
      """,
      "b": "{{now}}",
    ])
    let reading = try #require(
      DocumentParser.parse(Array(try folder.read("a.mock.yaml").utf8), path: "a.mock.yaml", format: .yaml).document)
    var decoder = SpecDecoder(folder: folder.path)
    let spec = decoder.spec(
      reading.root, file: SpecFile(path: folder.path + "/a.mock.yaml", shown: "a.mock.yaml"))
    let files = ProjectFiles(root: folder.path, workingDirectory: folder.path)
    let templates = TemplateFiles()
    let resolved = SpecResolver(defaults: .init(), files: files, templates: templates).resolve(spec)
    let responses = try #require(resolved.requests)[0].responses
    #expect(responses.map { $0.reply?.template != nil } == [true, true, false])
    #expect(templates.count == 1)
  }
}
