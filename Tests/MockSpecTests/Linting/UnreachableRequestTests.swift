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
    Case("match: '/{a}', priority: 1", "match: /a/b", false), Case("match: '/{a}', priority: 1", "match: /a?x=1", true),
    Case("match: {host: a.com}, priority: 1", "match: {host: A.com, path: /a}", true),
    // Texts are matched byte by byte: a composed letter isn't equal to a letter with a combining accent.
    Case("match: {path: /a, query: {x: \u{E9}}}", "match: {path: /a, query: {x: e\u{301}}}", false),
    Case("match: {path: /a, query: {\u{E9}: x}}", "match: {path: /a, query: {e\u{301}: x}}", false),
    Case(
      "match: {path: /a, body: {pointers: {/\u{E9}: x}}}", "match: {path: /a, body: {pointers: {/e\u{301}: x}}}", false),
    Case(
      "match: {path: /a, body: {graphql: {operationName: \u{E9}}}}",
      "match: {path: /a, body: {graphql: {operationName: e\u{301}}}}", false),
    Case("match: {path: /a, query: {x: [1, 2]}}", "match: {path: /a, query: {x: [2, 1]}}", true),
    Case("match: {path: /a, query: {x: 1}}", "match: {path: /a, query: {x: {equals: 1, ignoreCase: true}}}", false),
    Case("match: {path: /a, body: {form: {x: 1}}}", "match: {path: /a, body: {form: {x: 1, y: 2}}}", false),
    Case("match: {path: /a, body: {form: {x: 1}}}, priority: 1", "match: {path: /a, body: {form: {x: 1, y: 2}}}", true),
    Case("match: {path: /a, body: {multipart: {x: 1}}}", "match: {path: /a, body: {multipart: {x: 1}}}", true),
    Case("match: {path: /a, body: {multipart: {x: 1}}}", "match: {path: /a, body: {form: {x: 1}}}", false),
    Case(
      "match: {path: /a, body: {pointers: {/x: 1}}}, priority: 1",
      "match: {path: /a, body: {pointers: {/x: 1, /y: 1}}}", true),
    Case("match: {path: /a, body: {pointers: {/x: 1}}}", "match: {path: /a, body: {pointers: {/x: 2}}}", false),
    Case(
      "match: {path: /a, body: {paths: {$.x: 1}}}, priority: 1",
      "match: {path: /a, body: {paths: {$.x: [2, 1], $.y: 1}}}", true),
    Case("match: {path: /a, body: {paths: {$.x: 1}}}", "match: {path: /a, body: {paths: {$.x: 2}}}", false),
    Case("match: {path: /a, body: {paths: {$.x: 1}}}", "match: {path: /a, body: {paths: {'$[''x'']': 1}}}", false),
    Case("match: {path: /a, body: {schema: {}}}", "match: {path: /a, body: {schema: {}}}", true),
    Case("match: {path: /a, body: {schema: {}}}", "match: {path: /a, body: {schema: true}}", false),
    Case(
      "match: {path: /a, body: {graphql: {operationName: A}}}, priority: 1",
      "match: {path: /a, body: {graphql: {operationName: A, variables: {x: 1}}}}", true),
    Case(
      "match: {path: /a, body: {graphql: {variables: {x: 1}}}}, priority: 1",
      "match: {path: /a, body: {graphql: {operationName: A, variables: {x: 1, y: 2}}}}", true),
    Case(
      "match: {path: /a, body: {graphql: {operationName: A}}}",
      "match: {path: /a, body: {graphql: {operationName: B}}}", false),
    Case("match: GET /a, sequence: [R], afterSequence: fallThrough", "match: GET /a", false),
    Case("match: {path: /a, exactQuery: true}", "match: {path: /a, exactQuery: true}", true),
    Case("match: {path: /a, exactQuery: true}, priority: 1", "match: /a", false),
    Case("match: {path: /a, exactQuery: true}, priority: 1", "match: '/a?x=1'", false),
    Case("match: /a, priority: 1", "match: {path: /a, exactQuery: true}", true),
    Case("match: '/a?x=1', priority: 1", "match: {path: /a, query: {x: 1}, exactQuery: true}", true),
    Case(
      "match: {path: /a, exactQuery: true}, priority: 1", "match: {path: /a, query: {x: 1}, exactQuery: true}", false),
    Case(
      "match: {path: /a, query: {x: 1}, exactQuery: true}, priority: 1",
      "match: {path: /a, query: {x: 1}, exactQuery: true, headers: {y: 1}}", true),
    Case("match: {path: /a, query: {x: 1}, exactQuery: true}", "match: {path: /a, query: {x: 1, y: 1}}", false),
    Case("match: GET /a, enabled: false", "match: GET /a", false),
    Case("match: GET /a", "match: GET /a, enabled: false", false),
    Case("match: GET /a, enabled: true", "match: GET /a, enabled: true", true),
  ]

  @Test(arguments: cases)
  func `only requests that certainly never answer are reported`(item: Case) throws {
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
    let codes = found.map(\.code).filter { $0 != "ambiguous-request" }
    #expect(codes == (item.isUnreachable ? ["unreachable-request"] : []))
  }

  @Test func `the first of several covering requests is named`() throws {
    let found = try LintRuleTests.lint([
      (
        "a.mock.yaml",
        """
        requests:
          Everything: {match: {}, priority: 1, responses: {R: {}}}
          First: {match: '/a/**', priority: 3, responses: {R: {}}}
          Second: {match: '/**?x=1', priority: 2, responses: {R: {}}}
          Last: {match: '/a/b?x=1', responses: {R: {}}}
        """
      )
    ])
    #expect(found.map(\.message) == ["'Last' never answers: 'First' always answers first"])
  }

  @Test(arguments: [
    "method: [M#]", "body: {schema: {const: #}}", "body: {json: {x: #}}", "body: {jsonEquals: {x: [#]}}",
    "body: {graphql: {variables: {x: #}}}",
  ])
  func `the covering request is found among thousands with other conditions`(part: String) throws {
    func request(_ name: String, _ number: Int) -> String {
      "  \(name): {match: {path: /a, \(part.replacing("#", with: "\(number)"))}, responses: {R: {}}}\n"
    }
    let many = (0..<1_100).map { request("R\($0)", $0) }.joined()
    let found = try LintRuleTests.lint([("a.mock.yaml", "requests:\n" + many + request("Last", 1_050))])
    #expect(found.map(\.message) == ["'Last' never answers: 'R1050' always answers first"])
  }
}
