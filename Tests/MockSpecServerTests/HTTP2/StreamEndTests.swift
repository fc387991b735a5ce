import MockSpecControl
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// How streams and their connections end over HTTP/2.
@Suite(.timeLimit(.minutes(20)))
struct StreamEndTests {
  @Test(arguments: [
    ("client left", 0), ("server ended the connection", 1), ("server stopped", 2),
  ])
  func `the log says who has ended a connection with open streams`(leaver: String, way: Int) async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    try await LiveServer(
      limits: .grace(.zero),
      decide: {
        start.yield()
        return .echo($0, delay: .seconds(60))
      }
    ).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/slow")
      for await _ in started.prefix(1) {}
      switch way {
      case 0: client.endBoth()
      case 1: try await client.send(.init(kind: .data, stream: 0), .init(kind: .data, stream: 0))
      default: await live.server.stop()
      }
      if way == 1 { client.endOutput() }
      #expect(await live.nextServed()?.description == "GET /slow → \(leaver) before the answer")
    }
  }

  @Test func `an answer that the client's window holds back isn't logged as sent`() async throws {
    let engine = MockEngine(
      try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {text: small}}}}"))
    try await LiveServer(decide: { engine.decide($0) }).run { live in
      let client = try await FrameClient(live.server, settings: [(4, 0)])
      try await client.request("/a")
      _ = try await client.next(.headers)
      client.endBoth()
      let served = await live.nextServed()?.description ?? ""
      #expect(served == "GET /a → 200, client left in the middle of the answer (A: R)")
    }
  }

  @Test(arguments: [Duration.zero, .milliseconds(50)])
  func `a client that ends its side gets its answers`(delay: Duration) async throws {
    let large = String(repeating: "x", count: 30_000)
    try await LiveServer(decide: { .reply($0.path == "/large" ? large : "small", delay: delay) }).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      try await client.request("/large", on: 3)
      client.endOutput()
      var bodies = [1: "", 3: ""]
      while let frame = try await client.next() {
        if frame.kind == .data { bodies[frame.stream]? += frame.text }
      }
      #expect(bodies == [1: "small", 3: large])
      #expect(!client.isReset)
    }
  }

  @Test func `a client that ends its side is held and steers like others`() async throws {
    let engine = MockEngine(try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}"))
    let live = LiveServer(timeout: .milliseconds(50), control: MockControl(engine)) { _ in
      .outcome(.failure(.urlError(.timedOut)))
    }
    try await live.run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/a")
      let local = [
        (":method", "GET"), (":scheme", "http"), (":path", "/__mockspec/state"), (":authority", "localhost"),
      ]
      try await client.send(.headers(3, FrameClient.block(local)))
      client.endOutput()
      var frames: [FrameClient.Frame] = []
      while let frame = try await client.next() { frames.append(frame) }
      #expect(frames.contains { $0.kind == .resetStream && $0.stream == 1 })
      #expect(frames.contains { $0.kind == .data && $0.stream == 3 && $0.text.contains("requests") })
    }
  }

  /// The windows allow all of it. The server has written all of a medium one, which the client hasn't received.
  @Test(arguments: ["large", "medium"])
  func `an answer that the client receives slowly arrives whole although the server stops`(size: String) async throws {
    let body = size == "large" ? LastReplyTests.large : LastReplyTests.medium
    try await LiveServer(limits: .grace(.seconds(60)), decide: { _ in .reply(body) }).run { live in
      let window = [(4, 0x7FFF_FFFF)]
      let (idle, client) = (
        try await FrameClient(live.server),
        // The system doesn't receive all of it before the client does.
        try await FrameClient(live.server, settings: window, receiveBuffer: 8 << 10)
      )
      _ = try await idle.next(.settings)
      try await client.send(
        FrameClient.Frame(kind: .windowUpdate, payload: FrameClient.bytes(0x7FFF_0000)))
      try await client.request("/a")
      let first = try await client.next(.data)
      if size == "medium" { _ = await live.nextServed() }
      async let stop: Void = live.server.stop()
      // Then, the other connection is ending, too.
      _ = try await idle.next(.goAway)
      idle.endBoth()
      try await client.send(FrameClient.Frame(kind: .ping, payload: [UInt8](repeating: 0, count: 8)))
      var size = first?.payload.count ?? 0
      while let frame = try await client.next() { if frame.kind == .data { size += frame.payload.count } }
      #expect(size == body.utf8.count)
      #expect(!client.isReset)
      client.endBoth()
      await stop
    }
  }

  @Test func `a client that breaks the protocol after GOAWAY loses its connection`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    try await LiveServer(
      limits: .grace(.seconds(60)),
      decide: {
        start.yield()
        return .echo($0, delay: .seconds(60))
      }
    ).run { live in
      let client = try await FrameClient(live.server)
      try await client.request("/slow")
      for await _ in started.prefix(1) {}
      async let stopped: Void = live.server.stop()
      #expect(try await client.next(.goAway)?.number == 0)
      try await client.send(.init(kind: .data, stream: 0))
      #expect(try await client.next() == nil)
      client.endOutput()
      #expect(await live.nextServed()?.description == "GET /slow → server ended the connection before the answer")
      await stopped
    }
  }

  @Test func `a server that stops answers what has arrived, then sends GOAWAY`() async throws {
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    try await LiveServer(decide: {
      start.yield()
      return .echo($0, delay: .milliseconds(50))
    }).run { live in
      let client = try await FrameClient(live.server)
      let idle = try await FrameClient(live.server)
      _ = try await idle.next(.settings)
      try await client.request("/a")
      for await _ in started.prefix(1) {}
      async let stopped: Void = live.server.stop()
      // On a slow machine, the answer can be sent before the server stops.
      var frames: [FrameClient.Frame] = []
      while let frame = try await client.next() { frames.append(frame) }
      let goAway = try #require(frames.first { $0.kind == .goAway })
      #expect(goAway.payload == FrameClient.bytes(1) + FrameClient.bytes(0))
      #expect(frames.filter { $0.kind == .data }.map(\.text).joined() == "/a")
      #expect(try await idle.next(.goAway) != nil)
      idle.endBoth()
      client.endOutput()
      await stopped
    }
  }
}
