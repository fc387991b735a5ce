import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// Requests defined in code, over a connection.
@Suite(.timeLimit(.minutes(20)))
struct ClosureTests {
  struct Mistake: Error {}

  static func run(_ requests: MockedRequest..., body: (RawClient) async throws -> Void) async throws -> [String] {
    let engine = MockEngine(try ResponseSets.load(text: "{\"mockspec\": 1, \"requests\": {}}"))
    try engine.session.add(requests)
    let (served, report) = AsyncStream.makeStream(of: String.self)
    let server = MockServer(engine: engine, port: 0) { report.yield($0.description) }
    let address = try await server.start()
    do {
      try await body(try RawClient(port: address.port))
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
    report.finish()
    var lines: [String] = []
    for await line in served { lines.append(line) }
    return lines
  }

  @Test func `a closure's reply is sent in order, without a body for HEAD`() async throws {
    let lines = try await Self.run(
      MockedRequest("Echo", "POST /echo") {
        MockedResponse("R") { call in MockReply(status: 201, headers: ["X-One": "1"], body: call.body) }
      },
      MockedRequest("Page", "GET /page") {
        MockedResponse("R") { _ in MockReply(text: "hello") }
      }
    ) { client in
      try await client.send("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nabc")
      try await client.send("HEAD /page HTTP/1.1\r\nHost: x\r\n\r\nGET /page HTTP/1.1\r\nHost: x\r\n\r\n")
      let echo = try await client.answer()
      #expect(echo.status == 201)
      #expect(echo.body == "abc")
      #expect(echo["x-one"] == ["1"])
      #expect(try await client.answer(hasBody: false)["content-length"] == ["5"])
      #expect(try await client.answer().body == "hello")
    }
    #expect(
      lines == ["POST /echo → 201 (Echo: R)", "HEAD /page → 200 (Page: R)", "GET /page → 200 (Page: R)"])
  }

  @Test func `a closure can forward its call`() async throws {
    let real =
      "{\"mockspec\": 1, \"requests\": {\"Real\": {\"match\": \"GET /a\", \"responses\": {\"R\": {\"text\": \"real\"}}}}}"
    let origin = MockServer(engine: MockEngine(try ResponseSets.load(text: real)), port: 0)
    let port = try await origin.start().port
    let lines = try await Self.run(
      MockedRequest("A", "GET /a") { MockedResponse("R") { _ in .forward(to: "http://127.0.0.1:\(port)") } }
    ) { client in
      let answer = try await client.get("/a")
      #expect(answer.status == 200)
      #expect(answer.body == "real")
    }
    await origin.stop()
    #expect(lines.count == 1 && lines[0].hasPrefix("GET /a → "), "\(lines)")
  }

  @Test func `an error that a closure throws resets the connection and is logged`() async throws {
    let lines = try await Self.run(
      MockedRequest("A", "GET /a") { MockedResponse("R") { _ in throw Mistake() } }
    ) { client in
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.rest() == ("", .reset))
    }
    #expect(lines == ["GET /a → connection reset: the closure threw Mistake() (A: R)"])
  }

  @Test func `a reply that isn't valid HTTP is 500 with the reason`() async throws {
    _ = try await Self.run(
      MockedRequest("A", "GET /a") { MockedResponse("R") { _ in MockReply(status: 42) } }
    ) { client in
      let answer = try await client.get("/a")
      #expect(answer.status == 500)
      #expect(answer.body.contains("found 42"))
    }
  }

  @Test func `a log contains no secret of a query`() async throws {
    let lines = try await Self.run(MockedRequest("A", "GET /a") { MockedResponse("R", status: 204) }) { client in
      _ = try await client.get("/a?x=1&authorization=swordfish")
    }
    #expect(lines == ["GET /a?x=1&authorization=‹redacted, 9 characters› → 204 (A: R)"])
  }
}
