import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Bodies that are sent to another server as they arrive on a stream of HTTP/2.
@Suite(.timeLimit(.minutes(20)))
struct StreamUploadTests {
  private static let head = FrameClient.Frame.headers(
    1, FrameClient.block([(":method", "POST"), (":scheme", "http"), (":path", "/a"), (":authority", "x")]), flags: 4)

  /// Sends the head of a request and the beginning of its body.
  static func begin(_ live: LiveServer) async throws -> FrameClient {
    let client = try await FrameClient(live.server)
    try await client.send(head)
    try await client.send(.init(kind: .data, stream: 1, payload: Array("first".utf8)))
    return client
  }

  @Test func `a body over HTTP 2 arrives before it is whole`() async throws {
    let hasFirst = AsyncStream.makeStream(of: Void.self)
    try await UploadTests.run(
      { origin in
        var received = Received(origin)
        try received.receive("first")
        #expect(received.text.contains("\r\nTransfer-Encoding: chunked\r\n"))
        hasFirst.continuation.yield()
        try received.receive("later\r\n0\r\n\r\n")
        try origin.send(UploadTests.ok)
      },
      { live, engine in
        let client = try await Self.begin(live)
        for await _ in hasFirst.stream { break }
        try await client.send(.init(kind: .data, flags: 1, stream: 1, payload: Array("later".utf8)))
        #expect(try await client.answer() == .init(status: 200, body: "ok"))
        #expect(engine.session.calls.map(\.bodySize) == [10])
      })
  }

  @Test func `a stream that the client resets resets the connection to the origin`() async throws {
    let origin = BrokenUpload()
    try await UploadTests.run(
      origin.serve,
      { live, engine in
        let client = try await Self.begin(live)
        await origin.first()
        try await client.send(.init(kind: .resetStream, stream: 1, payload: [0, 0, 0, 8]))
        #expect(await origin.end() == ECONNRESET)
        #expect(await live.nextServed()?.note == "client reset the stream before the answer")
        #expect(engine.session.calls.isEmpty)
      })
  }

  @Test func `an early answer over HTTP 2 is received whole`() async throws {
    try await UploadTests.run(
      { origin in
        var received = Received(origin)
        try received.receive("first")
        try origin.send(UploadTests.ok)
      },
      { live, _ in
        let client = try await Self.begin(live)
        #expect(try await client.answer() == .init(status: 200, body: "ok"))
        // Asks the client to stop (RFC 9113 §8.1).
        #expect(try await client.next(.resetStream)?.number == 0)
      })
  }

  @Test func `malformed trailers over HTTP 2 are 400, and reset the connection to the origin`() async throws {
    let origin = BrokenUpload()
    try await UploadTests.run(
      origin.serve,
      { live, engine in
        let client = try await Self.begin(live)
        await origin.first()
        try await client.send(.headers(1, FrameClient.block([(":path", "/")])))
        #expect(try await client.answer() == .init(status: 400, body: "':path' can't follow the body\n"))
        #expect(await origin.end() == ECONNRESET)
        #expect(await live.nextServed()?.description == "POST /a → 400, ':path' can't follow the body")
        #expect(engine.session.calls.isEmpty)
      })
  }

  @Test func `a whole body over HTTP 2 is sent, although the client ends its side at once`() async throws {
    try await UploadTests.run(
      { origin in
        var received = Received(origin)
        try received.receive("whole")
        try origin.send(UploadTests.ok)
      },
      { live, _ in
        let client = try await FrameClient(live.server)
        try await client.send(Self.head, .init(kind: .data, flags: 1, stream: 1, payload: Array("whole".utf8)))
        client.endOutput()
        #expect(try await client.answer() == .init(status: 200, body: "ok"))
      })
  }
}
