import MockSpec
import Synchronization
import TestSupport
import Testing

@testable import MockSpecServer

/// Bodies that code makes while they are sent.
@Suite(.timeLimit(.minutes(20)))
struct StreamedBodyTests {
  struct Mistake: Error {}

  private static func pieces(
    _ texts: String..., then error: (any Error)? = nil
  ) -> AsyncThrowingStream<String.UTF8View, any Error> {
    AsyncThrowingStream { pieces in
      for text in texts { pieces.yield(text.utf8) }
      pieces.finish(throwing: error)
    }
  }

  private static func letters(then error: (any Error)? = nil) -> MockedRequest {
    MockedRequest("A", "/a") {
      MockedResponse("R") { _ in
        MockReply(headers: ["Content-Length": "7", "X-One": "1"], pieces: pieces("abc", "", "d", then: error))
      }
    }
  }

  @Test func `each piece is a chunk, and the connection is kept`() async throws {
    let lines = try await ClosureTests.run(Self.letters()) { client in
      for _ in 1...2 {
        try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
        let text = try await client.text(until: "0\r\n\r\n")
        #expect(text.hasPrefix("HTTP/1.1 200 OK\r\nX-One: 1\r\n"))
        #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n") && !text.contains("Content-Length"))
        #expect(text.hasSuffix("\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n"))
      }
    }
    #expect(lines == ["GET /a → 200 (A: R)", "GET /a → 200 (A: R)"])
  }

  @Test func `an HTTP/1.0 client gets the pieces until the connection is closed`() async throws {
    _ = try await ClosureTests.run(Self.letters()) { client in
      try await client.send("GET /a HTTP/1.0\r\n\r\n")
      let (text, end) = try await client.rest()
      #expect(text.hasSuffix("\r\nConnection: close\r\n\r\nabcd"))
      #expect(end == .closed)
    }
  }

  @Test func `the reply to HEAD has no length, and no piece is made`() async throws {
    let made = Mutex(0)
    let stream = AsyncStream<[UInt8]> {
      made.withLock { $0 += 1 }
      return nil
    }
    _ = try await ClosureTests.run(
      MockedRequest("A", "/a") { MockedResponse("R") { _ in MockReply(pieces: stream) } }
    ) { client in
      try await client.send("HEAD /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let answer = try await client.answer(hasBody: false)
      #expect(answer.status == 200 && answer["content-length"].isEmpty && answer["transfer-encoding"].isEmpty)
    }
    #expect(made.withLock { $0 } == 0)
  }

  @Test func `an error of the sequence resets the connection after the pieces before`() async throws {
    let lines = try await ClosureTests.run(Self.letters(then: Mistake())) { client in
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      let (text, end) = try await client.rest()
      #expect(text.hasSuffix("\r\n\r\n3\r\nabc\r\n1\r\nd\r\n"))
      #expect(end == .reset)
    }
    #expect(lines == ["GET /a → 200, connection reset: the body's sequence threw Mistake() (A: R)"])
  }

  /// A sequence that pauses after its first piece, and is endless after that.
  private struct Endless: AsyncSequence, AsyncIteratorProtocol, Sendable {
    final class Owner: Sendable {
      let onEnd: @Sendable () -> Void
      init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      deinit { onEnd() }
    }

    let pause: AsyncStream<Void>
    let owner: Owner
    private var isFirst = true

    init(pause: AsyncStream<Void>, onEnd: @escaping @Sendable () -> Void) {
      (self.pause, owner) = (pause, Owner(onEnd: onEnd))
    }

    mutating func next() async -> [UInt8]? {
      if !isFirst { for await _ in pause {} }
      isFirst = false
      return Array("piece".utf8)
    }

    func makeAsyncIterator() -> Self { self }
  }

  @Test func `the sequence is given up when the client leaves`() async throws {
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    let (pause, goOn) = AsyncStream.makeStream(of: Void.self)
    let lines = try await ClosureTests.run(
      MockedRequest("A", "/a") {
        MockedResponse("R") { _ in MockReply(pieces: Endless(pause: pause) { end.yield() }) }
      }
    ) { client in
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.text(until: "piece\r\n")
      client.endBoth()
      goOn.finish()
      for await _ in ended { break }
    }
    #expect(lines == ["GET /a → 200, client left in the middle of the answer (A: R)"])
  }

  @Test func `a server that stops doesn't wait for the end of a sequence`() async throws {
    let (pieces, piece) = AsyncStream.makeStream(of: [UInt8].self)
    piece.yield(Array("first".utf8))
    let lines = try await ClosureTests.run(
      MockedRequest("A", "/a") { MockedResponse("R") { _ in MockReply(pieces: pieces) } }
    ) { client in
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.text(until: "first\r\n")
    }
    #expect(lines == ["GET /a → 200 (A: R)"])
  }

  /// The system takes some pieces, but not all of them: they are larger than its buffers.
  @Test func `pieces are made only as fast as the client reads`() async throws {
    let (count, size) = (64, 1 << 20)
    let made = Atomic(0)
    let engine = MockEngine(try ResponseSets.load(text: "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {}}}}"))
    try engine.session.add(
      MockedRequest("A", "/a") {
        MockedResponse("R") { _ in
          MockReply(
            pieces: AsyncStream {
              made.add(1, ordering: .relaxed).newValue > count ? nil : [UInt8](repeating: 120, count: size)
            })
        }
      })
    try await LiveServer(engine: engine).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.text(until: "\r\n\r\n")
      for _ in 1...100 { #expect(try await live.client().get("/b").status == 200) }
      #expect(made.load(ordering: .relaxed) < count)
      #expect(try await client.bytes(count * (size + "100000\r\n\r\n".utf8.count) + 5).hasSuffix("x\r\n0\r\n\r\n"))
    }
  }

  @Test func `each piece is a frame on a stream, and an error resets it`() async throws {
    let engine = MockEngine(try ResponseSets.load(text: "mockspec: 1\nrequests: {}\n"))
    try engine.session.add(
      Self.letters(),
      MockedRequest("B", "/b") {
        MockedResponse("R") { _ in MockReply(pieces: Self.pieces("abc", then: Mistake())) }
      })
    try await LiveServer(engine: engine).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      for (text, isEnd) in [("abc", false), ("d", false), ("", true)] {
        let frame = try await client.next(.data)
        #expect(frame?.text == text && frame?.isEnd == isEnd)
      }
      #expect(await live.nextServed()?.description == "GET /a → 200 (A: R)")
      try await client.request("/b", on: 3)
      #expect(try await client.next(.data)?.text == "abc")
      #expect(try await client.next(.resetStream)?.stream == 3)
      #expect(
        await live.nextServed()?.description
          == "GET /b → 200, stream reset: the body's sequence threw Mistake() (B: R)")
    }
  }

  /// The first piece fills the client's window.
  @Test func `a stream without a window holds one piece`() async throws {
    let made = Atomic(0)
    let engine = MockEngine(try ResponseSets.load(text: "mockspec: 1\nrequests: {B: {match: /b, responses: {R: {}}}}"))
    try engine.session.add(
      MockedRequest("A", "/a") {
        MockedResponse("R") { _ in
          MockReply(
            pieces: AsyncStream {
              made.add(1, ordering: .relaxed).newValue > 3 ? nil : [UInt8](repeating: 120, count: 10)
            })
        }
      })
    try await LiveServer(engine: engine).run { live in
      let client = try await FrameClient(live.server, settings: [(4, 10)])
      try await client.request("/a")
      #expect(try await client.next(.data)?.payload.count == 10)
      for stream in 1...100 {
        try await client.request("/b", on: 2 * stream + 1)
        #expect(try await client.next(.headers) != nil)
      }
      #expect(made.load(ordering: .relaxed) <= 2)
      for _ in 2...3 {
        try await client.send(FrameClient.Frame(kind: .windowUpdate, stream: 1, payload: FrameClient.bytes(10)))
        #expect(try await client.next(.data)?.payload.count == 10)
      }
      #expect(try await client.next(.data)?.isEnd == true)
    }
  }
}
