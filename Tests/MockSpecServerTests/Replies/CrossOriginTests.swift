import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// The fields with which the server lets pages of other origins call the mocks.
@Suite(.timeLimit(.minutes(20)))
struct CrossOriginTests {
  static let page = "http://localhost:5173"
  static let listed = AllowedOrigins.only([page])

  static func sets(_ allowed: AllowedOrigins, _ requests: String = "{}", number: Int = 1) throws -> ResponseSets {
    let loaded = try ResponseSets.load(text: "mockspec: 1\nrequests: \(requests)\n")
    var settings = ProjectSettings()
    settings.server.cors = allowed
    return ResponseSets(
      number: number, sets: Array(loaded.sets), scenes: [:], settings: settings, summary: loaded.summary)
  }

  /// Serves requests, and returns the lines of the log.
  @discardableResult
  static func run(
    _ allowed: AllowedOrigins, _ requests: String = "{}", code: [MockedRequest] = [],
    body: (RawClient, MockEngine) async throws -> Void
  ) async throws -> [String] {
    let engine = MockEngine(try sets(allowed, requests))
    try engine.session.add(code)
    let (served, report) = AsyncStream.makeStream(of: String.self)
    let server = MockServer(engine: engine, port: 0) { report.yield($0.description) }
    let address = try await server.start()
    do {
      try await body(try RawClient(port: address.port), engine)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    report.finish()
    return await served.reduce(into: []) { $0.append($1) }
  }

  static func accessFields(_ reply: RawReply) -> [String] {
    reply.fields.filter { $0.name.hasPrefix("Access-Control-") || $0.name == "Vary" }.map { "\($0.name): \($0.value)" }
  }

  static let granted = [
    "Vary: Origin", "Access-Control-Allow-Origin: \(page)", "Access-Control-Allow-Credentials: true",
  ]

  // MARK: - Answers

  @Test func `without CORS, an answer has no fields of it`() async throws {
    try await Self.run(.none, "{A: {match: GET /a, responses: {R: {}}}}") { client, _ in
      let answer = try await client.get("/a", "Origin: \(Self.page)")
      #expect(Self.accessFields(answer).isEmpty)
    }
  }

  @Test(arguments: [listed, .all, AllowedOrigins(["http://LOCALHOST:5173"])])
  func `an allowed page can read an answer and its fields`(allowed: AllowedOrigins) async throws {
    let spec = "{A: {match: GET /a, responses: {R: {text: hi, headers: {ETag: x, X-B: [1, 2], Set-Cookie: a=b}}}}}"
    let lines = try await Self.run(allowed, spec) { client, _ in
      let answer = try await client.get("/a", "Origin: \(Self.page)")
      #expect(Self.accessFields(answer) == Self.granted + ["Access-Control-Expose-Headers: ETag, X-B"])
      #expect(answer.body == "hi")
      let last = try await client.get("/a", "Origin: \(Self.page)", "Connection: close")
      #expect(Self.accessFields(last) == Self.accessFields(answer))
      #expect(last["connection"] == ["close"])
    }
    #expect(lines == ["GET /a → 200 (A: R)", "GET /a → 200 (A: R)"])
  }

  @Test func `the answer to another origin can't be read, and the log says so`() async throws {
    let lines = try await Self.run(Self.listed, "{A: {match: /a, responses: {R: {}}}}") { client, _ in
      let answer = try await client.get("/a", "Origin: http://localhost:3000")
      #expect(Self.accessFields(answer) == ["Vary: Origin"])
    }
    #expect(lines == ["GET /a → 200, 'server.cors' doesn't allow http://localhost:3000 (A: R)"])
  }

  @Test(arguments: ["X-A: 1", "Origin: http://localhost", "Origin: a\r\nOrigin: b", "Origin: a b", "Origin: é"])
  func `a call that no other origin makes only varies`(field: String) async throws {
    let lines = try await Self.run(Self.listed, "{A: {match: GET /a, responses: {R: {}}}}") { client, _ in
      let answer = try await client.get("/a", field)
      #expect(Self.accessFields(answer) == ["Vary: Origin"])
    }
    #expect(lines == ["GET /a → 200 (A: R)"])
  }

  @Test(arguments: [
    ("Access-Control-Allow-Origin: '*'", ["Access-Control-Allow-Origin: *"]),
    (
      "Access-Control-Allow-Credentials: 'false', Access-Control-Expose-Headers: X-A, X-B: c",
      [
        "Access-Control-Allow-Credentials: false", "Access-Control-Expose-Headers: X-A", "Vary: Origin",
        "Access-Control-Allow-Origin: \(page)",
      ]
    ),
    (
      "Vary: 'Accept, ORIGIN', Cache-Control: no-store",
      ["Vary: Accept, ORIGIN"] + granted.dropFirst() + ["Access-Control-Expose-Headers: Vary"]
    ),
    ("Vary: Accept", ["Vary: Accept"] + granted + ["Access-Control-Expose-Headers: Vary"]),
  ])
  func `the fields of a response aren't changed`(headers: String, expected: [String]) async throws {
    try await Self.run(.all, "{A: {match: GET /a, responses: {R: {headers: {\(headers)}}}}}") { client, _ in
      let answer = try await client.get("/a", "Origin: \(Self.page)")
      #expect(Self.accessFields(answer) == expected)
    }
  }

  @Test func `every kind of answer can be read`() async throws {
    let spec = """
      {Slow: {match: GET /slow, responses: {R: {text: slow, throttle: {chunk: 2, every: 1ms}}}},
       Template: {match: GET /template, responses: {R: {template: true, text: '{{request.method}}'}}},
       Wrong: {match: GET /wrong, responses: {R: {template: true, text: '{{request.query.q}}'}}},
       Forward: {match: GET /forward, responses: {R: {forward: 'http://169.254.1.1'}}}}
      """
    let closure = MockedRequest("Closure", "GET /closure") { MockedResponse("R") { _ in MockReply(text: "closure") } }
    try await Self.run(.all, spec, code: [closure]) { client, _ in
      let paths = [
        ("/slow", 200), ("/template", 200), ("/closure", 200), ("/wrong", 500), ("/forward", 502), ("/unmatched", 404),
      ]
      for (path, status) in paths {
        let answer = try await client.get(path, "Origin: \(Self.page)")
        #expect(answer.status == status)
        #expect(Self.accessFields(answer) == Self.granted, "\(path)")
      }
      let rejected = try await client.get("/slow", "Origin: \(Self.page)", "Mockspec-Response: None=R")
      #expect(rejected.status == 400)
      #expect(Self.accessFields(rejected) == Self.granted)
    }
  }

  @Test(arguments: ["truncatedBody", "malformedChunk"])
  func `the head before a fault can be read`(fault: String) async throws {
    try await Self.run(.all, "{A: {match: GET /a, responses: {R: {fault: \(fault), text: hello}}}}") { client, _ in
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nOrigin: \(Self.page)\r\n\r\n")
      let text = try await client.rest().text
      for line in Self.granted { #expect(text.contains("\(line)\r\n")) }
    }
  }

  @Test(arguments: [
    ("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999", 413, "POST /a → 413, "),
    ("GET /a HTTP/1.1\r\nHost: a b", 400, "GET /a → 400, "),
  ])
  func `a refusal can be read`(head: String, status: Int, log: String) async throws {
    let lines = try await Self.run(.all) { client, _ in
      try await client.send("\(head)\r\nOrigin: \(Self.page)\r\n\r\n")
      let answer = try await client.answer()
      #expect(answer.status == status)
      #expect(Self.accessFields(answer) == Self.granted)
    }
    #expect(lines.first?.hasPrefix(log) == true)
  }

  @Test func `a forwarded answer can be read, with the other server's own fields`() async throws {
    try await LiveServer(decide: { request in
      request.path == "/open"
        ? .reply(fields: [.accessControlAllowOrigin: "*"]) : .reply("backend", fields: [.eTag: "x"])
    }).run { backend in
      let spec = "{A: {match: '/**', responses: {R: {forward: 'http://127.0.0.1:\(backend.server.port!)'}}}}"
      try await Self.run(.all, spec) { client, _ in
        let answer = try await client.get("/a", "Origin: \(Self.page)")
        #expect(answer.body == "backend")
        #expect(Self.accessFields(answer) == Self.granted + ["Access-Control-Expose-Headers: ETag, Date"])
        #expect(
          try await Self.accessFields(client.get("/open", "Origin: \(Self.page)"))
            == ["Access-Control-Allow-Origin: *"]
        )
      }
    }
  }

  @Test(arguments: ["/__mockspec/state", "/%5F_mockspec", "/a/../__mockspec/", "http://x/__mockspec?q"])
  func `the control API takes no part`(target: String) async throws {
    try await Self.run(.all) { client, _ in
      #expect(try await Self.accessFields(client.get(target, "Origin: \(Self.page)")).isEmpty)
      try await client.send(Self.preflight(target))
      let answer = try await client.answer()
      #expect(answer.status == 404)
      #expect(Self.accessFields(answer).isEmpty)
    }
  }

  @Test func `an edit applies to the next call`() async throws {
    try await Self.run(.none) { client, engine in
      #expect(try await Self.accessFields(client.get("/a", "Origin: \(Self.page)")).isEmpty)
      engine.replace(with: try Self.sets(.all, number: 2))
      let answer = try await client.get("/a", "Origin: \(Self.page)")
      #expect(Self.accessFields(answer) == Self.granted)
    }
  }

  // MARK: - Preflights

  static func preflight(_ target: String, origin: String = page, method: String = "PUT", _ fields: String...) -> String
  {
    "OPTIONS \(target) HTTP/1.1\r\nHost: localhost\r\nOrigin: \(origin)\r\nAccess-Control-Request-Method: \(method)\r\n"
      + fields.map { $0 + "\r\n" }.joined() + "\r\n"
  }

  static let preflightFields = [
    "Access-Control-Allow-Origin: \(page)", "Access-Control-Allow-Credentials: true",
    "Access-Control-Allow-Methods: PUT", "Access-Control-Max-Age: 5",
    "Vary: Origin, Access-Control-Request-Method, Access-Control-Request-Headers",
  ]

  @Test(arguments: [
    "{}", "{A: {match: PUT /a, responses: {R: {}}}}", "{A: {match: /a, responses: {R: {delay: 600s}}}}",
  ])
  func `the server answers a preflight, which isn't a call of a mock`(requests: String) async throws {
    let lines = try await Self.run(Self.listed, requests) { client, engine in
      try await client.send(Self.preflight("/a"))
      let answer = try await client.answer()
      #expect(answer.status == 204)
      #expect(Set(Self.accessFields(answer)) == Set(Self.preflightFields))
      #expect(answer["content-length"].isEmpty)
      #expect(engine.session.calls.isEmpty)
    }
    #expect(lines == ["OPTIONS /a → 204, preflight"])
  }

  @Test func `a preflight allows the headers and the private network that it asks for`() async throws {
    try await Self.run(.all) { client, _ in
      try await client.send(
        Self.preflight(
          "/a", "Access-Control-Request-Headers: authorization,mockspec-response",
          "Access-Control-Request-Private-Network: true", "Connection: close"))
      let answer = try await client.answer()
      #expect(
        Set(Self.accessFields(answer)).subtracting(Self.preflightFields) == [
          "Access-Control-Allow-Headers: authorization, mockspec-response",
          "Access-Control-Allow-Private-Network: true",
        ])
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `a preflight allows no headers whose names aren't valid`() async throws {
    try await Self.run(.all) { client, _ in
      let asked = "Access-Control-Request-Headers: a b, x-c ,<d>,, "
      try await client.send(Self.preflight("/a", asked, "Access-Control-Request-Headers: e\u{e9}"))
      #expect(try await client.answer()["access-control-allow-headers"] == ["x-c"])
      try await client.send(Self.preflight("/a", "Access-Control-Request-Headers: <d>"))
      #expect(try await client.answer()["access-control-allow-headers"] == [])
    }
  }

  @Test func `a call that asks for something else than a method isn't a preflight`() async throws {
    let lines = try await Self.run(.all) { client, _ in
      try await client.send(Self.preflight("/a", method: "PUT <b>"))
      let answer = try await client.answer()
      #expect(answer.status == 404)
      #expect(answer["access-control-allow-methods"] == [])
    }
    #expect(lines == ["OPTIONS /a → 404, unmatched"])
  }

  @Test func `a preflight of another origin is 403 with the reason`() async throws {
    let lines = try await Self.run(Self.listed, "{A: {match: /a, responses: {R: {}}}}") { client, _ in
      try await client.send(Self.preflight("/a", origin: "http://localhost:3000"))
      let answer = try await client.answer()
      #expect(answer.status == 403)
      #expect(Self.accessFields(answer) == ["Vary: Origin"])
      #expect(
        answer.body.hasPrefix("the project file doesn't allow pages of http://localhost:3000 to call this server\n"))
    }
    #expect(lines == ["OPTIONS /a → 403, preflight, 'server.cors' doesn't allow http://localhost:3000"])
  }

  @Test(arguments: [
    ("{A: {match: OPTIONS /a, responses: {R: {status: 202}}}}", true),
    ("{A: {match: {method: [GET, OPTIONS], path: /a}, responses: {R: {status: 202}}}}", true),
    ("{A: {match: OPTIONS /a, enabled: false, responses: {R: {status: 202}}}}", false),
    ("{A: {match: OPTIONS /b, responses: {R: {status: 202}}}}", false),
    (
      "{A: {match: OPTIONS /a, sequence: [R], afterSequence: fallThrough, responses: {R: {status: 202}}}}", true
    ),
  ])
  func `a request that names OPTIONS answers preflights itself`(requests: String, isAnswered: Bool) async throws {
    let any = requests.dropLast() + ", Any: {match: /a, responses: {R: {status: 203}}}}"
    try await Self.run(Self.listed, String(any)) { client, engine in
      try await client.send(Self.preflight("/a"))
      let answer = try await client.answer()
      #expect(answer.status == (isAnswered ? 202 : 204))
      #expect(engine.session.calls.count == (isAnswered ? 1 : 0))
      if isAnswered { #expect(Self.accessFields(answer) == Self.granted) }
    }
  }

  @Test func `other OPTIONS calls reach the mocks`() async throws {
    let lines = try await Self.run(.all, "{A: {match: /a, responses: {R: {}}}}") { client, _ in
      try await client.send("OPTIONS /a HTTP/1.1\r\nHost: x\r\nOrigin: \(Self.page)\r\n\r\n")
      #expect(try await Self.accessFields(client.answer()) == Self.granted)
      try await client.send("OPTIONS /a HTTP/1.1\r\nHost: x\r\nAccess-Control-Request-Method: PUT\r\n\r\n")
      #expect(try await Self.accessFields(client.answer()) == ["Vary: Origin"])
    }
    #expect(lines == ["OPTIONS /a → 200 (A: R)", "OPTIONS /a → 200 (A: R)"])
  }
}
