import HTTPTypes
import MockSpecDiagnostics
import MockSpecSchema
import Testing

@testable import MockSpec

struct ValueMatcherTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let matcher: String
    let query: String
    let isMatch: Bool
    var testDescription: String { "\(matcher) \(isMatch ? "takes" : "leaves") ?\(query)" }

    init(_ matcher: String, _ query: String, _ isMatch: Bool) {
      self.matcher = matcher
      self.query = query
      self.isMatch = isMatch
    }
  }

  static let cases = [
    Case("a", "q=a", true), Case("a", "q=A", false), Case("a", "q=a&q=b", true), Case("a", "q=b", false),
    Case("a", "r=a", false), Case("a", "", false), Case("1.0", "q=1.0", true), Case("1.0", "q=1", false),
    Case("true", "q=true", true), Case("''", "q=", true), Case("''", "q", true), Case("''", "", false),
    Case("{equals: a}", "q=a", true), Case("{equals: a, ignoreCase: true}", "q=A", true),
    Case("{equals: É, ignoreCase: true}", "q=%C3%A9", true), Case("{contains: b}", "q=abc", true),
    Case("{contains: B}", "q=abc", false), Case("{contains: B, ignoreCase: true}", "q=abc", true),
    Case("{contains: ''}", "q=", true), Case("{contains: ''}", "", false), Case("{contains: aab}", "q=aaab", true),
    Case("{startsWith: ab}", "q=abc", true), Case("{startsWith: b}", "q=abc", false),
    Case("{startsWith: AB, ignoreCase: true}", "q=abc", true), Case("{endsWith: bc}", "q=abc", true),
    Case("{endsWith: b}", "q=abc", false), Case("{endsWith: abcd}", "q=bcd", false),
    Case("{matches: b}", "q=abc", true), Case("{matches: ^b}", "q=abc", false), Case("{matches: '^$'}", "q=", true),
    Case("{matches: B, ignoreCase: true}", "q=abc", true), Case("{oneOf: [a, 1]}", "q=1", true),
    Case("{oneOf: [a, 1]}", "q=2", false), Case("{oneOf: [A], ignoreCase: true}", "q=a", true),
    Case("{present: true}", "q", true), Case("{present: true}", "", false), Case("{present: false}", "q", false),
    Case("{present: false}", "x=1", true),
    Case("{above: 5}", "q=5", false), Case("{above: 5}", "q=5.000000000000000000000000000001", true),
    Case("{atLeast: 5}", "q=5.0", true), Case("{atMost: 5}", "q=5.00000000000000000001", false),
    Case("{below: -0.5}", "q=-1", true), Case("{below: 1e3}", "q=999", true), Case("{below: 10}", "q=9", true),
    Case("{above: 9007199254740992}", "q=9007199254740993", true), Case("{above: 1}", "q=1e999999999", true),
    Case("{above: 1}", "q=1e-99999999999999999999", false), Case("{above: 1}", "q=-1e99999999999999999999", false),
    Case("{above: 0}", "q=a", false), Case("{above: 0}", "q=", false), Case("{above: 0}", "", false),
    Case("{above: 0}", "q=%2B5", false), Case("{above: 0}", "q=05", false), Case("{above: 0}", "q=5.", false),
    Case("{above: 0}", "q=.5", false), Case("{above: 0}", "q=0x5", false), Case("{above: 0}", "q=5%20", false),
    Case("{above: 0}", "q=5.e1", false), Case("{above: 0}", "q=--5", false), Case("{below: 0}", "q=--5", false),
    Case("{above: 0}", "q=" + String(repeating: "9", count: 1000), true),
    Case("{above: 0}", "q=" + String(repeating: "9", count: 1001), false),
    Case("{atLeast: 1, below: 10}", "q=9.99", true), Case("{atLeast: 1, below: 10}", "q=0&q=10", false),
    Case("{not: {above: 5}}", "q=a", true), Case("{not: {above: 5}}", "q=6", false),
    Case("{atLeast: 0x10}", "q=16", true), Case("{atLeast: +1, endsWith: '0'}", "q=10", true),
    // All operators must match the same value.
    Case("{startsWith: a, endsWith: z}", "q=az", true), Case("{startsWith: a, endsWith: z}", "q=ab&q=yz", false),
    // `not` holds if no value matches, so it also holds without a value.
    Case("{not: {equals: a}}", "q=b", true), Case("{not: {equals: a}}", "q=b&q=a", false),
    Case("{not: {equals: a}}", "", true), Case("{not: {equals: a}, present: true}", "", false),
    Case("{not: {present: true}}", "", true), Case("{not: {equals: A, ignoreCase: true}}", "q=a", false),
    Case("{ignoreCase: true, not: {equals: A}}", "q=a", true), Case("{not: {not: {equals: a}}}", "q=a", true),
    // In a list, each matcher must match some value.
    Case("[a, b]", "q=b&q=c&q=a", true), Case("[a, b]", "q=a", false), Case("[a, a]", "q=a", true),
    Case("[{startsWith: a}, {endsWith: z}]", "q=ab&q=yz", true), Case("[a, {not: {equals: b}}]", "q=a&q=b", false),
  ]

  @Test(arguments: cases)
  func `operators match a value`(item: Case) throws {
    let engine = try Specs.engine(
      "requests: {A: {match: {path: /a, query: {q: \(item.matcher)}}, responses: {R: {}}}}")
    #expect((engine.answer("GET /a?\(item.query)") == "A: R") == item.isMatch)
  }

  /// Texts that are equal as `String` can differ in bytes, and a character can have several scalars.
  @Test(arguments: [
    (#"{contains: "\n"}"#, "a\r\nb", true), (#"{startsWith: "a\r"}"#, "a\r\nb", true),
    (#"{endsWith: "\n"}"#, "a\r\n", true), (#"{contains: e}"#, "e\u{301}", true),
    (#"{startsWith: e}"#, "e\u{301}", true), (#""\u00e9""#, "e\u{301}", false), (#""\u00e9""#, "\u{e9}", true),
    (#"{oneOf: ["A\u030a"]}"#, "\u{212b}", false), (#"{contains: "\u0301"}"#, "e\u{301}", true),
  ])
  func `texts are compared byte by byte`(matcher: String, text: String, isMatch: Bool) throws {
    try BodyCase("text: \(matcher)", text, isMatch).check()
  }

  @Test(arguments: [
    ("{x: a}", ["a"], true), ("{x: 'a, b'}", ["a", "b"], true),
    ("{X: [{contains: a}, {contains: b}]}", ["a", "b"], true),
    ("{x: [a, b]}", ["a", "b"], false), ("{x: {present: false}}", [String](), true),
    ("{x: {present: true}}", [""], true),
    ("{x: {not: {contains: a}}}", ["b", "a"], false),
  ])
  func `a header's value is its fields joined`(matcher: String, values: [String], isMatch: Bool) throws {
    let engine = try Specs.engine("requests: {A: {match: {path: /a, headers: \(matcher)}, responses: {R: {}}}}")
    let fields = HTTPFields(values.map { HTTPField(name: HTTPField.Name("X")!, value: $0) })
    #expect((engine.answer("GET /a", fields) == "A: R") == isMatch)
  }

  @Test(arguments: [
    ("{a: '1'}", ["a=1"], true), ("{a: '1'}", ["b=2; a=1"], true), ("{a: '1'}", ["b=2", "a=1"], true),
    ("{a: '1'}", ["A=1"], false), ("{a: x=y}", ["a=x=y"], true), ("{a: ''}", ["a"], true), ("{a: ''}", ["a="], true),
    ("{a: '\"1\"'}", ["a=\"1\""], true), ("{a: ['1', '2']}", ["a=1; a=2"], true), ("{a: '%41'}", ["a=%41"], true),
    ("{a: {present: false}}", ["b=1"], true), ("{a: '1'}", [" a = 1 ;"], true),
  ])
  func `cookies are pairs, as they are written`(matcher: String, values: [String], isMatch: Bool) throws {
    let engine = try Specs.engine("requests: {A: {match: {path: /a, cookies: \(matcher)}, responses: {R: {}}}}")
    let fields = HTTPFields(values.map { HTTPField(name: .cookie, value: $0) })
    #expect((engine.answer("GET /a", fields) == "A: R") == isMatch)
  }

  @Test(arguments: [
    ("{id: '1'}", "/1/b", true), ("{id: {not: {equals: '1'}}}", "/1/b", false), ("{id: a/b}", "/a%2Fb/b", true),
    ("{id: {matches: '^[0-9]+$'}, name: {present: true}}", "/12/x", true), ("{id: {present: true}}", "//b", false),
  ])
  func `captured segments are decoded`(params: String, path: String, isMatch: Bool) throws {
    let engine = try Specs.engine(
      "requests: {A: {match: {path: '/{id}/{name}', params: \(params)}, responses: {R: {}}}}")
    #expect((engine.answer("GET \(path)") == "A: R") == isMatch)
  }

  @Test func `neither an expression that takes too long nor its negation matches`() throws {
    var expression = try RegularExpression("^(a|b)*a(a|b){20}$")
    expression.maximumSteps = 1_000
    let place = SourceRange(file: SourceFile(path: "f", bytes: []), bytes: 0..<0)
    var matcher = ValueMatcher(range: place)
    matcher.conditions = [.matches(expression)]
    var opposite = ValueMatcher(range: place)
    opposite.not = [matcher]
    let long = FoundValues(texts: [String(repeating: "ab", count: 100)])
    for matcher in [matcher, opposite] {
      #expect(!matcher.matches(long))
      #expect(
        matcher.details(about: long, at: nil) == [
          "matching would take too long, since the expression is too complex for this text"
        ])
    }
    let short = FoundValues(texts: ["c"])
    #expect(!matcher.matches(short))
    #expect(opposite.matches(short))
    #expect(opposite.details(about: short, at: nil).isEmpty)
  }
}
