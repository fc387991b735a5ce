import HTTPTypes
import MockSpec
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpecControl

struct ResourceTests {
  let client: ControlClient

  init() throws { client = try ControlClient(ControlClient.spec) }

  @Test func `a response is selected and deselected`() async throws {
    let selected = try await client.answer("PUT", "/requests/Login/selection", body: #"{"response": "Offline"}"#)
    #expect(selected.status == 200)
    #expect(selected["next", "response"] == "Offline")
    #expect(selected["next", "reason"] == "selection")
    #expect(client.call("POST", "/login").responseName == "Offline")
    let deselected = try await client.answer("DELETE", "/requests/Login/selection")
    #expect(deselected["selected"] == "null")
    #expect(client.call("POST", "/login").responseName == "Success")
  }

  @Test func `a request is as in the state`() async throws {
    client.call("GET", "/items/1")
    let items = try await client.answer("GET", "/requests/Items")
    #expect(items["next", "response"] == "B" && items["calls"] == "1")
    #expect(try await client.answer("GET", "/state").text.contains(items.text))
    #expect(try await client.answer("GET", "/requests/Itms")["detail"]?.contains("did you mean 'Items'?") == true)
  }

  @Test func `a request is disabled, and reset enables it`() async throws {
    #expect(try await client.answer("PUT", "/requests/Login/enabled", body: #"{"enabled": false}"#).status == 200)
    #expect(client.call("POST", "/login").requestName == nil)
    #expect(try await client.answer("DELETE", "/selections").status == 204)
    #expect(client.call("POST", "/login").requestName == "Login")
  }

  @Test(arguments: [
    ("PUT", "/requests/Logn/selection", #"{"response": "Offline"}"#, 404, "unknown-name", "did you mean 'Login'?"),
    ("PUT", "/requests/Login/selection", #"{"response": "Offlin"}"#, 404, "unknown-name", "did you mean 'Offline'?"),
    ("PUT", "/requests/Login/selection", #"{"respons": "Offline"}"#, 400, "bad-request", "did you mean 'response'?"),
    ("PUT", "/requests/Login/selection", #"{"response": 5}"#, 400, "bad-request", "expected a string, found 5"),
    ("PUT", "/requests/Login/selection", "{", 400, "bad-request", "isn't valid JSON"),
    ("PUT", "/requests/Login/selection", "[]", 400, "bad-request", "expected a JSON object"),
    ("PUT", "/requests/Login/enabled", #"{"enabled": "yes"}"#, 400, "bad-request", "expected true or false"),
    ("POST", "/requests/Login/selection", "{}", 405, "method-not-allowed", "has DELETE, PUT, not POST"),
    ("GET", "/stat", "", 404, "unknown-resource", "openapi.json"),
    ("GET", "/calls?limt=1", "", 400, "bad-request", "did you mean 'limit'?"),
    ("GET", "/calls?limit=0", "", 400, "bad-request", "from 1 to 1000"),
    ("GET", "/calls?limit=1&limit=2", "", 400, "bad-request", "2 times"),
    ("GET", "/calls?request=Nobody", "", 404, "unknown-name", "no request is named"),
    ("GET", "/calls/wait?timeout=31s", "", 400, "bad-request", "at most 30s"),
    ("GET", "/calls/wait?unmatched=perhaps", "", 400, "bad-request", "expected true or false"),
    ("GET", "/calls/12", "", 404, "unknown-name", "12"),
    ("GET", "/calls/-9223372036854775808", "", 404, "unknown-name", "-9223372036854775808"),
    ("GET", "/calls?since=-1", "", 400, "bad-request", "at least 0"),
    ("GET", "/calls?since=9223372036854775808", "", 400, "bad-request", "at least 0"),
    ("POST", "/verify", #"{"request": "Login"}"#, 400, "bad-request", "one of 'exactly'"),
    ("POST", "/verify", #"{"request": "Login", "exactly": 1, "match": {"path": 5}}"#, 400, "bad-request", "'match'"),
    ("POST", "/explain", #"{"url": "login"}"#, 400, "bad-request", "expected a URL"),
    ("PUT", "/scene", #"{"scene": "Airplane"}"#, 404, "unknown-name", "no scene"),
  ])
  func `a wrong call is explained`(
    _ method: String, _ target: String, _ body: String, status: Int, code: String, detail: String
  ) async throws {
    let answer = try await client.answer(method, target, body: body)
    #expect(answer.status == status)
    #expect(answer.fields[.contentType] == "application/problem+json")
    #expect(answer["code"] == code)
    #expect(answer["status"] == "\(status)")
    #expect(answer["detail"]?.contains(detail) == true, "\(answer["detail"] ?? "")")
  }

  @Test func `a body needs its type`() async throws {
    for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
      let answer = try await client.answer("PUT", "/requests/Login/enabled", body: #"{"enabled": false}"#, type: type)
      #expect(answer.status == 415)
    }
    #expect(client.call("POST", "/login").requestName == "Login")
    let type = "Application/JSON; charset=utf-8"
    let answer = try await client.answer("PUT", "/requests/Login/enabled", body: #"{"enabled": false}"#, type: type)
    #expect(answer.status == 200)
  }

  @Test func `a call without its body is explained`() async throws {
    let answer = try await client.answer("PUT", "/requests/Login/enabled", type: "application/json")
    #expect(answer.status == 400)
    #expect(answer["detail"] == "expected a JSON object as the body, found no body")
  }

  @Test func `secrets of calls are redacted wherever they leave the process`() async throws {
    let fields: HTTPFields = [.host: "localhost:8080", .authorization: "Bearer swordfish"]
    _ = client.engine.decide(
      MockCall(
        method: "POST", target: .originForm, scheme: "http", host: "localhost", port: 8080, path: "/login", query: nil,
        fields: fields))
    #expect(client.engine.session.calls.first?.fields[.authorization] == "Bearer swordfish")
    let verification =
      #"{"request": "Login", "exactly": 1, "match": {"path": "/login", "headers": {"Authorization": "Bearer swordfisk"}}}"#
    for answer in [
      try await client.answer("GET", "/calls"), try await client.answer("GET", "/calls/1"),
      try await client.answer("GET", "/calls/wait?count=1"),
      try await client.answer("POST", "/verify", body: verification),
    ] {
      #expect(!answer.text.contains("swordfish"))
      #expect(answer.text.contains("‹redacted, 9 characters›") || answer.status == 200)
    }
  }

  @Test func `calls are listed, filtered and forgotten`() async throws {
    client.call("POST", "/login", body: "{\"a\": 1}")
    client.call("GET", "/items/1")
    client.call("GET", "/nothing")
    let all = try await client.answer("GET", "/calls")
    #expect(all.json?.value("calls").map({ Array($0.elements).count }) == 3)
    #expect(all["next"] == "4")
    #expect(all["calls", "0", "body"] == "{\"a\": 1}")
    #expect(all["calls", "1", "step", "number"] == "1")
    #expect(all["calls", "2", "outcome"] == "unmatched")
    #expect(try await client.answer("GET", "/calls?request=Login")["calls", "0", "number"] == "1")
    #expect(try await client.answer("GET", "/calls?unmatched=true")["calls", "0", "number"] == "3")
    #expect(try await client.answer("GET", "/calls?since=2")["calls", "0", "number"] == "3")
    #expect(try await client.answer("GET", "/calls?limit=1")["calls", "0", "number"] == "3")
    #expect(try await client.answer("GET", "/calls?since=\(Int.max)")["calls"] == "[]")
    let brief = try await client.answer("GET", "/calls?bodies=false")
    #expect(brief["calls", "0", "body"] == "null" && brief["calls", "0", "bodySize"] == "8")
    let detail = try await client.answer("GET", "/calls/3")
    #expect(detail["explanation", "outcome"] == "unmatched")
    #expect(try await client.answer("DELETE", "/calls").status == 204)
    #expect(try await client.answer("GET", "/calls")["calls"] == "[]")
  }

  @Test func `calls have the IDs of their trace, and can be filtered by it`() async throws {
    let (trace, span) = ("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7")
    let name = HTTPField.Name("traceparent")!
    client.call("POST", "/login")
    client.call("POST", "/login", fields: [name: "00-\(trace)-\(span)-01"])
    client.call("POST", "/login", fields: [name: "00-\(span)-\(trace)-01"])
    let found = try await client.answer("GET", "/calls?trace=\(trace)")
    #expect(found.json?.value("calls").map({ Array($0.elements).count }) == 1)
    #expect(found["calls", "0", "number"] == "2")
    #expect(found["calls", "0", "traceId"] == trace && found["calls", "0", "spanId"] == span)
    #expect(try await client.answer("GET", "/calls/3")["call", "traceId"] == "null")
    #expect(client.engine.session.calls.map(\.traceParent?.spanID) == [nil, span, nil])
    let waited = try await client.answer("GET", "/calls/wait?request=Login&trace=\(trace)&count=2&timeout=1ms")
    #expect(waited["count"] == "1" && waited["complete"] == "false")
    for wrong in [span, trace.uppercased(), String(repeating: "0", count: 32), ""] {
      #expect(try await client.answer("GET", "/calls?trace=\(wrong)").status == 400, "\(wrong)")
    }
  }

  @Test func `a body that isn't text is in Base64`() async throws {
    _ = client.engine.decide(
      MockCall(
        method: "POST", target: .originForm, scheme: nil, host: nil, port: nil, path: "/login", query: nil,
        body: [0xFF, 0]))
    let call = try await client.answer("GET", "/calls")
    #expect(call["calls", "0", "body"] == "/wA=" && call["calls", "0", "bodyIsBase64"] == "true")
  }

  @Test(.timeLimit(.minutes(20))) func `waiting ends with the last call that was awaited`() async throws {
    let session = client.engine.session
    let call = ControlCall(received: client.request("GET", "/calls/wait?request=Login"), session: session, names: [])
    let wait = CallWait(session, try CallFilter(call), count: 2)
    async let waiting = wait.calls(within: .seconds(3600))
    while session.observers.isEmpty { await Task.yield() }
    client.call("POST", "/login")
    client.call("GET", "/items/1")
    client.call("POST", "/login")
    let calls = await waiting
    #expect(calls.count == 2 && calls.stored.map(\.number) == [1, 3])
    let answer = try await client.answer("GET", "/calls/wait?request=Login&count=2")
    #expect(answer["complete"] == "true" && answer["count"] == "2")
  }

  @Test func `waiting ends with the time`() async throws {
    client.call("POST", "/login")
    let answer = try await client.answer("GET", "/calls/wait?request=Login&count=2&timeout=1ms")
    #expect(answer["complete"] == "false" && answer["count"] == "1")
  }

  @Test func `waiting ends when the caller leaves`() async throws {
    guard case .later(let later) = client.control.outcome(of: client.request("GET", "/calls/wait?timeout=30s")) else {
      throw ControlClient.NoEvents()
    }
    let task = Task { await later() }
    task.cancel()
    #expect(await task.value["complete"] == "false")
  }

  @Test func `waiting without a condition counts calls that are no longer stored, too`() async throws {
    for _ in 0..<1500 { client.call("POST", "/login") }
    let answer = try await client.answer("GET", "/calls/wait?count=1500&timeout=1ms")
    #expect(answer["complete"] == "true" && answer["count"] == "1500")
  }

  @Test func `verification and calls at the same time`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { for _ in 0..<TestScale.count(150, long: 500) { client.call("POST", "/login", body: "x") } }
      for _ in 0..<2 {
        group.addTask {
          for _ in 0..<TestScale.count(50, long: 200) {
            let body = #"{"request": "Login", "exactly": 1, "match": {"body": {"text": "x"}}}"#
            let status = try await client.answer("POST", "/verify", body: body).status
            #expect([200, 409].contains(status))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func `verification counts calls`() async throws {
    client.call("POST", "/login", body: #"{"user": "Ada"}"#)
    client.call("POST", "/login", body: #"{"user": "Bob"}"#)
    func verify(_ text: String) async throws -> ControlReply {
      try await client.answer("POST", "/verify", body: #"{"request": "Login", \#(text)}"#)
    }
    #expect(try await verify(#""exactly": 2"#).status == 200)
    #expect(try await verify(#""atLeast": 3"#).status == 409)
    #expect(try await verify(#""atMost": 1"#)["code"] == "wrong-count")
    let match = #""match": {"method": "POST", "body": {"json": {"user": "Ada"}}}"#
    #expect(try await verify(#""exactly": 1, \#(match)"#)["count"] == "1")
    let failed = try await verify(#""exactly": 2, \#(match)"#)
    #expect(failed.status == 409 && failed["count"] == "1")
    #expect(failed["differences", "0"]?.contains("call 2: body") == true, "\(failed.text)")
  }

  /// A project whose spec redacts a name, and two requests that differ by their bodies.
  private static func secretive() throws -> ControlClient {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact: [password]\n",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        Login:
          match: {method: POST, path: /login, body: {pointers: {/password: abc}}}
          responses: {Success: {headers: {X-A: b}, json: {password: new, user: Ada}}}
        Refused: {match: POST /login, responses: {R: {status: 401}}}
      """,
    ])
    return try ControlClient(folder: folder)
  }

  @Test func `a body with a secret is shown without it, explained with it, and verified without it`() async throws {
    let client = try Self.secretive()
    client.call("POST", "/login", body: #"{"user": "Ada", "password": "abc"}"#)
    let detail = try await client.answer("GET", "/calls/1")
    #expect(detail["call", "body"] == #"{"user": "Ada", "password": "‹redacted, 3 characters›"}"#)
    #expect(detail["call", "bodyNote"] == "secret values are replaced")
    #expect(detail["explanation", "answer", "candidate", "request"] == "Login")
    #expect(detail["reply", "status"] == "200" && detail["reply", "fields", "0", "value"] == "b")
    #expect(detail["reply", "body"] == #"{"password":"‹redacted, 3 characters›","user":"Ada"}"#, "\(detail.text)")
    #expect(!detail.text.contains("abc"))
    func verify(_ match: String) async throws -> ControlReply {
      try await client.answer(
        "POST", "/verify", body: #"{"request": "Login", "exactly": 1, "match": {"body": \#(match)}}"#)
    }
    #expect(try await verify(#"{"json": {"user": "Ada"}}"#).status == 200)
    #expect(try await verify(#"{"pointers": {"/password": {"present": true}}}"#).status == 200)
    #expect(try await verify(#"{"paths": {"$.user": "Ada", "$.password": {"present": true}}}"#).status == 200)
    #expect(try await verify(#"{"paths": {"$.user": "Bob"}}"#)["code"] == "wrong-count")
    #expect(try await verify(#"{"json": {"user": "Bob"}}"#)["code"] == "wrong-count")
    #expect(try await verify(#"{"json": {"user": "Bob", "password": "abc"}}"#)["code"] == "wrong-count")
    // The answers to a right and to a wrong guess are equal.
    for guess in ["abc", "abd"] {
      for match in [
        #"{"json": {"password": "\#(guess)"}}"#, #"{"pointers": {"/password": "\#(guess)"}}"#,
        #"{"paths": {"$.*": "\#(guess)"}}"#, #"{"paths": {"$[?@ == '\#(guess)']": {"present": true}}}"#,
      ] {
        let answer = try await verify(match)
        #expect(answer["code"] == "undecided" && answer.status == 409, "\(answer.text)")
        #expect(answer["detail"]?.contains("call 1: ") == true, "\(answer.text)")
      }
    }
    #expect(try await verify(#"{"text": {"contains": "Ada"}}"#)["code"] == "undecided")
  }

  @Test func `a body that is cut is said to be cut, and not to differ`() async throws {
    let client = try Self.secretive()
    let rest = String(repeating: "x", count: 100_000)
    client.call("POST", "/login", body: #"{"password": "abc", "user": "Ada", "rest": "\#(rest)é"}"#)
    let detail = try await client.answer("GET", "/calls/1")
    #expect(detail["call", "bodyNote"]?.contains("the first 65536 of ") == true, "\(detail.text.prefix(300))")
    #expect(detail["call", "bodyIsBase64"] == "false")
    #expect(detail["call", "request"] == "Login")
    #expect(detail["explanation", "notes", "0"]?.contains("only the first 65536 of ") == true)
    #expect(detail["explanation", "notes", "1"] == "'Login' answered it when it was made")
    for match in [#"{"json": {"user": "Ada"}}"#, #"{"text": {"endsWith": "x"}}"#] {
      let answer = try await client.answer(
        "POST", "/verify", body: #"{"request": "Login", "exactly": 1, "match": {"body": \#(match)}}"#)
      #expect(answer["code"] == "undecided", "\(answer.text)")
      #expect(answer["detail"]?.contains("the first 65536 of ") == true)
    }
  }

  @Test func `a delay is in the summary of a response, and in the detail of a call`() async throws {
    let client = try ControlClient(
      """
      mockspec: 1
      requests:
        Slow:
          match: GET /slow
          responses:
            Slow: {delay: 3s, text: a}
            Varied: {delay: {min: 250ms, max: 1.5s}, status: 204}
            Dripping: {text: abcdef, throttle: {chunk: 2, every: 100ms}}
      """)
    client.call("GET", "/slow")
    let summaries = try await client.answer("GET", "/requests/Slow").json?.value("responses")?.elements
      .compactMap { $0.value("summary")?.text }
    #expect(
      summaries == [
        "200, text/plain; charset=utf-8, 1 bytes, after 3s", "204, 0 bytes, after 250ms to 1.5s",
        "200, text/plain; charset=utf-8, 6 bytes, 2 bytes each 100ms",
      ])
    let detail = try await client.answer("GET", "/calls/1")
    #expect(detail["call", "duration"] == "3000" && detail["reply", "body"] == "a")
    client.call("GET", "/nothing")
    #expect(try await client.answer("GET", "/calls/2")["reply"] == "null")
  }

  @Test func `verification doesn't guess about calls that are no longer stored`() async throws {
    for _ in 0..<1001 { client.call("POST", "/login", body: "x") }
    func verify(_ text: String) async throws -> ControlReply {
      try await client.answer(
        "POST", "/verify", body: #"{"request": "Login", \#(text), "match": {"body": {"text": "x"}}}"#)
    }
    #expect(try await verify(#""exactly": 1001"#)["code"] == "journal-truncated")
    #expect(try await verify(#""atLeast": 1000"#).status == 200)
    #expect(try await verify(#""atMost": 999"#)["code"] == "wrong-count")
    #expect(try await client.answer("POST", "/verify", body: #"{"request": "Login", "exactly": 1001}"#).status == 200)
  }

  @Test func `the conditions of a verification can't read files`() async throws {
    let answer = try await client.answer(
      "POST", "/verify",
      body: #"{"request": "Login", "exactly": 1, "match": {"body": {"schema": "/etc/passwd"}}}"#)
    #expect(answer.status == 400)
    #expect(answer["detail"]?.contains("outside") == true, "\(answer.text)")
  }

  @Test func `the number of header fields is limited`() async throws {
    func answers(_ count: Int) async throws -> [ControlReply] {
      let values = Array(repeating: #""""#, count: count).joined(separator: ",")
      let fields = Array(repeating: #"{"name":"A","value":""}"#, count: count).joined(separator: ",")
      return [
        try await client.answer("POST", "/explain", body: #"{"url": "/a", "headers": {"A": [\#(values)]}}"#),
        try await client.answer("POST", "/decisions", body: #"{"method": "GET", "url": "/a", "fields": [\#(fields)]}"#),
      ]
    }
    for answer in try await answers(32_768) { #expect(answer.status == 200, "\(answer.text.prefix(300))") }
    for answer in try await answers(65_536) {
      #expect(
        answer.status == 400 && answer["detail"] == "expected at most 32768 headers", "\(answer.text.prefix(300))")
    }
  }

  @Test func `explaining stores nothing`() async throws {
    let answer = try await client.answer(
      "POST", "/explain",
      body: #"{"method": "POST", "url": "/login", "headers": {"Accept": ["a", "b"]}, "body": "x"}"#)
    #expect(answer["outcome"] == "answered" && answer["answer", "response"] == "Success")
    #expect(client.engine.session.calls.isEmpty)
  }

  @Test func `a call is explained in the session that it names`() async throws {
    let fields = #"{"Mockspec-Session": "a"}"#
    try client.engine.beginSession(try SessionID("a")).select("Offline", for: "Login")
    let answer = try await client.answer(
      "POST", "/explain", body: #"{"method": "POST", "url": "/login", "headers": \#(fields)}"#)
    #expect(answer["answer", "response"] == "Offline", "\(answer.text)")
  }

  @Test(arguments: ["/__mockspec/state", "/%5F_mockspec", "http://localhost:8080/a/../__mockspec/"])
  func `a call of the control API is explained as one`(url: String) async throws {
    let answer = try await client.answer("POST", "/explain", body: #"{"url": "\#(url)"}"#)
    #expect(answer["outcome"] == "answered-by-server" && answer["error"] == nil)
    #expect(answer["message"]?.contains("the server's control API answers GET") == true)
  }

  @Test(arguments: [
    ("OPTIONS", "/items/1", "http://a.example", "grants the preflight"),
    ("OPTIONS", "/items/1", "http://b.example", "denies the preflight"),
    ("OPTIONS", "/items/1", "http://localhost:8080", nil), ("GET", "/items/1", "http://a.example", nil),
    ("OPTIONS", "/own", "http://a.example", nil),
  ])
  func `a preflight that the server answers is explained as one`(
    method: String, url: String, origin: String, message: String?
  ) async throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nserver: {cors: [http://a.example]}\n",
      "a.mock.yaml": ControlClient.spec + "\n  Own: {match: OPTIONS /own, responses: {R: {}}}\n",
    ])
    let fields = [
      ("Origin", origin), ("Host", "localhost:8080"), ("Access-Control-Request-Method", "GET"),
    ]
    let headers = fields.map { #""\#($0)": "\#($1)""# }.joined(separator: ", ")
    let answer = try await ControlClient(folder: folder).answer(
      "POST", "/explain", body: #"{"method": "\#(method)", "url": "\#(url)", "headers": {\#(headers)}}"#)
    #expect((answer["outcome"] == "answered-by-server") == (message != nil), "\(answer.text)")
    if let message { #expect(answer["message"]?.contains(message) == true, "\(answer.text)") }
  }

  @Test func `the state shows what is selected and why`() async throws {
    client.control.projectReloaded("reloaded", [])
    client.call("GET", "/items/1")
    let state = try await client.answer("GET", "/state")
    #expect(state["requests", "0", "name"] != nil)
    #expect(state["summary", "requests"] == "2")
    let items = state.json?.value("requests")?.elements.first { $0.value("name")?.text == "Items" }
    #expect(items?.value("next")?.value("step")?.value("number")?.text == "2")
    #expect(items?.value("calls")?.text == "1")
    client.control.projectRejected("not reloaded", [])
    #expect(try await client.answer("GET", "/state")["problem", "message"] == "not reloaded")
  }

  @Test func `HEAD is answered like GET, and has no stream`() async throws {
    let answer = try await client.answer("HEAD", "/health")
    #expect(answer.status == 200)
    let body = try await client.answer("GET", "/health").body
    #expect(answer.body == body)
    #expect(try await client.answer("HEAD", "/events").body.isEmpty)
  }

  @Test func `no answer can be read, framed or run by another origin`() async throws {
    for target in ["/state", "/nothing", "/openapi.json", "/events"] {
      let fields = try await client.answer("GET", target).fields
      #expect(fields[.xContentTypeOptions] == "nosniff")
      #expect(fields[HTTPField.Name("Cross-Origin-Resource-Policy")!] == "same-origin")
      #expect(fields[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
      #expect(fields[.accessControlAllowOrigin] == nil)
    }
  }
}
