import MockSpec
import MockSpecControl
import TestSupport
import Testing

@testable import MockSpecServer

/// Calls of the control API are checked before their bodies are read.
@Suite(.timeLimit(.minutes(20)))
struct ControlAdmissionTests {
  let engine: MockEngine
  let control: MockControl

  init() throws {
    engine = MockEngine(
      try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {text: r}, S: {}}}}"))
    control = MockControl(engine)
  }

  /// Runs a server that keeps refused connections for longer than the test takes.
  private func run(_ control: MockControl? = nil, _ body: (RawClient) async throws -> Void) async throws {
    let server = LiveServer(control: control ?? self.control) { [engine] in engine.decide($0) }
    try await server.run { try await body($0.client()) }
  }

  private static let gibibyte = "Content-Length: 1073741824"
  private static let json = "Content-Type: application/json"
  private static let selection = "/requests/A/selection"

  struct Case: Sendable, CustomTestStringConvertible {
    let status: Int
    var path = selection
    var fields = ["Host: localhost", json, gibibyte]
    var testDescription: String { "\(status) \(path) \(fields)" }
  }

  private static let cases = [
    Case(status: 421, fields: ["Host: evil.example", json, gibibyte]),
    Case(status: 400, fields: ["Host: a/b", json, gibibyte]),
    Case(status: 403, fields: ["Host: localhost", "Origin: http://evil.example", json, gibibyte]),
    Case(status: 403, fields: ["Host: localhost", "Sec-Fetch-Site: cross-site", json, gibibyte]),
    Case(status: 415, fields: ["Host: localhost", "Content-Type: text/plain", gibibyte]),
    Case(status: 404, path: "/nothing"),
    Case(status: 405, path: "/state"),
    Case(status: 413),
    Case(status: 413, path: "/specs/x"),
    Case(status: 413, fields: ["Host: localhost", json, "Content-Length: 9223372036854775807"]),
    Case(status: 403, fields: ["Host: localhost", "Origin: null", json, "Transfer-Encoding: chunked"]),
    Case(status: 403, fields: ["Host: localhost", "Origin: null", json, "Content-Length: 9", "Expect: 100-continue"]),
    Case(status: 413, fields: ["Host: localhost", json, "Content-Length: 1048577", "Expect: 100-continue"]),
  ]

  @Test(arguments: cases)
  func `a refused call is answered before its body, and the connection closed`(_ refused: Case) async throws {
    try await run { client in
      try await client.send(
        "PUT /__mockspec\(refused.path) HTTP/1.1\r\n\(refused.fields.joined(separator: "\r\n"))\r\n\r\n")
      let answer = try await client.answer()
      #expect(answer.status == refused.status)
      #expect(answer["connection"] == ["close"])
      #expect(try await client.rest() == ("", .closed))
    }
    #expect(engine.session.selections.responses.isEmpty)
  }

  @Test func `a token is checked first`() async throws {
    var options = ControlOptions()
    options.token = "secret"
    try await run(MockControl(engine, options: options)) { client in
      try await client.send("POST /__mockspec/verify HTTP/1.1\r\nHost: localhost\r\n\(Self.gibibyte)\r\n\r\n")
      #expect(try await client.answer().status == 401)
    }
  }

  @Test func `a chunked body over the limit is refused when it exceeds it`() async throws {
    try await run { client in
      try await client.send(
        "PUT /__mockspec/specs/x HTTP/1.1\r\nHost: localhost\r\n\(Self.json)\r\nTransfer-Encoding: chunked\r\n\r\n")
      try await client.send("110000\r\n")
      try await client.send([UInt8](repeating: 0x20, count: 0x110000))
      let answer = try await client.answer()
      #expect(answer.status == 413 && answer["content-type"] == ["application/problem+json"])
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test(arguments: ["http://localhost?a=/__mockspec/state", "/a?b=/__mockspec/"])
  func `a call of a mock whose target only names the control API isn't one of it`(target: String) async throws {
    try await run { client in
      try await client.send("POST \(target) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\nab")
      let answer = try await client.answer()
      #expect(answer.status == 404)
      #expect(answer.body.contains("POST"), "\(answer.body)")
      #expect(engine.session.calls.count == 1)
    }
  }

  @Test func `a refused call with a small body keeps the connection`() async throws {
    try await run { client in
      let fields = "Host: localhost\r\nOrigin: http://evil.example\r\n\(Self.json)\r\n"
      try await client.send(
        "PUT /__mockspec\(Self.selection) HTTP/1.1\r\n\(fields)Content-Length: 9\r\n\r\nGET /a HT")
      let answer = try await client.answer()
      #expect(answer.status == 403 && answer["connection"].isEmpty)
      #expect(try await client.get("/a").body == "r")
      let chunked = "Host: localhost\r\n\(Self.json)\r\nTransfer-Encoding: chunked\r\n"
      let body = #"{"response": "S"}"#
      try await client.send(
        "PUT /__mockspec\(Self.selection) HTTP/1.1\r\n\(chunked)\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
      )
      #expect(try await client.answer().status == 200)
      #expect(try await client.get("/a").body == "")
    }
  }

  @Test func `an allowed call that waits for 100 Continue gets it`() async throws {
    try await run { client in
      let body = #"{"response": "S"}"#
      try await client.send(
        """
        PUT /__mockspec\(Self.selection) HTTP/1.1\r
        Host: localhost\r
        \(Self.json)\r
        Content-Length: \(body.utf8.count)\r
        Expect: 100-continue\r
        \r\n
        """)
      #expect(try await client.answer().status == 100)
      try await client.send(body)
      #expect(try await client.answer().status == 200)
    }
  }

  @Test func `requests before a refused call are answered first, and none after it`() async throws {
    try await run { client in
      let head = " HTTP/1.1\r\nHost: localhost\r\n"
      try await client.send(
        "GET /a\(head)\r\nGET /__mockspec/health\(head)\r\nPUT /__mockspec/scene\(head)Content-Length: 70000\r\n\r\n"
          + "GET /a\(head)\r\n")
      #expect(try await client.answer().body == "r")
      #expect(try await client.answer().status == 200)
      #expect(try await client.answer().status == 415)
      #expect(try await client.rest() == ("", .closed))
    }
  }

  @Test func `the limit of a mock's body doesn't change`() async throws {
    try await run { client in
      let bytes = 2 << 20
      try await client.send("GET /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(bytes)\r\n\r\n")
      try await client.send([UInt8](repeating: 0x20, count: bytes))
      #expect(try await client.answer().body == "r")
    }
  }

  @Test func `a wait whose client has closed its socket ends`() async throws {
    let server = MockServer(engine: engine, port: 0, control: control)
    let port = try await server.start().port
    var client: RawClient? = try RawClient(port: port)
    try await client?.send("GET /__mockspec/calls/wait?timeout=30s HTTP/1.1\r\nHost: localhost\r\n\r\n")
    try await listeners { $0 > 0 }
    client = nil
    try await listeners { $0 == 0 }
    await server.stop()
  }

  @Test func `a wait whose client only ended its output is answered`() async throws {
    try await run { client in
      try await client.send("GET /__mockspec/calls/wait?timeout=30s HTTP/1.1\r\nHost: localhost\r\n\r\n")
      client.endOutput()
      // The system of a client that has closed its socket answers these bytes with RST.
      #expect(try await client.bytes(9) == "HTTP/1.1 ")
      try await listeners { $0 > 0 }
      _ = engine.decide(
        MockCall(
          method: "GET", target: .originForm, scheme: nil, host: nil, port: nil, path: "/a", query: nil))
      let (rest, end) = try await client.rest()
      #expect(rest.hasPrefix("200 OK\r\n") && rest.contains(#""complete":true"#) && end == .closed)
    }
  }

  /// Waits for a number of listeners.
  private func listeners(_ isWanted: (Int) -> Bool) async throws {
    while !isWanted(control.listenerCount) {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
