import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// Streams of events over sockets.
@Suite(.timeLimit(.minutes(20)))
struct EventStreamTests {
  private static func engine(_ stream: String) throws -> MockEngine {
    MockEngine(
      try ResponseSets.load(
        text: """
          mockspec: 1
          requests:
            A: {match: GET /a, responses: {R: {stream: {\(stream)}}}}
            B: {match: GET /b, responses: {R: {text: b}}}

          """))
  }

  @Test func `each event is a chunk, and the connection is kept`() async throws {
    try await LiveServer(engine: Self.engine("every: 1ms, events: [{data: {n: 1}}, {comment: c}, {data: '[DONE]'}]"))
      .run {
        live in
        let client = try live.client()
        for _ in 1...2 {
          try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
          let text = try await client.text(until: "0\r\n\r\n")
          #expect(text.contains("\r\nContent-Type: text/event-stream\r\n"))
          #expect(
            text.hasSuffix("\r\n\r\nf\r\ndata: {\"n\":1}\n\n\r\n5\r\n: c\n\n\r\ne\r\ndata: [DONE]\n\n\r\n0\r\n\r\n"))
          #expect(await live.nextServed()?.description == "GET /a → 200 (A: R)")
        }
      }
  }

  @Test func `an empty event is no chunk, which would end the body`() async throws {
    let folder = try TemporaryFolder([
      "empty.bin": "",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        A: {match: /a, responses: {R: {stream: {format: bytes, events: [{base64: QQ==}, {file: empty.bin}, {base64: Qg==}]}}}}
        B: {match: /b, responses: {R: {stream: {format: bytes, events: [{file: empty.bin}]}}}}

      """,
    ])
    try await LiveServer(engine: MockEngine(try ResponseSets.load([folder.path]))).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.text(until: "0\r\n\r\n").hasSuffix("\r\n\r\n1\r\nA\r\n1\r\nB\r\n0\r\n\r\n"))
      #expect(try await client.text(until: "0\r\n\r\n").hasSuffix("\r\n\r\n0\r\n\r\n"))
    }
  }

  @Test func `a client that connects again gets the events after its last one, then 204`() async throws {
    let engine = try Self.engine("events: [{id: 1, data: a}, {id: 2, data: b}]")
    try await LiveServer(engine: engine).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 1\r\n\r\n")
      #expect(try await client.text(until: "0\r\n\r\n").hasSuffix("\r\n\r\nf\r\nid: 2\ndata: b\n\n\r\n0\r\n\r\n"))
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 2\r\n\r\n")
      let answer = try await client.answer(hasBody: false)
      #expect(answer.status == 204 && answer["transfer-encoding"].isEmpty && answer["content-length"].isEmpty)
    }
  }

  @Test(arguments: ["end: open, events: [{data: a}]", "every: 1h, times: forever, events: [{data: a}]"])
  func `a server that stops waits for no stream`(stream: String) async throws {
    try await LiveServer(engine: Self.engine(stream)).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.text(until: "data: a\n\n\r\n")
      async let stopped: Void = live.server.stop()
      #expect(try await client.rest().0 == "0\r\n\r\n")
      client.endBoth()
      await stopped
    }
  }

  @Test func `a client that leaves an open stream is noticed`() async throws {
    let engine = try Self.engine("end: open, events: [{data: a}]")
    try await LiveServer(engine: engine).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.text(until: "data: a\n\n\r\n")
      client.endBoth()
      _ = await live.nextServed()
      #expect(engine.session.calls[0].sentEvents?.end == .clientLeft)
    }
  }

  @Test(arguments: [("connectionReset", RawClient.End.reset), ("truncatedBody", .closed), ("malformedChunk", .closed)])
  func `a fault breaks the connection after the event before`(fault: String, expected: RawClient.End) async throws {
    try await LiveServer(engine: Self.engine("events: [{data: a}, {fault: \(fault)}]")).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let (text, end) = try await client.rest()
      #expect(text.hasSuffix("9\r\ndata: a\n\n\r\n" + (fault == "malformedChunk" ? "not a number\r\n" : "")))
      #expect(end == expected)
    }
  }

  /// The system takes some events, but not all of them: they are larger than its buffers.
  @Test func `events are sent only as fast as the client reads`() async throws {
    let (count, text) = (64, String(repeating: "x", count: 1 << 20))
    let engine = try Self.engine("format: lines, events: [{data: \(text)}], times: \(count)")
    try await LiveServer(engine: engine).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.text(until: "\r\n\r\n")
      for _ in 1...100 { #expect(try await live.client().get("/b").status == 200) }
      let sent = try #require(engine.session.calls.first?.sentEvents)
      #expect(sent.count < count && sent.end == nil)
      let size = "100001\r\n\r\n".utf8.count + text.utf8.count + 1
      #expect(try await client.bytes(count * size + 5).hasSuffix("x\n\r\n0\r\n\r\n"))
    }
  }

  // MARK: - HTTP/2

  @Test func `over HTTP/2, each event is a frame, and two streams run at once`() async throws {
    let engine = try Self.engine("format: lines, every: 1ms, events: [{data: one}, {data: two}, {data: three}]")
    try await LiveServer(engine: engine).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      try await client.request("/a", on: 3)
      var texts: [Int: [String]] = [:]
      var ends = 0
      while ends < 2, let frame = try await client.next(.data) {
        texts[frame.stream, default: []].append(frame.text)
        if frame.isEnd { ends += 1 }
      }
      #expect(texts == [1: ["one\n", "two\n", "three\n"], 3: ["one\n", "two\n", "three\n"]])
    }
  }

  @Test(arguments: ["connectionReset", "truncatedBody", "malformedChunk"])
  func `over HTTP/2, a fault resets the stream after the event before`(fault: String) async throws {
    try await LiveServer(engine: Self.engine("format: lines, events: [{data: one}, {fault: \(fault)}]")).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      #expect(try await client.next(.data)?.text == "one\n")
      #expect(try await client.next(.resetStream)?.stream == 1)
      #expect(await live.nextServed()?.description == "GET /a → 200, \(fault) after 4 bytes (A: R)")
    }
  }

  @Test func `over HTTP/2, a server that stops ends an open stream`() async throws {
    try await LiveServer(engine: Self.engine("format: lines, end: open, events: [{data: one}]")).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      #expect(try await client.next(.data)?.text == "one\n")
      async let stopped: Void = live.server.stop()
      let last = try await client.next(.data)
      #expect(last?.text == "" && last?.isEnd == true)
      client.endBoth()
      await stopped
    }
  }
}
