import MockSpecDiagnostics
import Testing

@testable import MockSpec

struct AmbiguousRequestTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let first: String
    let second: String
    let isAmbiguous: Bool
    var testDescription: String { "\(first) and \(second)" }

    init(_ first: String, _ second: String, _ isAmbiguous: Bool) {
      self.first = first
      self.second = second
      self.isAmbiguous = isAmbiguous
    }
  }

  static let lines = [
    Case("match: 'GET /a?x=1'", "match: 'GET /a?y=1'", true), Case("match: 'GET /a?x=1'", "match: 'GET /a?x=2'", false),
    Case("match: 'GET /a?x=1'", "match: 'GET /a?y=1&z=1'", false),
    Case("match: 'GET /a?x=1'", "match: 'GET /a?y=1', priority: 1", false),
    Case("match: 'GET /a?x=1'", "match: 'POST /a?y=1'", false), Case("match: GET /a", "match: '/a?x=1'", true),
    Case("match: 'GET /a?x=1'", "match: 'GET /b?y=1'", false),
    Case("match: 'GET /{a}?x=1'", "match: 'GET /*?y=1'", true),
    Case("match: 'GET /{a}?x=1'", "match: 'GET /b?y=1'", false),
    Case("match: '/**/a?x=1'", "match: '/**/a?y=1'", true), Case("match: '/**/a?x=1'", "match: '/**/b?y=1'", false),
    Case("match: {query: {x: 1}}", "match: '/**?y=1'", true),
    Case("match: {method: [GET, POST], path: /a}", "match: {method: [POST, PUT], path: /a}", true),
    Case("match: {method: [PUT, HEAD], path: /a}", "match: 'GET /a?x=1'", true),
    Case("match: {host: a.com, query: {x: 1}}", "match: {host: b.com, query: {y: 1}}", false),
    Case("match: {host: a.com, query: {x: 1}}", "match: {host: a.com, query: {y: 1}}", true),
    Case("match: {host: a.com, query: {x: 1}}", "match: {query: {y: 1}}", false),
    Case("match: {scheme: http, path: /a}", "match: {port: 80, path: /a}", true),
    Case("match: {scheme: http, path: /a}", "match: {scheme: https, path: /a}", false),
    Case("match: {path: /a, headers: {X: 1}}", "match: {path: /a, cookies: {x: 1}}", true),
    Case(
      "match: {path: '/{a}', params: {a: {matches: '^1'}}}", "match: {path: '/{b}', params: {b: {equals: 12}}}", true),
    Case("match: {path: '/{a}', params: {a: 1}}", "match: {path: '/{b}', params: {b: 2}}", false),
    Case("match: 'GET /a?x=1', sequence: [R], afterSequence: fallThrough", "match: 'GET /a?y=1'", false),
    Case("match: {path: /a, exactQuery: true}", "match: '/a?x=1'", false),
    Case("match: {path: /a, exactQuery: true}", "match: {path: /a, query: {x: {present: false}}}", true),
    Case("match: {path: /a, exactQuery: true}", "match: GET /a", true),
    Case("match: {path: /a, query: {x: 1}, exactQuery: true}", "match: 'GET /a?x=1'", true),
    Case("match: {path: /a, query: {x: 1}, exactQuery: true}", "match: 'GET /a?y=1'", false),
    Case(
      "match: {path: /a, query: {x: 1}, exactQuery: true}", "match: {path: /a, query: {y: 1}, exactQuery: true}", false),
    Case("match: 'GET /a?x=1', enabled: false", "match: 'GET /a?y=1'", false),
    Case("match: 'GET /a?x=1'", "match: 'GET /a?y=1', enabled: false", false),
  ]

  static let values = [
    Case("{startsWith: a}", "{startsWith: ab, ignoreCase: true}", true),
    Case("{startsWith: a}", "{startsWith: b}", false), Case("{startsWith: a}", "{endsWith: b}", true),
    Case("{contains: a}", "{contains: b}", true), Case("{matches: '^[0-9]+$'}", "{matches: '^[a-z]+$'}", false),
    Case("{matches: '^[0-9]+$'}", "{equals: a}", false), Case("{matches: '^[0-9]+$'}", "{oneOf: [a, 1]}", true),
    Case("{above: 1}", "{below: 3}", true), Case("{above: 1}", "{below: 1}", false),
    Case("{atLeast: 1}", "{atMost: 1}", true), Case("{above: 3}", "{equals: 5}", true),
    Case("{after: now}", "{before: now+1h}", true), Case("{after: now}", "{before: now-1h}", false),
    Case("{after: 2026-01-31T09:30:00Z}", "{before: 2026-01-31T09:30:00Z}", false),
    Case("{after: 2026-01-31T09:30:00Z}", "{before: now}", false),
    Case("{above: 3}", "{equals: 3}", false), Case("{above: 3, startsWith: 4}", "{below: 9}", true),
    Case("{present: false}", "{present: true}", false), Case("{present: false}", "{equals: a}", false),
    Case("{present: true}", "{equals: a}", true), Case("{not: {equals: a}}", "{equals: a}", false),
    Case("{not: {equals: a}}", "{equals: b}", true), Case("{equals: A, ignoreCase: true}", "{equals: a}", true),
    Case("[a, b]", "[c, d]", false), Case("\u{E9}", "e\u{301}", false),
  ]

  static let bodies = [
    Case("{json: {a: 1}}", "{json: {b: 1}}", true), Case("{json: {a: 1}}", "{json: {a: 2}}", false),
    Case("{json: {a: {b: 1}}}", "{json: {a: {c: 1}}}", true), Case("{json: {a: [1]}}", "{json: {a: [1, 2]}}", false),
    Case("{json: {a: [{b: 1}]}}", "{json: {a: [{c: 1}]}}", true), Case("{json: {a: 1}}", "{jsonEquals: {a: 1}}", true),
    Case("{json: {b: 1}}", "{jsonEquals: {a: 1}}", false), Case("{jsonEquals: {a: 1}}", "{jsonEquals: {a: 2}}", false),
    Case("{text: {contains: a}}", "{text: {contains: b}}", true), Case("{text: a}", "{text: b}", false),
    Case("{form: {a: 1}}", "{form: {b: 1}}", true), Case("{form: {a: 1}}", "{form: {a: 2}}", false),
    Case("{form: {a: 1}}", "{json: {a: 1}}", false),
    Case("{multipart: {a: 1}}", "{multipart: {b: 1}}", true), Case("{multipart: {a: 1}}", "{multipart: {a: 2}}", false),
    Case("{pointers: {/a: 1}}", "{pointers: {/b: 1}}", true), Case("{pointers: {/a: 1}}", "{pointers: {/a: 2}}", false),
    Case("{pointers: {/a: 1}}", "{pointers: {/a/b: 1}}", false),
    Case("{pointers: {/a: 1}}", "{pointers: {/ab: 1}}", true), Case("{pointers: {/a: 1}}", "{json: {b: 1}}", false),
    Case("{paths: {$.a: 1}}", "{paths: {$.b: 1}}", false), Case("{paths: {$.a: 1}}", "{paths: {$.a: 2}}", false),
    Case("{paths: {$.a: {above: 1}}}", "{paths: {$.a: {below: 3}}}", true),
    Case("{paths: {$.a: 1}}", "{pointers: {/b: 1}}", false),
    Case("{graphql: {operationName: A}}", "{graphql: {operationName: B}}", false),
    Case("{graphql: {operationName: A}}", "{graphql: {variables: {a: 1}}}", true),
    Case("{graphql: {variables: {b: 1}}}", "{graphql: {variables: {a: 1}}}", true),
    Case("{graphql: {variables: {a: 2}}}", "{graphql: {variables: {a: 1}}}", false),
    Case("{schema: {required: [a]}}", "{schema: {required: [b]}}", false),
    Case("{schema: true}", "{schema: true}", true), Case("{schema: true}", "{text: a}", false),
  ]

  static func codes(_ requests: String) throws -> [String] {
    try LintRuleTests.lint([("a.mock.yaml", "requests:\n" + requests)]).map(\.code).filter {
      $0 != "unreachable-request" && $0 != "not-without-value"
    }
  }

  @Test(arguments: lines)
  func `two requests that match the same calls`(item: Case) throws {
    let found = try Self.codes(
      "  One: {\(item.first), responses: {R: {}}}\n  Two: {\(item.second), responses: {R: {}}}\n")
    #expect(found == (item.isAmbiguous ? ["ambiguous-request"] : []))
  }

  @Test(arguments: values)
  func `two conditions on the same value`(item: Case) throws {
    // The paths prevent that one request covers the other.
    let found = try Self.codes(
      """
        One: {match: {path: /a, query: {x: \(item.first)}, headers: {A: 1}}, responses: {R: {}}}
        Two: {match: {path: /a, query: {x: \(item.second)}, headers: {B: 1}}, responses: {R: {}}}
      """)
    #expect(found == (item.isAmbiguous ? ["ambiguous-request"] : []))
  }

  @Test(arguments: bodies)
  func `two conditions on the body`(item: Case) throws {
    let found = try Self.codes(
      """
        One: {match: {path: /a, body: \(item.first), headers: {A: 1}}, responses: {R: {}}}
        Two: {match: {path: /a, body: \(item.second), headers: {B: 1}}, responses: {R: {}}}
      """)
    #expect(found == (item.isAmbiguous ? ["ambiguous-request"] : []))
  }

  @Test func `each request is reported once, against the first that answers`() throws {
    let found = try LintRuleTests.lint([
      ("b.mock.yaml", "requests: {Two: {match: '/a?y=1', responses: {R: {}}}}"),
      ("a.mock.yaml", "requests: {One: {match: '/a?x=1', responses: {R: {}}}}"),
      ("c.mock.yaml", "requests: {Three: {match: '/a?z=1', responses: {R: {}}}}"),
    ])
    #expect(
      found.map(\.message) == [
        "'Two' and 'One' match some of the same calls, and only their order decides which one answers",
        "'Three' and 'One' match some of the same calls, and only their order decides which one answers",
      ])
  }

  @Test func `the first request that answers is named, also if a later one requires the same text`() throws {
    // Enough requests that differ in the text of 'x'.
    let others = (2..<10).map { "  Other \($0): {match: 'POST /a?x=\($0)', responses: {R: {}}}\n" }.joined()
    let spec = """
      requests:
        One: {match: 'GET /a?y=1', responses: {R: {}}}
        Two: {match: 'GET /a?x=1', responses: {R: {}}}
        Three: {match: '/a?x=1&z=1', responses: {R: {}}}

      """
    let found = try LintRuleTests.lint([("a.mock.yaml", spec + others)])
    #expect(
      found.map(\.message) == [
        "'Two' and 'One' match some of the same calls, and only their order decides which one answers",
        "'Three' and 'One' match some of the same calls, and only their order decides which one answers",
      ])
  }

  @Test func `an unreachable request isn't reported as ambiguous`() throws {
    let found = try LintRuleTests.lint([
      (
        "a.mock.yaml",
        "requests: {A: {match: '/a?x=1', responses: {R: {}}}, B: {match: '/a?x=1', responses: {R: {}}}}"
      )
    ])
    #expect(found.map(\.code) == ["unreachable-request"])
  }

  @Test func `a request without an exact text is compared with many that have one`() throws {
    let operations = (0..<1_200).map {
      "  Op \($0): {match: {path: /graphql, method: POST, body: {json: {operationName: Op\($0)}}}, responses: {R: {}}}\n"
    }
    let other = "  Other: {match: 'POST /graphql?x=1', responses: {R: {}}}\n"
    #expect(try Self.codes(operations.joined() + other) == ["ambiguous-request"])
  }

  @Test(arguments: ["body: {json: {x: #, y: @}}", "body: {graphql: {variables: {x: #, y: @}}}"])
  func `the competing request is found among thousands with other numbers`(part: String) throws {
    func request(_ name: String, _ number: Int, y: String) -> String {
      let body = part.replacing("#", with: "\(number)").replacing("y: @", with: y)
      return "  \(name): {match: {path: /a, \(body)}, responses: {R: {}}}\n"
    }
    let many = (0..<1_100).map { request("R\($0)", $0, y: "y: 1") }.joined()
    let found = try LintRuleTests.lint([("a.mock.yaml", "requests:\n" + many + request("Last", 1_050, y: "z: 1"))])
    #expect(
      found.map(\.message) == [
        "'Last' and 'R1050' match some of the same calls, and only their order decides which one answers"
      ])
  }
}
