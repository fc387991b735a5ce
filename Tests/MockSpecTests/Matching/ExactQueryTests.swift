import TestSupport
import Testing

@testable import MockSpec

struct ExactQueryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let match: String
    let line: String
    let matches: Bool
    var testDescription: String { "\(line) and {\(match)}" }

    init(_ match: String, _ line: String, _ matches: Bool) {
      self.match = match
      self.line = line
      self.matches = matches
    }
  }

  static let cases = [
    Case("exactQuery: true", "GET /a", true), Case("exactQuery: true", "GET /a?", true),
    Case("exactQuery: true", "GET /a?x", false), Case("exactQuery: true", "GET /a?=", false),
    Case("exactQuery: false", "GET /a?x=1", true),
    Case("query: {x: 1}, exactQuery: true", "GET /a?x=1", true),
    Case("query: {x: 1}, exactQuery: true", "GET /a?x=1&x=2", true),
    Case("query: {x: 1}, exactQuery: true", "GET /a?x=2", false),
    Case("query: {x: 1}, exactQuery: true", "GET /a", false),
    Case("query: {x: 1}, exactQuery: true", "GET /a?x=1&y=1", false),
    Case("query: {x: 1}, exactQuery: true", "GET /a?%78=1", true),
    Case("query: {x: 1}, exactQuery: true", "GET /a?x=1&X=1", false),
    Case("query: {x: {present: false}}, exactQuery: true", "GET /a", true),
    Case("query: {x: {present: false}}, exactQuery: true", "GET /a?x=1", false),
    Case("query: {x: {not: {equals: 1}}, y: 1}, exactQuery: true", "GET /a?y=1", true),
    Case("query: {\u{E9}: 1}, exactQuery: true", "GET /a?%C3%A9=1", true),
    Case("query: {\u{E9}: {present: false}}, exactQuery: true", "GET /a?e%CC%81=1", false),
  ]

  @Test(arguments: cases)
  func `the query has no unlisted names`(item: Case) throws {
    let engine = try Specs.engine("requests: {A: {match: {path: /a, \(item.match)}, responses: {R: {}}}}")
    #expect(engine.answer(item.line) == (item.matches ? "A: R" : "unmatched"))
  }

  @Test func `a met condition doesn't read like a failure`() throws {
    let engine = try Specs.engine(
      "requests: {A: {match: {path: /a, query: {a: {present: false}, b: 1}, exactQuery: true}, responses: {R: {}}}}")
    let lines = engine.explain(MockCall("PUT /a?b=2")).text.split(separator: "\n")
    #expect(lines.contains("  ✓ exactQuery: only 'a', 'b'"), "\(lines)")
  }

  @Test(arguments: [("exactQuery: false", true), ("exactQuery: null", true), ("exactQuery: true", false), ("", false)])
  func `a request can override the inherited value`(rule: String, allowsOthers: Bool) throws {
    let engine = try Specs.engine(
      """
      defaults: {match: {exactQuery: true, query: {x: {present: true}}}}
      requests:
        A: {match: {path: /a, \(rule)}, responses: {R: {}}}
        Short: {match: /short?y=1, responses: {R: {}}}
      """)
    #expect(engine.answer("GET /a?x=1") == "A: R")
    #expect(engine.answer("GET /a?x=1&y=1") == (allowsOthers ? "A: R" : "unmatched"))
    #expect(engine.answer("GET /short?x=1&y=1") == "Short: R")
    #expect(engine.answer("GET /short?x=1&y=1&z=1") == "unmatched")
  }

  @Test func `only a truth value is valid`() throws {
    #expect(
      try Specs.problems("requests: {A: {match: {path: /a, exactQuery: 'yes'}, responses: {R: {}}}}")
        == ["wrong-type: expected true or false, found 'yes'"])
  }
}
