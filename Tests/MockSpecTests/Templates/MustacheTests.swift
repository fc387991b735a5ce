import HTTPTypes
import MockSpecDiagnostics
import Testing

@testable import MockSpec

/// Examples of the Mustache specification, with the call's JSON body as their data.
struct MustacheTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let data: String
    let template: String
    let expected: String

    init(_ name: String, _ data: String, _ template: String, _ expected: String) {
      testDescription = name
      self.data = data
      self.template = template
      self.expected = expected
    }
  }

  /// Renders a template in a section over the data, so that names refer to its members.
  static func render(_ template: String, _ data: String) throws -> String {
    let file = SourceFile(path: "t", text: "{{#request.json}}" + template + "{{/request.json}}")
    let parsed = ParsedCall(MockCall("POST /", body: data), knowsHost: true)
    let environment = EngineEnvironment(now: { .zero }, uuid: { "u" })
    var rendering = TemplateRendering(TemplateScope(parsed, path: nil, environment))
    let bytes = try rendering.render(Template(TemplateSource(file)), .markup)
    return String(decoding: bytes, as: UTF8.self)
  }

  static let cases = [
    Case("text alone", "{}", "Hello { world }.", "Hello { world }."),
    Case("a variable", #"{"a": "b"}"#, "<{{a}}|{{ a }}>", "<b|b>"),
    Case("escaped and not", #"{"a": "<&\"'>"}"#, "{{a}} {{{a}}} {{&a}}", "&lt;&amp;&quot;&#39;&gt; <&\"'> <&\"'>"),
    Case(
      "numbers as written, truth values, null", #"{"n": 1.50, "t": true, "z": null}"#, "{{n}} {{t}} [{{z}}]",
      "1.50 true []"),
    Case("a dotted name", #"{"a": {"b": {"c": 1}}}"#, "{{a.b.c}}", "1"),
    Case("an element by number", #"{"a": [1, {"b": 2}]}"#, "{{a.0}} {{a.1.b}}", "1 2"),
    Case("a collection is JSON", #"{"a": {"b": [1, "x"]}}"#, "{{{a}}}", #"{"b":[1,"x"]}"#),
    Case("a true section", #"{"a": true}"#, "{{#a}}yes{{/a}}{{^a}}no{{/a}}", "yes"),
    Case("a false one", #"{"a": false}"#, "{{#a}}yes{{/a}}{{^a}}no{{/a}}", "no"),
    Case("a missing one", "{\"b\": 1}", "{{#a}}yes{{/a}}{{^a}}no{{/a}}", "no"),
    Case(
      "null, an empty list and an empty text are false", #"{"a": null, "b": [], "c": ""}"#,
      "{{^a}}1{{/a}}{{^b}}2{{/b}}{{^c}}3{{/c}}", "123"),
    Case("a list", #"{"l": [{"n": 1}, {"n": 2}]}"#, "{{#l}}{{n}},{{/l}}", "1,2,"),
    Case("the value at hand", #"{"l": ["a", 2, true]}"#, "{{#l}}({{.}}){{/l}}", "(a)(2)(true)"),
    Case("lists in lists", #"{"l": [[1, 2], [3]]}"#, "{{#l}}{{#.}}{{.}}{{/.}};{{/l}}", "12;3;"),
    Case("an outer name", #"{"a": 1, "o": {"b": 2}}"#, "{{#o}}{{a}}{{b}}{{/o}}", "12"),
    Case("an inner name wins", #"{"a": 1, "o": {"a": 2}}"#, "{{#o}}{{a}}{{/o}}", "2"),
    Case("a comment", #"{"a": 1}"#, "1{{! a comment\nof two lines }}2", "12"),
    Case(
      "tags alone on their lines take them along", #"{"a": true}"#, "|\n  {{#a}}\n| This\n  {{! note }}\n\t{{/a}}\t\n|",
      "|\n| This\n|"),
    Case("also with CRLF", #"{"a": true}"#, "|\r\n{{#a}}\r\nx\r\n{{/a}}\r\n|", "|\r\nx\r\n|"),
    Case("but not beside others", #"{"a": true}"#, "|\n {{#a}}{{/a}} \n|", "|\n  \n|"),
    Case("other delimiters", #"{"a": 1}"#, "{{=<% %>=}}{{a}} <%a%> <%={{ }}=%>{{a}}", "{{a}} 1 1"),
    Case("braces right beside a tag", #"{"a": 1}"#, #"{"x":{{a}},"y":{{{a}}}}"#, #"{"x":1,"y":1}"#),
  ]

  @Test(arguments: cases)
  func `renders`(item: Case) throws {
    #expect(try Self.render(item.template, item.data) == item.expected)
  }

  @Test func `a value that isn't there is an error with its name and place`() throws {
    let error = #expect(throws: TemplateFailure.self) { try Self.render("\n  {{a.b}}", #"{"a": {}}"#) }
    #expect(error?.message == "template: 'a.b' is missing (t:2:3)")
  }

  @Test func `lists within lists within lists come to an end`() throws {
    let data = "{\"l\": [" + Array(repeating: "1", count: 1000).joined(separator: ",") + "]}"
    let error = #expect(throws: TemplateFailure.self) {
      try Self.render("{{#l}}{{#l}}{{#l}}{{#l}}{{/l}}{{/l}}{{/l}}{{/l}}", data)
    }
    #expect(error?.message.contains("steps") == true)
  }

  @Test func `an answer that grows without bounds is stopped`() throws {
    let data =
      "{\"t\": \"" + String(repeating: "x", count: 1 << 20) + "\", \"l\": ["
      + Array(repeating: "1", count: 100).joined(separator: ",") + "]}"
    let error = #expect(throws: TemplateFailure.self) { try Self.render("{{#l}}{{{t}}}{{/l}}", data) }
    #expect(error?.message == "template: the answer has more than 64 MiB")
  }
}
