import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Random values and fakes, which a seed and the call determine.
struct GeneratorTests {
  static func scope(_ line: String = "GET /a", body: String? = nil, seed: TemplateSeed = .standard) -> TemplateScope {
    TemplateScope(
      ParsedCall(MockCall(line, body: body ?? ""), knowsHost: true), path: nil, EngineEnvironment(random: { 7 }),
      seed: seed)
  }

  static func render(_ template: String, _ scope: TemplateScope) throws -> String {
    var rendering = TemplateRendering(scope)
    return String(
      decoding: try rendering.render(Template(TemplateSource(SourceFile(path: "t", text: template))), .none),
      as: UTF8.self)
  }

  @Test func `the article has a row for each generator, in the order of the table`() throws {
    #expect(try FilterTests.rows(under: "Random values", 2).map { $0.cells[0] } == TemplateGenerator.all.map(\.usage))
  }

  static let tags = [
    "random.int(1, 6)", "random.text(8)", "random.boolean", "random.item(a, 'b c', 3)", "fake.uuid", "fake.firstName",
    "fake.lastName", "fake.name", "fake.email", "fake.phone", "fake.company", "fake.street", "fake.city",
    "fake.country",
    "fake.date", "fake.url", "fake.word", "fake.sentence", "fake.paragraph",
  ]

  /// The values are published: a change here changes the values that the calls of users get.
  @Test func `values are the same on every machine and in every run`() throws {
    #expect(Self.tags.map { $0.prefix { $0 != "(" } } == TemplateGenerator.all.map { $0.name[...] })
    let values = try Self.tags.map { try Self.render("{{\($0)}}", Self.scope()) }
    #expect(values == Self.expected)
  }

  static let expected = [
    "1", "hRb6n3PB", "false", "a", "1e60b5ba-fba6-4c57-b3f8-5876da94c75c", "Anna", "Bell", "Anna Moreau",
    "anna.moreau@example.com", "+1-202-555-0111", "Bell Works", "24 Moreau Street", "Brightton", "Canada", "1976-07-01",
    "https://example.com/bridge/road", "bridge", "Road autumn wind evening tree.",
    "Autumn wind evening tree rain leaf table green school. Warm water candle bread green long kitchen school friend lamp. "
      + "Path leaf winter mountain garden boat.",
  ]

  @Test(arguments: ["HEAD /a", "GET http://other.example:8080/a"])
  func `calls that differ in host, or in HEAD, get equal values`(line: String) throws {
    let tag = "{{random.text(20)}}"
    #expect(try Self.render(tag, Self.scope(line)) == Self.render(tag, Self.scope()))
  }

  @Test func `method, path, query, body and seed matter, but not the order of keys in JSON`() throws {
    let tag = "{{random.text(20)}}"
    let scopes = [
      Self.scope(), Self.scope("POST /a"), Self.scope("GET /b"), Self.scope("GET /a?b"), Self.scope(body: "b"),
      Self.scope(body: #"{"a": 1, "b": 2}"#), Self.scope(body: #"{"a": 2, "b": 1}"#), Self.scope(body: "[1, 2]"),
      Self.scope(body: "[2, 1]"), Self.scope(seed: .text("42")), Self.scope(seed: .random),
    ]
    #expect(Set(try scopes.map { try Self.render(tag, $0) }).count == scopes.count)
    #expect(try Self.render(tag, Self.scope(body: #"{"b":2,"a":1}"#)) == Self.render(tag, scopes[5]))
  }

  @Test func `each tag and each repetition has its own value`() throws {
    let scope = Self.scope(body: "[1, 1, 1, 1, 1, 1, 1, 1]")
    let values = try Self.render("{{#request.json}}{{random.text(9)}} {{/request.json}}{{random.text(9)}}", scope)
    #expect(Set(values.split(separator: " ")).count == 9)
    #expect(try Self.render("{{#request.json}}{{random.text(9)}} {{/request.json}}{{random.text(9)}}", scope) == values)
  }

  @Test func `numbers are between their bounds, and reach them`() throws {
    var numbers = Set<Int>()
    for number in 0..<200 {
      numbers.insert(try #require(Int(try Self.render("{{random.int(6, 1)}}", Self.scope("GET /\(number)")))))
    }
    #expect(numbers == Set(1...6))
    let all = "{{random.int(-9223372036854775808, 9223372036854775807)}}"
    #expect(Int(try Self.render(all, Self.scope())) != nil)
    #expect(try Self.render("{{random.int(3, 3)}}", Self.scope()) == "3")
  }

  @Test(arguments: [("42", TemplateSeed.text("42")), ("a b", .text("a b")), ("random", .random)])
  func `the project file has the seed`(written: String, seed: TemplateSeed) throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nseed: \(written)\n", "a.mock.yaml": "mockspec: 1\nrequests: {}\n",
    ])
    let project = try Specs.load(folder, ".")
    #expect(project.diagnostics.map(\.message) == [])
    #expect(project.sets?.settings.seed == seed)
  }

  @Test func `replies with generators are made for each call`() throws {
    let sets = try Specs.load("requests: {A: {match: /a, responses: {R: {template: true, text: '{{fake.name}}'}}}}")
    #expect(sets["A"]?.responses.first?.isConstant == false)
  }
}
