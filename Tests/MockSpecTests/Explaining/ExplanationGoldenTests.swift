import HTTPTypes
import Testing

@testable import MockSpec

/// Explanations of every kind of unmet condition, as text and as JSON: `Goldens/explanations/<name>.txt`.
struct ExplanationGoldenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let match: String
    let line: String
    var fields: HTTPFields = [:]
    var body: [UInt8] = []
    var target = MockCall.Target.url
    var rest = ""

    var testDescription: String { name }

    init(
      _ name: String, _ match: String, _ line: String, _ fields: HTTPFields = [:], body: String = "",
      bytes: [UInt8]? = nil, target: MockCall.Target = .url, rest: String = ""
    ) {
      self.name = name
      self.match = match
      self.line = line
      self.fields = fields
      self.body = bytes ?? Array(body.utf8)
      self.target = target
      self.rest = rest
    }

    func explanation() throws -> Explanation {
      let spec = "requests:\n  Mocked:\n    match: \(match)\n    responses: {R: {}}\n" + rest
      var call = MockCall(line, fields, target: target)
      call.body = body
      return try Specs.engine(spec).explain(call)
    }
  }

  static let cases = [
    Case("method", "POST /login", "GET /login"),
    Case("methods", "{method: [PUT, PATCH], path: /items}", "POST /items"),
    Case("scheme", "GET http://api.example.com/a", "GET /a"),
    Case("host", "{host: '*.example.org', path: /a}", "GET /a"),
    Case("host-any-scheme", "GET //api.example.org:8443/a", "GET /a"),
    Case("host-waived", "POST https://api.example.org/a", "GET http://localhost/a", target: .originForm),
    Case("port", "GET https://api.example.com:8443/a", "GET /a"),
    Case("path-segment", "GET /users/{id}/posts", "GET /users/42/post"),
    Case("path-missing-segment", "GET /v1/users/{id}", "GET /users/42"),
    Case("path-extra-segment", "GET /users/{id}", "GET /api/users/42"),
    Case("path-slash", "GET /users", "GET /users/"),
    Case("path-rest", "GET /files/**/preview", "GET /files/a/b/previews"),
    Case("path-far", "GET /users", "GET /nowhere"),
    Case("param", "{path: '/items/{id}', params: {id: {matches: '^[0-9]+$'}}}", "GET /items/new"),
    Case("query", "'GET /items?page=1&sort=up'", "GET /items?page=2&page=3"),
    Case(
      "exact-query", "{path: /items, query: {page: 2, sort: {present: true}}, exactQuery: true}",
      "GET /items?page=2&debug=1&page=3&trace"),
    Case(
      "query-numbers", "{path: /items, query: {min: {atLeast: 0, below: 10}, max: {above: 5}, n: {atMost: 1.50}}}",
      "GET /items?min=ten&max=5.0&n=1.5"),
    Case("exact-query-without-names", "{path: /items, exactQuery: true}", "GET /items?page=2"),
    Case(
      "exact-query-met", "{method: POST, path: /items, query: {page: 2}, exactQuery: true}", "GET /items?page=2",
      rest: "  Empty: {match: {method: PUT, path: /items, exactQuery: false}, responses: {R: {}}}\n"),
    Case(
      "query-operators", "{path: /s, query: {q: {contains: a, not: {endsWith: z}, ignoreCase: true}}}", "GET /s?q=Baz"),
    Case(
      "header", "{path: /a, headers: {Accept: {startsWith: text/}, X-Id: {present: true}}}", "GET /a",
      [.accept: "image/png"]),
    Case(
      "header-secret", "{path: /a, headers: {Authorization: Bearer right}}", "GET /a",
      [.authorization: "Bearer very-secret"]),
    Case("cookie", "{path: /a, cookies: {sid: abc, lang: {oneOf: [de, en]}}}", "GET /a", [.cookie: "sid=very-secret"]),
    Case("form", "{path: /f, body: {form: {stars: 5, text: {present: true}}}}", "POST /f", body: "stars=4"),
    Case(
      "body-json", "{path: /j, body: {json: {user: {name: Ada, age: 36}, tags: [a, b]}}}", "POST /j",
      body: #"{"user":{"name":"Bob","admin":true},"tags":["a","c","d"]}"#),
    Case(
      "body-json-equals", "{path: /j, body: {jsonEquals: {a: 1, b: [true, null]}}}", "POST /j",
      body: #"{"a": "1", "b": [true], "c/d": {"e~": 1}}"#),
    Case(
      "body-json-many", "{path: /j, body: {json: [\((0..<30).map(String.init).joined(separator: ", "))]}}", "POST /j",
      body: "[\((1...30).map(String.init).joined(separator: ","))]"),
    Case(
      "body-pointers", "{path: /j, body: {pointers: {/user/name: {startsWith: A}, /items/0/count: 1, /tags: a}}}",
      "POST /j", body: #"{"user":{"name":"Bob"},"tags":[]}"#),
    Case(
      "body-paths",
      "{path: /j, body: {paths: {'$.items[?@.price > 10].name': {startsWith: A}, '$.tags[*]': [a, b], $..id: {present: true}}}}",
      "POST /j", body: #"{"items":[{"name":"Ada","price":9},{"name":"Bob","price":11}],"tags":["a",{}]}"#),
    Case(
      "body-paths-too-long", "{path: /j, body: {paths: {'$..[?count($..*) > 1]': {not: {equals: a}}, $.a: b}}}",
      "POST /j",
      body: "[\((0..<2000).map(String.init).joined(separator: ","))]"),
    Case(
      "body-schema",
      "{path: /j, body: {schema: {required: [email], properties: {users: {items: {properties: {age: {type: integer}}}}}}}}",
      "POST /j", body: #"{"users":[{"name":"a"},{"age":"old"}]}"#),
    Case(
      "body-graphql-batch", "{path: /g, body: {graphql: {operationName: A, variables: {id: 1}}}}", "POST /g",
      body: #"[{"query": "{ b }"}, {"operationName": "A", "variables": {"id": 2}}, {"operationName": "C"}]"#),
    Case(
      "body-graphql-long-batch", "{path: /g, body: {graphql: {operationName: A}}}", "POST /g",
      body: "[" + (1...10).map { #"{"operationName": "B\#($0)"}"# }.joined(separator: ",") + "]"),
    Case("body-graphql-empty-batch", "{path: /g, body: {graphql: {operationName: A}}}", "POST /g", body: "[]"),
    Case(
      "body-graphql", "{path: /graphql, body: {graphql: {operationName: Login, variables: {user: Ada}}}}",
      "POST /graphql", body: #"{"query":"query Logout { a }","operationName":"Logout","variables":{"user":"Bob"}}"#),
    Case(
      "body-multipart", "{path: /m, body: {multipart: {title: hello, file: {present: true}}}}", "POST /m",
      [.contentType: "multipart/form-data; boundary=x"],
      body: "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nbye\r\n--x--\r\n"),
    Case("body-not-multipart", "{path: /m, body: {multipart: {title: hello}}}", "POST /m", body: "title=hello"),
    Case("body-not-json", "{path: /j, body: {json: {a: 1}}}", "POST /j", body: "a=1"),
    Case("body-empty", "{path: /j, body: {json: {a: 1}}}", "POST /j"),
    Case(
      "body-text", "{path: /t, body: {text: {contains: needle}}}", "POST /t",
      body: String(repeating: "hay ", count: 100)),
    Case("body-bytes", "{path: /t, body: {text: needle}}", "POST /t", bytes: [0xFF, 0xFE, 0x00]),
    Case(
      "several", "'GET /items?page=1'", "DELETE /items?page=2",
      rest: """
          Put: {match: 'PUT /items?page=2', responses: {R: {}}}
          Any: {match: {method: POST}, responses: {R: {}}}
          Near: {match: DELETE /item, responses: {R: {}}}
          Patch: {match: {method: PATCH, path: /items, headers: {A: 1, B: 1}}, responses: {R: {}}}
        """),
  ]

  @Test(arguments: cases)
  func `the explanation is the recorded one`(example: Case) throws {
    let explanation = try example.explanation()
    try Golden.check(explanation.text + "\n\n" + explanation.json + "\n", "explanations", example.name)
  }

  @Test func `every recorded explanation belongs to a case`() throws {
    #expect(try Golden.names(in: "explanations") == Self.cases.map(\.name).sorted())
  }

  @Test func `no explanation contains a secret`() throws {
    for example in Self.cases {
      let explanation = try example.explanation()
      #expect(!explanation.text.contains("very-secret") && !explanation.json.contains("very-secret"), "\(example)")
      #expect(!explanation.text.contains("right'"))
    }
  }
}
