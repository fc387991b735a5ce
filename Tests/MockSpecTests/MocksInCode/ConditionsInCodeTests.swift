import HTTPTypes
import Testing

@testable import MockSpec

/// Conditions of requests built in code, which mean the same as those of a spec.
struct ConditionsInCodeTests {
  /// A request in code, the same conditions in a spec, and calls.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: MockedRequest
    let matched: [MockCall]
    let unmatched: [MockCall]

    /// - Parameter match: The conditions in YAML.
    init(_ match: String, _ request: MockedRequest, matches: [MockCall], not unmatched: [MockCall]) {
      testDescription = match
      self.request = request
      matched = matches
      self.unmatched = unmatched
    }

    var spec: String { "requests: {A: {match: \(testDescription), responses: {R: {}}}}" }
  }

  static func response() -> [MockedResponse] { [MockedResponse("R")] }

  static let xA = HTTPField.Name("X-A")!

  static func get(_ target: String, _ fields: HTTPFields = [:]) -> MockCall { MockCall("GET \(target)", fields) }

  static func post(_ body: String, type: String? = nil) -> MockCall {
    var call = MockCall("POST /a", body: body)
    call.fields[.contentType] = type
    return call
  }

  static let conditions = [
    Case(
      "{method: [PUT, PATCH], path: /a}", MockedRequest("A", [.put, .patch], "/a", responses: response),
      matches: [MockCall("PUT /a"), MockCall("PATCH /a")], not: [get("/a"), MockCall("PUT /b")]),
    Case(
      "{method: [GET], scheme: https, host: '*.example.com', port: 8443, path: '/u/{id}', params: {id: {matches: '^[0-9]+$'}}}",
      MockedRequest(
        "A", [.get], "https://*.example.com:8443/u/{id}", params: ["id": .matches("^[0-9]+$")], responses: response),
      matches: [get("https://api.example.com:8443/u/12")],
      not: [get("https://api.example.com:8443/u/x"), get("https://api.example.com/u/12")]),
    Case(
      "{path: /a, query: {page: 2, q: {contains: LAMP, ignoreCase: true}, tag: [new, {startsWith: room-}]}}",
      MockedRequest(
        "A", "/a?page=2", query: ["q": .contains("LAMP").ignoringCase(), "tag": "new", "tag": .startsWith("room-")],
        responses: response),
      matches: [get("/a?q=a+lamp&page=2&tag=room-1&tag=new")],
      not: [get("/a?q=a+lamp&page=2&tag=room-1"), get("/a?q=lam&page=2&tag=room-1&tag=new"), get("/a?page=1")]),
    Case(
      "{method: GET, path: /a, query: {a: {present: true}, b: {present: false}, c: {not: {oneOf: ['1', '2']}}}}",
      MockedRequest(
        "A", .get, "/a", query: ["a": .present, "b": .absent, "c": .not(.oneOf(["1", "2"]))], responses: response),
      matches: [get("/a?a"), get("/a?a=1&c=3")], not: [get("/a"), get("/a?a&b"), get("/a?a&c=2")]),
    Case(
      "{path: /a, query: {q: {not: {contains: X, ignoreCase: true}}}, headers: {x-a: ['1, 2', {contains: '2'}]}}",
      MockedRequest(
        "A", "/a", query: ["q": .not(.contains("X")).ignoringCase()],
        headers: ["X-A": "1, 2", "x-a": .contains("2")], responses: response),
      matches: [get("/a?q=y", [xA: "1, 2"]), get("/a", [xA: "1, 2"])],
      not: [get("/a?q=x", [xA: "1, 2"]), get("/a?q=X", [xA: "1, 2"]), get("/a?q=y", [xA: "1"])]),
    Case(
      "{path: /a, query: {n: {above: 0, atMost: 1.5}, m: {atLeast: -1, below: 10}}}",
      MockedRequest(
        "A", "/a", query: ["n": .above(0).and(.atMost(1.5)), "m": .atLeast(-1).and(.below(10))], responses: response),
      matches: [get("/a?n=1.5&m=-1")], not: [get("/a?n=0&m=0"), get("/a?n=1&m=10"), get("/a?n=1")]),
    Case(
      "{path: /a, query: {t: {after: 2026-01-31T09:30:00Z, before: now+1d}}}",
      MockedRequest(
        "A", "/a", query: ["t": .after("2026-01-31T09:30:00Z").and(.before("now+1d"))], responses: response),
      matches: [get("/a?t=2026-01-31T09:30:00.1Z")],
      not: [get("/a?t=2026-01-31T09:30:00Z"), get("/a?t=9999-01-31T09:30:00Z")]),
    Case(
      "{path: /a, headers: {authorization: {startsWith: 'Bearer ', endsWith: x}, x-flag: 'true'}}",
      MockedRequest(
        "A", "/a", headers: ["Authorization": .startsWith("Bearer ").and(.endsWith("x")), "X-Flag": true],
        responses: response),
      matches: [get("/a", [.authorization: "Bearer ax", .init("X-Flag")!: "true"])],
      not: [get("/a", [.authorization: "Bearer a", .init("X-Flag")!: "true"]), get("/a")]),
    Case(
      "{path: /a, query: {page: 2, q: {present: true}}, exactQuery: true}",
      MockedRequest("A", "/a?page=2", query: ["q": .present], exactQuery: true, responses: response),
      matches: [get("/a?q=1&page=2")], not: [get("/a?page=2&q=1&r=3"), get("/a")]),
    Case(
      "{path: /a, exactQuery: true}", MockedRequest("A", "/a", exactQuery: true, responses: response),
      matches: [get("/a")], not: [get("/a?page=2")]),
    Case(
      "{host: a.example.com, path: /a, cookies: {n: 1}}",
      MockedRequest("A", "//a.example.com/a", cookies: ["n": 1], responses: response),
      matches: [MockCall("GET http://a.example.com/a", [.cookie: "n=1"])], not: [get("/a", [.cookie: "n=1"])]),
    Case(
      "{path: /a, cookies: {sid: {present: true}, n: 1}}",
      MockedRequest("A", "/a", cookies: ["sid": .present, "n": 1], responses: response),
      matches: [get("/a", [.cookie: "n=1; sid=x"])], not: [get("/a", [.cookie: "n=2; sid=x"]), get("/a")]),
  ]

  static let bodies = [
    Case(
      "{path: /a, body: {json: {a: 1}}}", MockedRequest("A", "/a", body: .json(#"{"a": 1}"#), responses: response),
      matches: [post(#"{"b": 2, "a": 1.0}"#)], not: [post(#"{"a": 2}"#), post("a")]),
    Case(
      "{path: /a, body: {jsonEquals: {a: 1}}}",
      MockedRequest("A", "/a", body: .jsonEquals("{\n  \"a\": 1\n}"), responses: response),
      matches: [post(#"{"a": 1}"#)], not: [post(#"{"b": 2, "a": 1}"#)]),
    Case(
      "{path: /a, body: {pointers: {/u/name: {startsWith: A}, /n: 1}}}",
      MockedRequest("A", "/a", body: .pointers(["/u/name": .startsWith("A"), "/n": 1]), responses: response),
      matches: [post(#"{"u": {"name": "Ada"}, "n": 1}"#)], not: [post(#"{"u": {"name": "Bea"}, "n": 1}"#)]),
    Case(
      "{path: /a, body: {paths: {'$.items[?@.price > 10].name': {startsWith: A}, $.n: [1, {not: {equals: 2}}]}}}",
      MockedRequest(
        "A", "/a", body: .paths(["$.items[?@.price > 10].name": .startsWith("A"), "$.n": 1, "$.n": .not("2")]),
        responses: response),
      matches: [post(#"{"items": [{"name": "B"}, {"name": "A", "price": 11}], "n": 1}"#)],
      not: [post(#"{"items": [{"name": "A", "price": 10}], "n": 1}"#), post("{}")]),
    Case(
      "{path: /a, body: {schema: {required: [a]}}}",
      MockedRequest("A", "/a", body: .schema(#"{"required": ["a"]}"#), responses: response),
      matches: [post(#"{"a": 1}"#)], not: [post(#"{"b": 1}"#)]),
    Case(
      "{path: /a, body: {form: {stars: {oneOf: ['4', '5']}, tag: [a, b]}}}",
      MockedRequest(
        "A", "/a", body: .form(["stars": .oneOf(["4", "5"]), "tag": "a", "tag": "b"]), responses: response),
      matches: [post("tag=b&stars=4&tag=a")], not: [post("tag=b&stars=4"), post("stars=3&tag=a&tag=b")]),
    Case(
      "{path: /a, body: {multipart: {title: x}}}",
      MockedRequest("A", "/a", body: .multipart(["title": "x"]), responses: response),
      matches: [
        post(
          "--B\r\nContent-Disposition: form-data; name=title\r\n\r\nx\r\n--B--",
          type: "multipart/form-data; boundary=B")
      ], not: [post("title=x")]),
    Case(
      "{path: /a, body: {graphql: {operationName: Item, variables: {id: 1}}}}",
      MockedRequest(
        "A", "/a", body: .graphQL(operationName: "Item", variables: #"{"id": 1}"#), responses: response),
      matches: [post(#"{"query": "query Item { a }", "variables": {"id": 1}}"#)],
      not: [post(#"{"query": "query Item { a }"}"#)]),
    Case(
      "{path: /a, body: {text: {contains: TODO}}}",
      MockedRequest("A", "/a", body: .text(.contains("TODO")), responses: response),
      matches: [post("a TODO")], not: [post("a")]),
  ]

  @Test(arguments: conditions + bodies)
  func `conditions mean the same in code, in a spec, and handed over`(item: Case) throws {
    let code = try Specs.engine("requests: {}")
    try code.session.add(item.request)
    let spec = try Specs.engine(item.spec)
    let handedOver = try Specs.engine("requests: {}")
    try handedOver.session.add([try HandedOverRequests(item.request.handedOver(), name: "text")])
    for call in item.matched + item.unmatched {
      let isMatch = item.matched.contains { "\($0)" == "\(call)" && $0.fields == call.fields && $0.body == call.body }
      for engine in [code, spec, handedOver] { #expect((engine.decide(call).requestName == "A") == isMatch, "\(call)") }
      let explained = [code, spec, handedOver].map { engine in
        (engine.explain(call).candidates.flatMap(\.conditions)).map {
          "\($0.kind.rawValue) \($0.name?.lowercased() ?? "") \($0.isMet): \($0.expected), \($0.found)"
        }.sorted()
      }
      #expect(explained[0] == explained[1])
      #expect(explained[0] == explained[2])
    }
    #expect(code.session.sets["A"]?.matcher.conditionCount == spec.sets["A"]?.matcher.conditionCount)
  }

  @Test func `every operator and every body matcher of the language exists in code`() {
    let all = Self.conditions + Self.bodies
    func operators(_ condition: ValueCondition) -> [String] {
      condition.operators.flatMap { item -> [String] in
        if case .condition(let inner) = item.operand { return [item.name] + operators(inner) }
        return [item.name]
      }
    }
    let longs = all.map(\.request.long)
    let used = longs.flatMap { [$0.params, $0.query, $0.headers, $0.cookies] }.flatMap(\.self)
    #expect(Set(used.flatMap { operators($0.value) }) == Set(ValueMatcherKey.allCases.map(\.rawValue)))
    let bodies = longs.compactMap(\.body).map { "\($0.kind)".prefix { $0 != "(" }.lowercased() }
    #expect(Set(bodies) == Set(BodyMatcherKey.allCases.map { $0.rawValue.lowercased() }))
  }

  @Test func `every key of match has a counterpart in code`() {
    // Method, scheme, host, port and path are parts of the short form.
    let short = ["method", "scheme", "host", "port", "path"]
    #expect(
      MatchKey.allCases.map(\.rawValue).filter { !short.contains($0) }
        == Mirror(reflecting: MockedRequest.LongForm()).children.compactMap(\.label).filter { $0 != "methods" })
  }

  @Test func `a disabled request answers when it is enabled`() throws {
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(MockedRequest("A", "/a", enabled: false) { MockedResponse("R") })
    #expect(engine.answer("GET /a") == "unmatched")
    try engine.session.setEnabled(true, for: "A")
    #expect(engine.answer("GET /a") == "A: R")
    engine.session.reset()
    #expect(engine.answer("GET /a") == "unmatched")
  }

  @Test func `a step of a sequence can answer several calls`() throws {
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(
      MockedRequest("A", "/a", sequence: [.response("Busy", times: 2), "Found"], afterSequence: .restart) {
        MockedResponse("Found")
        MockedResponse("Busy", status: 503)
      })
    #expect((0..<4).map { _ in engine.answer("GET /a") } == ["A: Busy", "A: Busy", "A: Found", "A: Busy"])
  }
}

/// Invalid conditions, with the messages for specs.
struct ConditionErrorTests {
  typealias Errors = MockedRequestErrorTests

  @Test func `conditions are checked as in a spec, and errors name the condition`() throws {
    #expect(
      try Errors.problems(
        MockedRequest(
          "A", "/a/{id}", params: ["ix": 1], query: ["q": .matches("(")], headers: ["X Y": "1"],
          cookies: ["c": .oneOf([])], body: .pointers(["a": .contains("x").and(.contains("y"))])
        ) { MockedResponse("R") }
      ).map { $0.prefix { $0 != ":" } }.sorted() == [
        "cookie 'c'", "header 'X Y'", "param 'ix'", "pointer 'a'", "pointer 'a'", "query 'q'",
      ])
    #expect(try Errors.problems(MockedRequest("A", [], "/a") { MockedResponse("R") }).count == 1)
    #expect(
      try Errors.problems(MockedRequest("A", [.get], "POST /a") { MockedResponse("R") }) == [
        "'POST /a' has a method, too; remove it, or add it to the list"
      ])
    let steps = try Errors.problems(
      MockedRequest("A", "/a", sequence: [.response("R", times: 0), "S"]) { MockedResponse("R") })
    #expect(steps.count == 2)
  }

  @Test func `errors in the URL are the same with and without other conditions`() throws {
    for match in ["GET /a{b}", "GET https://a b/c", "get /a", "a"] {
      let short = try Errors.problems(MockedRequest("A", match) { MockedResponse("R") })
      #expect(short.count == 1)
      #expect(try Errors.problems(MockedRequest("A", match, query: ["q": 1]) { MockedResponse("R") }) == short)
    }
  }

  @Test func `JSON with errors is reported once, with its line`() throws {
    #expect(
      try Errors.problems(MockedRequest("A", "/a", body: .json("{\n  \"a\": \n}")) { MockedResponse("R") }).map {
        $0.prefix(20)
      } == ["body: json, line 3, "])
    #expect(
      try Errors.problems(MockedRequest("A", "/a", body: .graphQL(variables: "[1]")) { MockedResponse("R") }).map {
        $0.prefix(5)
      } == ["body:"])
  }

  @Test func `empty JSON is described as text, not as a file`() throws {
    for text in ["", " \n"] {
      #expect(
        try Errors.problems(
          MockedRequest("A", "/a", body: .json(text)) { MockedResponse("R", json: text) }
        ).sorted() == ["body: json: expected a value, found none", "response 'R': json: expected a value, found none"])
    }
  }

  @Test func `a query parameter has its condition in one place`() throws {
    #expect(
      try Errors.problems(MockedRequest("A", "/a?p=1", query: ["p": 2]) { MockedResponse("R") }) == [
        "query 'p' is both in the URL and in 'query'; remove one of the two"
      ])
  }
}
