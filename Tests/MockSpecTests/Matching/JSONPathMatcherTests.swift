import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

struct JSONPathMatcherTests {
  static let order =
    #"{"items": [{"name": "Ada", "price": 9}, {"name": "Bob", "price": 11}, {"name": "Cy", "price": 12.0}]}"#

  static let cases = [
    // Any value suffices, and none may match with `not`.
    BodyCase("paths: {'$.items[*].name': Bob}", order, true), BodyCase("paths: {'$.items[*].name': Dan}", order, false),
    BodyCase("paths: {'$.items[?@.price > 10].name': Ada}", order, false),
    BodyCase("paths: {'$.items[?@.price > 10].name': Bob}", order, true),
    BodyCase("paths: {'$.items[*].name': {not: {equals: Bob}}}", order, false),
    BodyCase("paths: {'$.items[*].name': {not: {equals: Dan}}}", order, true),
    BodyCase("paths: {'$.items[*].name': [Ada, Bob]}", order, true),
    BodyCase("paths: {'$.items[*].name': [Ada, Dan]}", order, false),
    BodyCase("paths: {'$.items[*].name': {oneOf: [Dan, Cy]}}", order, true),
    BodyCase("paths: {'$.items[*].price': {above: 11.5}}", order, true),
    BodyCase("paths: {'$.items[*].price': {above: 12}}", order, false),
    // Strings by content, other scalars by their text.
    BodyCase("paths: {'$.items[*].price': 12.0}", order, true),
    BodyCase("paths: {'$.items[*].price': 12}", order, false),
    BodyCase("paths: {$.a: 'null'}", #"{"a": null}"#, true), BodyCase("paths: {$.a: 1}", #"{"a": "1"}"#, true),
    // Objects and arrays are present, but aren't text.
    BodyCase("paths: {$.items: {present: true}}", order, true),
    BodyCase("paths: {$.items: {contains: ''}}", order, false),
    BodyCase("paths: {'$.items[?@.price > 12]': {present: true}}", order, false),
    BodyCase("paths: {'$.items[?@.price > 12]': {present: false}}", order, true),
    BodyCase("paths: {$: {present: true}}", "[]", true),
    // All paths must match, and the body must be JSON. The last value of a repeated name is used.
    BodyCase("paths: {$.a: 1, $.b: 2}", #"{"b": 2, "a": 1}"#, true),
    BodyCase("paths: {$.a: 1, $.b: 2}", #"{"a": 1}"#, false),
    BodyCase("paths: {$.a: {present: false}}", "a=1", false), BodyCase("paths: {$.a: {present: false}}", "", false),
    BodyCase("paths: {$.a: 2}", #"{"a":1,"a":2}"#, true), BodyCase("paths: {'$.*': 1}", #"{"a":1,"a":2}"#, false),
    BodyCase("paths: {$: {present: true}}", String(repeating: "[", count: 100_000), false),
    // Beyond the steps of a call, no condition holds.
    BodyCase("paths: {'$..[?count($..*) > 1]': {present: false}}", "[\(String(repeating: "0,", count: 5000))0]", false),
    BodyCase(
      "paths: {'$..[?count($..*) < 1]': {not: {equals: a}}}", "[\(String(repeating: "0,", count: 5000))0]", false),
  ]

  @Test(arguments: cases)
  func `a path selects values`(item: BodyCase) throws { try item.check() }

  @Test func `all paths of a call share its steps, and a path is evaluated once`() throws {
    let slow = "'$..[?count($..*) > 1]': {present: false}"
    let engine = try Specs.engine(
      """
      requests:
        A: {match: {path: /a, body: {paths: {\(slow)}}}, responses: {R: {}}, priority: 3}
        B: {match: {path: /a, body: {paths: {$.a: 1}}}, responses: {R: {}}, priority: 2}
        C: {match: {path: /a}, responses: {R: {}}}
      """)
    var call = MockCall("POST /a")
    call.body = Array(#"{"a": 1}"#.utf8)
    #expect(engine.decide(call).requestName == "A")
    call.body = Array("{\"a\": 1, \"b\": [\(String(repeating: "0,", count: 2000))0]}".utf8)
    #expect(engine.decide(call).requestName == "C")
    #expect(engine.explain(call).answer?.request.requestName == "C")
  }

  @Test func `an error is at the wrong character`() throws {
    let marked = MarkedText(
      "mockspec: 1\nrequests: {A: {match: {body: {paths: {'$.items[?@.id 1️⃣=1️⃣ 1]': 1}}}, responses: {R: {}}}}")
    let found = try SpecLoader(.inline(marked.text)).load(number: 1).diagnostics
    #expect(found.map(\.code) == ["bad-json-path"])
    #expect(found.first?.range?.bytes == marked[1])
  }

  @Test func `names of secrets hide the values that a path finds, and what its filter compares`() throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact: [password]\n",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        A: {match: {path: /a, body: {paths: {'$.*': secret-1, '$[?@.password == "secret-2"]': x}}}, responses: {R: {}}}
      """,
    ])
    let engine = MockEngine(try #require(try Specs.load(folder, ".").sets))
    var call = MockCall("POST /a")
    call.body = Array(#"{"user": "Ada", "password": "secret-3"}"#.utf8)
    let explanation = engine.explain(call)
    #expect(!explanation.text.contains("secret-") && !explanation.json.contains("secret-"), "\(explanation.text)")
  }
}
