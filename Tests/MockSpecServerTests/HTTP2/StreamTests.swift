import HTTPTypes
import MockSpecControl
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Requests over HTTP/2.
@Suite(.timeLimit(.minutes(20)))
struct StreamTests {
  @Test func `a preface is recognized however it is split`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      for byte in FrameClient.preface + FrameClient.Frame(kind: .settings).bytes { try await client.send([byte]) }
      // An empty frame with settings, and the one that acknowledges them.
      #expect(try await client.bytes(5).utf8.elementsEqual([0, 0, 18, 4, 0]))
    }
  }

  @Test(arguments: ["PRI * HTTP/2.0\r\n\r\nSM\r\n\rx", "PRI * HTTP/2.1\r\n\r\n", "PRI"])
  func `other bytes are read as HTTP 1.1`(bytes: String) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send(bytes)
      client.endOutput()
      #expect(try await client.rest().text.hasPrefix("HTTP/1.1 "))
    }
  }

  @Test func `streams are answered at once`() async throws {
    try await LiveServer(decide: { .echo($0, delay: $0.path == "/slow" ? .seconds(60) : .zero) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/slow")
      try await client.request("/fast", on: 3)
      #expect(try await client.answer(on: 3) == .init(status: 200, body: "/fast"))
      #expect(await live.nextServed()?.version == "HTTP/2")
      try await client.send(.init(kind: .resetStream, stream: 1, payload: [0, 0, 0, 8]))
      #expect(await live.nextServed()?.description == "GET /slow → client reset the stream before the answer")
    }
  }

  @Test func `a target with bytes that aren't ASCII is that of its percent-encoded form`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/caf\u{E9}?a=\u{FC}")
      #expect(try await client.answer() == .init(status: 200, body: "/caf%C3%A9"))
      let older = try live.client()
      try await older.send("GET /caf\u{E9}?a=\u{FC} HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(try await older.answer().body == "/caf%C3%A9")
    }
  }

  @Test func `a request has its host, its cookies and its body`() async throws {
    try await LiveServer(decide: { request in
      .reply(
        "\(request.target) \(request.host ?? "") \(request.fields[.host] ?? "") \(request.fields[.cookie] ?? "") "
          + String(decoding: request.body, as: UTF8.self))
    }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a", method: "POST", fields: [("cookie", "a=1"), ("cookie", "b=2")], body: "hello")
      #expect(try await client.answer().body == "originForm x x a=1; b=2 hello")
    }
  }

  @Test(arguments: [
    ("host", "y", 400, "'host' is 'y', but ':authority' is 'x'"), ("host", "X", 200, "/a"),
    ("x", " a", 400, "the value of a field begins or ends with a blank"),
    ("cookie", "a\t", 400, "the value of a field"),
    ("x", "a b", 200, "/a"),
    ("content-length", "0", 200, "/a"), ("x", "\u{1}", 400, "a header field is malformed"),
  ])
  func `fields are checked`(name: String, value: String, status: Int, body: String) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a", fields: [(name, value)])
      let answer = try await client.answer()
      #expect(answer.status == status)
      #expect(answer.body.hasPrefix(body))
    }
  }

  @Test func `a request is checked although an equal one is known`() async throws {
    let text = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: a}}}}"
    let server = MockServer(engine: MockEngine(try ResponseSets.load(text: text)), port: 0)
    try await server.start()
    let client = try await FrameClient(server)
    for stream in [1, 3, 5, 7] {
      try await client.request("/a", on: stream, fields: [("a", "b"), ("c", "d")])
      #expect(try await client.answer(on: stream) == .init(status: 200, body: "a"))
    }
    // Their bytes are the same in the form of HTTP/1.1.
    for (index, fields) in [[("a", "b"), ("c", "d"), ("host", "y")], [("a", "b\r\nc: d")]].enumerated() {
      try await client.request("/a", on: 9 + 2 * index, fields: fields)
      #expect(try await client.answer(on: 9 + 2 * index).status == 400)
    }
    await server.stop()
  }

  @Test(arguments: [
    (1, "CONNECT isn't supported"), (2, "':path' must begin with '/'"), (3, "the request has neither"),
    (4, "only OPTIONS may have '*'"), (5, "the request target must not have a fragment"),
    (6, "the name of a field must"), (7, "the name of a field must"), (8, "a field has a line end"),
    (9, "a request over HTTP/2 can't have 'connection'"), (10, "'te' must be 'trailers'"),
    (11, "':path' must precede all fields"), (12, "the request has ':path' twice"),
    (13, "the request must have ':method'"), (14, "a request can't have ':status'"),
    (15, "CONNECT must have ':authority'"), (16, "':scheme' has a space or a control character"),
    (17, "':authority' has a space or a control character"),
  ])
  func `a malformed request is 400, and other streams go on`(number: Int, reason: String) async throws {
    let valid = [(":method", "GET"), (":scheme", "http"), (":path", "/a"), (":authority", "x")]
    let fields: [(String, String)] =
      switch number {
      case 1: [(":method", "CONNECT"), (":authority", "x:1")]
      case 2: [(":method", "GET"), (":scheme", "http"), (":path", "http://x/"), (":authority", "x")]
      case 3: [(":method", "GET"), (":scheme", "http"), (":path", "/")]
      case 5: [(":method", "GET"), (":scheme", "http"), (":path", "/a#b"), (":authority", "x")]
      case 6: valid + [("A", "b")]
      case 7: valid + [("a: b", "c")]
      case 8: valid + [("a", "b\r\nc: d")]
      case 9: valid + [("connection", "close")]
      case 10: valid + [("te", "gzip")]
      case 11: Array(valid.dropLast(2)) + [("a", "b"), (":path", "/a")]
      case 12: valid + [(":path", "/a")]
      case 13: Array(valid.dropFirst())
      case 14: valid + [(":status", "200")]
      case 15: [(":method", "CONNECT"), (":path", "/a"), (":authority", "x")]
      case 16: [(":method", "GET"), (":scheme", "a b"), (":path", "/a"), (":authority", "x")]
      case 17: Array(valid.dropLast()) + [(":authority", "x\r\na: b")]
      default: [(":method", "GET"), (":scheme", "http"), (":path", "*"), (":authority", "x")]
      }
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.send(.headers(1, FrameClient.block(fields)))
      let answer = try await client.answer()
      #expect(answer.status == 400)
      #expect(answer.body.hasPrefix(reason))
      try await client.request("/a", on: 3)
      #expect(try await client.answer(on: 3).body == "/a")
    }
  }

  @Test(arguments: [
    ([(":path", "/")], "':path' can't follow the body"), ([("A", "b")], "the name of a field must"),
    ([("a", "b\n")], "a field has a line end"), ([("te", "gzip")], "'te' must be 'trailers'"),
  ])
  func `malformed trailers are 400, and others go on`(fields: [(String, String)], reason: String) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      let block = FrameClient.block([(":method", "POST"), (":scheme", "http"), (":path", "/"), (":authority", "x")])
      try await client.send(.headers(1, block, flags: 4), .headers(1, FrameClient.block(fields)))
      let answer = try await client.answer()
      #expect(answer.status == 400 && answer.body.hasPrefix(reason))
      #expect(await live.nextServed()?.description.hasPrefix("POST / → 400, \(reason)") == true)
      try await client.send(.headers(3, block, flags: 4), .headers(3, FrameClient.block([("a", "b")])))
      #expect(try await client.answer(on: 3).status == 200)
    }
  }

  @Test func `CONNECT is refused although its stream is open`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      let block = FrameClient.block([(":method", "CONNECT"), (":authority", "x:1")])
      try await client.send(.headers(1, block, flags: 4))
      #expect(try await client.answer().status == 400)
    }
  }

  /// RFC 9113 §4.2 asks for FRAME_SIZE_ERROR, but NIO reports the error of padding that is too long (§6.1).
  @Test(arguments: [FrameClient.Kind.data, .headers])
  func `padding whose length is missing ends the connection`(kind: FrameClient.Kind) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      let block = FrameClient.block([(":method", "POST"), (":scheme", "http"), (":path", "/"), (":authority", "x")])
      if kind == .data { try await client.send(.headers(1, block, flags: 4)) }
      try await client.send(.init(kind: kind, flags: 12, stream: 1))
      #expect(try await client.next(.goAway)?.number == 1)
    }
  }

  /// NIO doesn't know which calls are answered.
  @Test func `the last frame of a connection with an error has the highest number of a stream`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      try await client.request("/a", on: 3)
      try await client.send(.init(kind: .data, stream: 0), .headers(5, []))
      #expect(try await client.next(.goAway)?.payload == FrameClient.bytes(0x7FFF_FFFF) + FrameClient.bytes(1))
    }
  }

  @Test func `a connection beyond the limit ends with the reason`() async throws {
    let limits = ConnectionLimitTests.limits { $0.server.connections = 1 }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let first = try await FrameClient(live.server)
      try await first.request("/a")
      #expect(try await first.answer().status == 200)
      let second = try await FrameClient(live.server)
      #expect(try await second.next()?.kind == .settings)
      let goAway = try #require(try await second.next())
      #expect((goAway.kind, Array(goAway.payload.prefix(8))) == (.goAway, FrameClient.bytes(0) + FrameClient.bytes(11)))
      #expect(goAway.text.contains("the server has 1 connections"))
      second.endOutput()
      #expect(try await second.next() == nil)
    }
  }

  @Test func `a head or a body that is larger than the limits is refused before it is whole`() async throws {
    let limits = ConnectionLimitTests.limits {
      $0.server.requestLineBytes = 16
      $0.server.headerCount = 2
      $0.server.bodyBytes = 4
    }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a/very/long/path")
      #expect(try await client.answer().body == "':path' is larger than 16 bytes\n")
      try await client.request("/a", on: 3, fields: [("a", "1"), ("b", "2")])
      #expect(try await client.answer(on: 3).body == "the head has more than 2 fields\n")
      try await client.send(
        .headers(
          5, FrameClient.block([(":method", "POST"), (":scheme", "http"), (":path", "/"), (":authority", "x")]),
          flags: 4),
        .init(kind: .data, stream: 5, payload: [1, 2, 3, 4, 5]))
      #expect(try await client.answer(on: 5).body == "the body is larger than 4 bytes\n")
      // The client is asked to stop.
      #expect(try await client.next(.resetStream)?.number == 0)
    }
  }

  @Test func `fields of a connection aren't sent`() async throws {
    let fields: HTTPFields = [
      .connection: "keep-alive", .init("Keep-Alive")!: "5", .transferEncoding: "chunked", .upgrade: "h2c",
      .init("Proxy-Connection")!: "close", .contentLength: "99",
    ]
    try await LiveServer(decide: { _ in .reply("hello", fields: fields) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      #expect(try await client.answer() == .init(status: 200, body: "hello"))
    }
  }

  @Test(arguments: [
    (Fault.connectionReset, FrameClient.ReceivedReply(reset: 2)), (.emptyResponse, .init(reset: 2)),
    (.truncatedBody, .init(status: 200, body: "hel", reset: 2)),
    (.malformedChunk, .init(status: 200, body: "hello!", reset: 1)), (.hang, .init(reset: 2)),
  ])
  func `a fault resets its stream, and others go on`(fault: Fault, expected: FrameClient.ReceivedReply) async throws {
    let reply = Reply(status: 200, fields: [:], body: Array("hello!".utf8), isShared: true)
    try await LiveServer(
      timeout: .milliseconds(50), decide: { $0.path == "/a" ? .echo($0) : .outcome(.fault(fault, reply)) }
    ).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/fault")
      #expect(try await client.answer() == expected)
      try await client.request("/a", on: 3)
      #expect(try await client.answer(on: 3).body == "/a")
    }
  }

  @Test func `an error resets its stream`() async throws {
    try await LiveServer(decide: { _ in .outcome(.failure(.urlError(.networkConnectionLost))) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      #expect(try await client.answer() == .init(reset: 2))
      #expect(await live.nextServed()?.description == "GET /a → stream reset")
    }
  }

  @Test func `HEAD and large bodies are answered as in HTTP 1.1`() async throws {
    let body = [UInt8](repeating: 0x61, count: 3 << 20)
    let reply = Reply(status: 200, fields: [:], body: body, isShared: true)
    try await LiveServer(decide: {
      Decision(outcome: .reply(reply), answersHead: $0.method == "HEAD", snapshot: 1)
    }).run { live in
      // A window for all.
      let client = try await FrameClient(live.server, settings: [(4, 8 << 20)])
      try await client.send(.init(kind: .windowUpdate, payload: FrameClient.bytes(8 << 20)))
      try await client.request("/a")
      #expect(try await client.answer().body.utf8.count == body.count)
      try await client.request("/a", method: "HEAD", on: 3)
      #expect(try await client.answer(on: 3) == .init(status: 200))
    }
  }

  @Test func `the control API is guarded by the authority`() async throws {
    let engine = MockEngine(
      try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: a}}}}"))
    try await LiveServer(control: MockControl(engine), decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      func get(_ path: String, _ stream: Int, host: String) async throws {
        try await client.send(
          .headers(
            stream,
            FrameClient.block([(":method", "GET"), (":scheme", "http"), (":path", path), (":authority", host)])))
      }
      try await get("/__mockspec/state", 1, host: "localhost")
      #expect(try await client.answer().status == 200)
      try await get("/__mockspec/state", 3, host: "example.com")
      #expect(try await client.answer(on: 3).status == 0)
      // An event stream ends when its client cancels it.
      try await get("/__mockspec/events", 5, host: "localhost")
      #expect(try await client.next(.headers)?.stream == 5)
      try await client.send(.init(kind: .resetStream, stream: 5, payload: [0, 0, 0, 8]))
      try await get("/__mockspec/state", 7, host: "localhost")
      #expect(try await client.answer(on: 7).status == 200)
    }
  }

  /// A `{` takes 15 bits, and a `v` 7.
  @Test(arguments: [("{", 8_000, true), ("{", 9_000, false), ("v", 17_000, true), ("v", 19_000, false)])
  func `fields that are larger than a frame reset their stream, and others go on`(
    character: String, count: Int, fits: Bool
  ) async throws {
    try await LiveServer(decide: {
      guard $0.path == "/large" else { return .echo($0) }
      let value = String(repeating: character, count: count)
      let reply = Reply(status: 200, fields: [.init("X-A")!: value], body: Array("large".utf8), isShared: true)
      return Decision(outcome: .reply(reply), snapshot: 1)
    }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/large")
      #expect(try await client.answer() == (fits ? .init(status: 200, body: "large") : .init(reset: 2)))
      let served = await live.nextServed()?.description
      #expect(
        served
          == (fits
            ? "GET /large → 200" : "GET /large → stream reset: the fields of the answer are too large for HTTP/2"))
      try await client.request("/a", on: 3)
      #expect(try await client.answer(on: 3).body == "/a")
    }
  }
}
