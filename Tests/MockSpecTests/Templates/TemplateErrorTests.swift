import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Errors in templates, which are reported at load time.
struct TemplateErrorTests {
  static func found(_ text: String, template: String = "template: true") throws -> [Diagnostic] {
    try SpecLoader(.inline("mockspec: 1\nrequests: {A: {match: /a, responses: {R: {\(template), \(text)}}}}")).load(
      number: 1
    ).diagnostics
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let template: String
    let part: String
    let message: String
    var testDescription: String { template }

    init(_ template: String, _ part: String, _ message: String) {
      self.template = template
      self.part = part
      self.message = message
    }
  }

  static let cases = [
    Case("a {{request.body", "{{", "the tag is never closed"),
    Case("a {{{request.body}} b", "{{", "the tag is never closed"),
    Case("{{}}", "{{}}", "the tag has no name"),
    Case("{{#if request.body}}x{{/if}}", "{{#if request.body}}", "'if request.body' isn't a valid name"),
    Case("{{request..body}}", "{{request..body}}", "'request..body' has an empty part"),
    Case("{{now}} {{#request.query.a}}", "{{#request.query.a}}", "section 'request.query.a' is never closed"),
    Case("x {{/a}}", "{{/a}}", "no section 'a' is open here"),
    Case(
      "{{#now}}{{/uuid}}", "{{/uuid}}", "expected the end of section 'now', found the end of 'uuid'"),
    Case("{{> header}}", "{{> header}}", "partials aren't supported in templates"),
    Case("{{$a}}x{{/a}}", "{{$a}}", "blocks aren't supported in templates"),
    Case("{{=|=}}", "{{=|=}}", "expected two delimiters"),
    Case("{{=<<<<<<<<<<<<<<<<< >=}}", "{{=<<<<<<<<<<<<<<<<< >=}}", "the delimiter is longer than 16 characters"),
    Case("{{now}} {{requst.body}}", "{{requst.body}}", "unknown name 'requst.body' in a template"),
    Case("{{request.header.a}}", "{{request.header.a}}", "unknown name 'request.header.a' in a template"),
    Case("{{now | upprr}}", "upprr", "unknown filter 'upprr'"),
    Case("{{now | join: a b | c}}", "c", "unknown filter 'c'"),
    Case("{{now |}}", "{{now |}}", "expected a filter after '|'"),
    Case("{{now | slice}}", "slice", "expected 1 or 2 arguments, found 0"),
    Case("{{now | upper: 1}}", "upper", "expected no arguments, found 1"),
    Case("{{now | date: }}", "date", "expected 1 argument, found 0"),
    Case("{{now | join(x)}}", "join", "expected ':' or '|' after filter 'join'"),
    Case("{{now | slice: x9}}", "x9", "expected a whole number, found 'x9'"),
    Case("{{now | slice: 0, -1}}", "-1", "expected a whole number from 0 to 9223372036854775807, found '-1'"),
    Case("{{now | plus: 1y}}", "1y", "expected a whole number, or a time such as 30s, 5m, 1h or 7d, found '1y'"),
    Case("{{now | date: yyyy QQ}}", "yyyy QQ", "unknown letters 'QQ' in a date pattern"),
    Case(
      "{{now | default: request.url}}", "request.url",
      "'request.url' isn't looked up: arguments are values as written"),
    Case("{{now | join: \"}}", "{{now | join: \"}}", "the quote \" is never closed"),
    Case("{{fake.nme}}", "fake.nme", "unknown generator 'fake.nme'"),
    Case("{{#now}}{{fake.nme}}{{/now}}", "fake.nme", "unknown generator 'fake.nme'"),
    Case("{{dice(6)}}", "dice", "unknown generator 'dice'"),
    Case("{{random.int(1)}}", "random.int(1)", "expected 2 arguments, found 1"),
    Case("{{random.text(x)}}", "x", "expected a whole number from 1 to 1000, found 'x'"),
    Case("{{.}}", "{{.}}", "unknown name '.' in a template"),
  ]

  @Test(arguments: cases, ["text: '%'", "json: {a: '%'}", "headers: {X-A: '%'}"])
  func `a mistake is marked inside the value`(item: Case, place: String) throws {
    let found = try Self.found(place.replacing("%", with: item.template))
    #expect(found.map(\.message) == [item.message])
    #expect(found.map(\.code) == ["template"])
    #expect(found.map { $0.range?.text } == [item.part])
  }

  @Test(arguments: [
    ("now | uper", "did you mean 'upper'?"), ("now | upcase", "did you mean 'upper'?"),
    ("now | url_encode", "did you mean 'url'?"), ("now | to_json", "did you mean 'json'?"),
    ("now | truncate: 5", "did you mean 'slice: START, COUNT'?"), ("now | slice", "write slice: START, COUNT"),
    ("fake.nmae", "did you mean 'fake.name'?"), ("fake.firstname", "did you mean 'fake.firstName'?"),
    ("$randomFirstName", "write {{fake.firstName}}, or another generator"),
    ("$randomInt", "write {{random.int(0, 1000)}}"), ("randomInt 1 6", "write {{random.int(1, 6)}}"),
    ("faker 'internet.email'", "write {{fake.email}}, or another generator"),
    ("#if request.query.a", "write {{#request.query.a}}…{{/request.query.a}}"),
    ("#unless request.query.a", "write {{^request.query.a}}…{{/request.query.a}}"),
  ])
  func `the help is what to write`(tag: String, help: String) throws {
    #expect(try Self.found("text: \"{{\(tag)}}\"").map(\.help) == [help])
  }

  @Test func `the same tag before it isn't mistaken for it, nor are quotes and indentation in the way`() throws {
    let text = """
      mockspec: 1
      requests:
        A:
          match: /a
          responses:
            R:
              template: true
              text: |
                first {{#now}} it's
                closed {{/now}}
                {{/now}}
      """
    let found = try SpecLoader(.inline(text)).load(number: 1).diagnostics
    #expect(found.map { "\($0)" } == ["inline:11:11: error: no section 'now' is open here [template]"])
  }

  @Test func `in a body file, it is marked there`() throws {
    let folder = try TemporaryFolder([
      "a.mock.yaml":
        "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {template: true, file: b.txt}, S: {template: true, file: b.txt}}}}\n",
      "b.txt": "one\n  {{>two}}\n",
    ])
    let found = try Specs.load(folder, ".").diagnostics
    #expect(found.map { "\($0)" } == ["b.txt:2:3: error: partials aren't supported in templates [template]"])
    #expect(found.first?.notes.count == 1)
  }

  @Test func `what defaults say is told once, and nested too deep is told at all`() throws {
    let defaults = "defaults: {template: true, headers: {X: '{{y}}'}}\n"
    let requests = "requests: {A: {match: /a, responses: {R: {}, S: {}}}, B: {match: /b, responses: {R: {}}}}"
    #expect(try Specs.problems(defaults + requests) == ["template: unknown name 'y' in a template"])
    let deep = String(repeating: "{{#now}}", count: 100_000) + String(repeating: "{{/now}}", count: 100_000)
    #expect(try Self.found("text: '\(deep)'").map(\.message) == ["sections are nested more than 32 levels deep"])
  }

  @Test func `a picture is no template, and a mistake only where it is called one itself`() throws {
    let folder = try TemporaryFolder()
    try folder.write([0x89, 0x50, 0xFF], to: "a.png")
    func check(_ defaults: String, _ own: String) throws -> [String] {
      try folder.write(
        Array("mockspec: 1\n\(defaults)requests: {A: {match: /a, responses: {R: {\(own)file: a.png}}}}\n".utf8),
        to: "a.mock.yaml")
      return try Specs.load(folder, ".").diagnostics.map(\.message)
    }
    #expect(try check("defaults: {template: true}\n", "") == [])
    #expect(try check("", "template: true, ") == ["body file 'a.png' can't be a template, because it isn't UTF-8 text"])
  }

  @Test func `without template, tags are text`() throws {
    #expect(try Self.found("text: '{{'", template: "template: false").isEmpty)
  }

  @Test(arguments: [
    ("request.params.id", "write {{request.path.id}}"), ("query.page", "write {{request.query.page}}"),
    ("urlParam 'id'", "write {{request.path.id}}"), ("body", "write {{request.body}}"),
    ("states.cart", "templates don't read states: write a response for each value, with 'when'"),
  ])
  func `names of other tools are recognized`(name: String, help: String) throws {
    #expect(try Self.found("text: \"{{\(name)}}\"").map(\.help) == [help])
  }
}
