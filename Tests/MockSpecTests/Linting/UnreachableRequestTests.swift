import MockSpecDiagnostics
import Testing

@testable import MockSpec

struct UnreachableRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let first: String
    let second: String
    let isUnreachable: Bool
    var testDescription: String { "\(second) after \(first)" }

    init(_ first: String, _ second: String, _ isUnreachable: Bool) {
      self.first = first
      self.second = second
      self.isUnreachable = isUnreachable
    }
  }

  static let cases = [
    Case("match: GET /a", "match: GET /a", true), Case("match: /a", "match: /a", true),
    Case("match: GET /a", "match: POST /a", false), Case("match: GET /a", "match: HEAD /a", false),
    Case("match: {method: [GET, POST], path: /a}", "match: {method: [POST, GET], path: /a}", true),
    Case("match: 'GET /a?x=1'", "match: 'GET /a?x=2'", false), Case("match: 'GET /a?x=1'", "match: 'GET /a?x=1'", true),
    Case("match: 'GET /a?x=1', priority: 1", "match: 'GET /a?x=1&y=2'", true),
    Case("match: /a/**, priority: 1", "match: /a/b/c", true),
    Case("match: /a/**/z, priority: 1", "match: /a/b/z", true),
    Case("match: /a/**/z, priority: 1", "match: /a/b", false), Case("match: /**, priority: 1", "match: {}", true),
    Case("match: {}, priority: 1", "match: GET /x", true), Case("match: '/{a}', priority: 1", "match: /**", false),
    Case("match: {path: /a, body: {json: {x: 1}}}", "match: {path: /a, body: {json: {x: 1.0}}}", true),
    Case("match: {path: /a, body: {json: {x: 1}}}", "match: {path: /a, body: {json: {x: 2}}}", false),
    Case("match: {path: /a, headers: {X: a}}", "match: {path: /a, headers: {x: a}}", true),
    Case("match: {path: /a, host: a.com}", "match: {path: /a, host: b.com}", false),
    Case("match: GET /a, sequence: [R], afterSequence: fallThrough", "match: GET /a", false),
  ]

  @Test(arguments: cases)
  func `only what surely never answers is reported`(item: Case) throws {
    let found = try LintRuleTests.lint([
      (
        "a.mock.yaml",
        """
        requests:
          First: {\(item.first), responses: {R: {}}}
          Second: {\(item.second), responses: {R: {}}}
        """
      )
    ])
    #expect(found.map(\.code) == (item.isUnreachable ? ["unreachable-request"] : []))
  }
}
