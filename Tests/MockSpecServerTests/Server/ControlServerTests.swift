import MockSpec
import MockSpecControl
import TestSupport
import Testing

@testable import MockSpecServer

/// The control API over sockets.
@Suite(.timeLimit(.minutes(20)))
struct ControlServerTests {
  let engine: MockEngine
  let control: MockControl
  let server: MockServer

  init() throws {
    engine = MockEngine(
      try ResponseSets.load(
        text: "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {text: r}, S: {text: s}}}}"))
    control = MockControl(engine)
    server = MockServer(engine: engine, port: 0, control: control)
  }

  /// Waits for a number of listeners.
  private func listeners(_ isWanted: (Int) -> Bool) async throws {
    while !isWanted(control.listenerCount) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  private func put(_ client: RawClient, _ target: String, _ body: String, _ fields: String = "") async throws
    -> RawReply
  {
    try await client.send(
      """
      PUT /__mockspec\(target) HTTP/1.1\r
      Host: localhost\r
      Content-Type: application/json\r
      \(fields)Content-Length: \(body.utf8.count)\r
      \r
      \(body)
      """)
    return try await client.answer()
  }

  @Test func `a selection changes the next answer on the same connection`() async throws {
    let client = try RawClient(port: try await server.start().port)
    #expect(try await client.get("/a").body == "r")
    #expect(try await put(client, "/requests/A/selection", #"{"response": "S"}"#).status == 200)
    #expect(try await client.get("/a").body == "s")
    // Several at once are answered in order.
    let head = " HTTP/1.1\r\nHost: localhost\r\n\r\n"
    try await client.send("GET /__mockspec/health\(head)GET /a\(head)GET /__mockspec/nothing\(head)")
    #expect(try await client.answer().body.contains(#""status":"ok""#))
    #expect(try await client.answer().body == "s")
    #expect(try await client.answer().status == 404)
    await server.stop()
  }

  @Test(arguments: [true, false])
  func `the calls of all threads are counted, also if the control API has its own port`(sharesPort: Bool) async throws {
    let server = MockServer(
      engine: engine, host: "127.0.0.1", port: 0, control: control, sharesPort: sharesPort, threads: 3,
      limits: ServerLimits(), onCall: nil, onNotice: nil)
    let steering = sharesPort ? server : MockServer(control: control)
    try await server.start()
    if !sharesPort { try await steering.start() }
    for _ in 0..<5 {
      let client = try RawClient(port: server.port)
      for _ in 0..<2 { #expect(try await client.get("/a").body == "r") }
      #expect(try await client.get("/b").status == 404)
      try await client.send("nonsense\r\n\r\n")
      #expect(try await client.answer().status == 400)
    }
    let text = try await RawClient(port: steering.port).get("/__mockspec/metrics").body
    for line in [
      #"mockspec_requests_total{request="A",response="R"} 10"#, "mockspec_unmatched_requests_total 5",
      "mockspec_refused_requests_total 5", "mockspec_request_duration_seconds_count 15",
    ] {
      #expect(text.contains("\n\(line)\n"), "\(text)")
    }
    await server.stop()
    if !sharesPort {
      #expect(try await RawClient(port: steering.port).get("/__mockspec/metrics").status == 404)
      await steering.stop()
    }
  }

  @Test func `no request matches a path of the control API`() async throws {
    try engine.session.add(MockedRequest("All", "GET /**") { MockedResponse("R", status: 200) })
    let client = try RawClient(port: try await server.start().port)
    for path in ["/__mockspec/x", "/%5F_mockspec/x", "/a/../__mockspec/x"] {
      #expect(try await client.get(path).status == 404, "\(path)")
    }
    #expect(engine.session.calls.isEmpty)
    await server.stop()
    let bare = MockServer(engine: engine, port: 0)
    let other = try RawClient(port: try await bare.start().port)
    #expect(try await other.get("/__mockspec/state").body.contains("--no-control"))
    await bare.stop()
  }

  @Test func `a page of another origin changes nothing`() async throws {
    let client = try RawClient(port: try await server.start().port)
    let body = #"{"response": "S"}"#
    for field in ["Origin: http://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n", "Origin: null\r\n"] {
      #expect(try await put(client, "/requests/A/selection", body, field).status == 403)
    }
    try await client.send(
      "PUT http://evil.example/__mockspec/scene HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n")
    #expect(try await client.answer().status == 421)
    #expect(engine.session.selections.responses.isEmpty)
    await server.stop()
  }

  @Test func `events are sent until the client leaves`() async throws {
    let port = try await server.start().port
    let client = try RawClient(port: port)
    try await client.send("GET /__mockspec/events?limit=2 HTTP/1.1\r\nHost: localhost\r\n\r\n")
    // The head shows that the server listens to the session.
    let other = try RawClient(port: port)
    try await listeners { $0 > 0 }
    _ = try await other.get("/a")
    _ = try await put(other, "/requests/A/selection", #"{"response": "S"}"#)
    let (text, end) = try await client.rest()
    #expect(end == .closed)
    #expect(text.contains("Content-Type: text/event-stream") && text.contains("event: selections"), "\(text)")
    let leaving = try RawClient(port: port)
    try await leaving.send("GET /__mockspec/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try await listeners { $0 > 0 }
    leaving.endBoth()
    try await listeners { $0 == 0 }
    await server.stop()
  }

  @Test func `stopping ends streams and waits`() async throws {
    let port = try await server.start().port
    let (listener, waiter) = (try RawClient(port: port), try RawClient(port: port))
    try await listener.send("GET /__mockspec/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try await waiter.send("GET /__mockspec/calls/wait?timeout=30s HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try await listeners { $0 > 0 }
    await server.stop()
    #expect(try await listener.rest().end == .closed)
    _ = try await waiter.rest()
    #expect(control.listenerCount == 0)
  }

  @Test func `a listener that doesn't read is dropped, and others are answered meanwhile`() async throws {
    var context = ServerContext(decide: { engine.decide($0) }, timeout: .zero)
    context.control = control
    context.limits.writeTimeout = .milliseconds(50)
    let server = MockServer(context: context)
    let port = try await server.start().port
    let client = try RawClient(port: port)
    try await client.send("GET /__mockspec/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try await listeners { $0 > 0 }
    let big = MockCall(
      method: "GET", target: .originForm, scheme: nil, host: nil, port: nil, path: "/a", query: nil,
      body: [UInt8](repeating: 65, count: 60_000))
    let other = try RawClient(port: port)
    // Until the socket is full.
    while control.listenerCount > 0 {
      try Task.checkCancellation()
      _ = engine.decide(big)
      #expect(try await other.get("/a").status == 200)
    }
    await server.stop()
  }

  @Test func `a server of the control API alone has no mocks`() async throws {
    let alone = MockServer(control: control)
    let client = try RawClient(port: try await alone.start().port)
    #expect(try await client.get("/__mockspec/health").status == 200)
    let answer = try await client.get("/a")
    #expect(answer.status == 404 && answer.body.contains("only the control API"))
    await alone.stop()
  }
}
