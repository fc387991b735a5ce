import HTTPTypes
import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// HTTP/2 clients that send more than they need, or take less than they ask for.
@Suite(.timeLimit(.minutes(20)))
struct FloodTests {
  typealias Frame = FrameClient.Frame

  private static let block = FrameClient.block([
    (":method", "GET"), (":scheme", "http"), (":path", "/"), (":authority", "x"),
  ])

  struct Flood: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The possible errors of the GOAWAY frame.
    var errors = [11]
    /// The frames that are sent again and again, from the number of the round.
    let frames: @Sendable (Int) -> [Frame]

    static let all = [
      Flood(testDescription: "resets of streams") { round in
        [
          .headers(2 * round + 1, block),
          Frame(kind: .resetStream, stream: 2 * round + 1, payload: FrameClient.bytes(8)),
        ]
      },
      Flood(testDescription: "pings") { _ in [Frame(kind: .ping, payload: [UInt8](repeating: 0, count: 8))] },
      Flood(testDescription: "settings") { _ in [Frame(kind: .settings)] },
      Flood(testDescription: "priorities") { _ in [Frame(kind: .priority, stream: 1, payload: [0, 0, 0, 0, 1])] },
      Flood(testDescription: "empty data") { round in
        (round == 0 ? [.headers(1, block, flags: 4)] : []) + [Frame(kind: .data, stream: 1)]
      },
      Flood(testDescription: "continuations") { round in
        [round == 0 ? .headers(1, block, flags: 1) : Frame(kind: .continuation, stream: 1, payload: [])]
      },
      Flood(testDescription: "streams with errors") { round in
        // A body that doesn't follow.
        [.headers(2 * round + 1, block + FrameClient.block([("content-length", "1")]))]
      },
      // Too many streams at once, or too many refused calls one after the other.
      Flood(testDescription: "malformed requests", errors: [1, 11]) { round in
        [.headers(2 * round + 1, block + FrameClient.block([("connection", "close")]))]
      },
      Flood(testDescription: "malformed trailers", errors: [1, 11]) { round in
        [.headers(2 * round + 1, block, flags: 4), .headers(2 * round + 1, FrameClient.block([(":path", "/")]))]
      },
      Flood(testDescription: "heads that are too large", errors: [1, 11]) { round in
        [.headers(2 * round + 1, block + FrameClient.block([("a", String(repeating: "b", count: 15_000))]))]
      },
      Flood(testDescription: "a table that is referred to again and again", errors: [9]) { round in
        // Literal with indexing, then the entry 10,000 times.
        let bomb = [0x40, 1, 0x61, 0x7F, 0x81, 0x1E] + [UInt8](repeating: 0x62, count: 3_968)
        return [.headers(2 * round + 1, block + bomb + [UInt8](repeating: 0xBE, count: 10_000))]
      },
    ]
  }

  @Test(arguments: Flood.all)
  func `a flood ends its connection, and others are served`(flood: Flood) async throws {
    let limits = ConnectionLimitTests.limits {
      $0.server.streamResets = 100
      $0.server.headerBytes = 10_000
    }
    try await LiveServer(limits: limits, decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      // The server ends its side, and resets the connection later.
      let sending = Task {
        for round in 0... {
          guard (try? await client.send(flood.frames(round).flatMap(\.bytes))) != nil, !Task.isCancelled else { return }
        }
      }
      let goAway = try await client.next(.goAway)
      sending.cancel()
      await sending.value
      #expect(goAway.map { flood.errors.contains($0.number) } == true)
      let other = try await FrameClient(live.server)
      try await other.request("/a")
      #expect(try await other.answer().body == "/a")
    }
  }

  /// The server keeps nothing of them, and answers none.
  @Test(arguments: [
    Frame(kind: .windowUpdate, payload: FrameClient.bytes(1)), Frame(kind: .priorityUpdate, payload: [0, 0, 0, 1]),
    Frame(kind: .goAway, payload: [UInt8](repeating: 0, count: 8)),
  ])
  func `frames that are only counted or skipped can be sent at any rate`(frame: FrameClient.Frame) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.send((0..<10_000).flatMap { _ in frame.bytes })
      try await client.request("/a")
      #expect(try await client.answer().body == "/a")
    }
  }

  @Test(arguments: [false, true])
  func `a stream too many ends its connection, and others go on`(isAcknowledged: Bool) async throws {
    try await LiveServer(decide: { .echo($0, delay: $0.path == "/slow" ? .seconds(60) : .zero) }).run { live in
      let client = try await FrameClient(live.server)
      #expect(try await client.next(.settings)?.payload.prefix(6) == [0, 3, 0, 0, 0, 100])
      if isAcknowledged { try await client.send(Frame(kind: .settings, flags: 1)) }
      for number in 0..<100 { try await client.request("/slow", on: 2 * number + 1) }
      try await client.send(Frame(kind: .ping, payload: [UInt8](repeating: 0, count: 8)))
      #expect(try await client.next(.ping) != nil)
      try await client.request("/refused", on: 201)
      #expect(try await client.next(.goAway)?.number == 1)
      client.endBoth()
      #expect(await live.nextServed()?.description == "GET /slow → server ended the connection before the answer")
      let other = try await FrameClient(live.server)
      try await other.request("/a")
      #expect(try await other.answer().body == "/a")
    }
  }

  @Test func `settings that are acknowledged twice end the connection`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.send(Frame(kind: .settings, flags: 1), .headers(1, Self.block))
      #expect(try await client.answer().status == 200)
      try await client.send(Frame(kind: .settings, flags: 1))
      #expect(try await client.next(.goAway)?.number == 1)
    }
  }

  @Test(arguments: [2_730, 2_731])
  func `settings are accepted up to the size of a frame`(count: Int) async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      // Of an unknown kind, and one for the window.
      let settings = Array(repeating: (0xF0, 1), count: count - 1) + [(4, 3)]
      let client = try await FrameClient(live.server, settings: settings)
      guard count < 2_731 else {
        #expect(try await client.next(.goAway)?.number == 6)
        return
      }
      try await client.request("/12345")
      #expect(try await client.next(.data)?.text == "/12")
      try await client.send(Frame(kind: .settings, payload: settings.flatMap { [0, UInt8($0), 0, 0, 0, UInt8($1)] }))
      try await client.send(Frame(kind: .windowUpdate, stream: 1, payload: FrameClient.bytes(10)))
      #expect(try await client.answer().body == "345")
    }
  }

  @Test func `bodies of a connection that are too large together are refused`() async throws {
    try await LiveServer(limits: .body(10), decide: { .reply(String(decoding: $0.body, as: UTF8.self)) }).run { live in
      let client = try await FrameClient(live.server)
      for stream in [1, 3, 5, 7, 9, 11] {
        try await client.send(
          .headers(stream, Self.block, flags: 4), Frame(kind: .data, stream: stream, payload: Array("12345678".utf8)))
      }
      let refused = try await client.answer(on: 11)
      #expect(refused.body == "the bodies that the connection sends at the same time are larger than 40 bytes\n")
      try await client.send(Frame(kind: .data, flags: 1, stream: 1, payload: []))
      #expect(try await client.answer().body == "12345678")
      // What has ended doesn't count.
      try await client.send(Frame(kind: .data, flags: 1, stream: 3, payload: Array("90".utf8)))
      #expect(try await client.answer(on: 3).body == "1234567890")
    }
  }

  @Test func `a client can cancel as many calls as the limit allows`() async throws {
    let limits = ConnectionLimitTests.limits { $0.server.streamResets = 1_000 }
    try await LiveServer(limits: limits, decide: { .echo($0, delay: .seconds(60)) }).run { live in
      let client = try await FrameClient(live.server)
      for round in 0..<900 { try await client.send(Flood.all[0].frames(round).flatMap(\.bytes)) }
      try await client.send(Frame(kind: .ping, payload: [1, 2, 3, 4, 5, 6, 7, 8]))
      #expect(try await client.next(.ping)?.payload == [1, 2, 3, 4, 5, 6, 7, 8])
    }
  }

  @Test func `a client that reads nothing of what its windows allow is reset`() async throws {
    let limits = ConnectionLimitTests.limits { $0.server.idleTimeout = .seconds(1) }
    let reply = Reply(status: 200, fields: [:], body: [UInt8](repeating: 0x61, count: 24 << 20), isShared: true)
    try await LiveServer(limits: limits, decide: { _ in .outcome(.reply(reply)) }).run { live in
      let block = FrameClient.block([(":method", "GET"), (":scheme", "http"), (":path", "/large"), (":authority", "x")])
      let frames = [
        Frame(kind: .settings, payload: [0, 4] + FrameClient.bytes(0x7FFF_FFFF)),
        Frame(kind: .windowUpdate, payload: FrameClient.bytes(0x7FFF_0000)), .headers(1, block),
      ]
      // All at once: without a stream, the connection could be idle for too long before the request.
      let socket = try TCPSocket.connected(to: live.server.port ?? 0)
      try socket.send(FrameClient.preface + frames.flatMap(\.bytes))
      let served = await live.nextServed()?.description
      #expect(served == "GET /large → 200, client received nothing for 1.0 seconds in the middle of the answer")
      withExtendedLifetime(socket) {}
    }
  }
}
