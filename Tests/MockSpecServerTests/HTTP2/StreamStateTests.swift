import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// Frames that a stream can't get any more (RFC 9113 §5.1), or that it gets late.
@Suite(.timeLimit(.minutes(20)))
struct StreamStateTests {
  typealias Frame = FrameClient.Frame

  /// How a stream has come to its state.
  enum State: CaseIterable {
    /// The client has ended the request with its fields, with its body, or with trailers. The answer isn't sent yet.
    case endedByFields, endedByData, endedByTrailers
    /// The client has sent a part of the request.
    case open
    /// The answer was sent.
    case answered
    case resetByClient
    /// The request was refused, and the client asked to stop.
    case resetByServer

    static let ended = [endedByFields, endedByData, endedByTrailers]

    fileprivate var frames: [Frame] {
      let request = FrameClient.block([
        (":method", "POST"), (":scheme", "http"), (":path", self == .answered ? "/" : "/slow"), (":authority", "x"),
      ])
      let data = Frame(kind: .data, stream: 1, payload: [1])
      return switch self {
      case .endedByFields, .answered: [.headers(1, request)]
      case .endedByData: [.headers(1, request, flags: 4), Frame(kind: .data, flags: 1, stream: 1, payload: [1])]
      case .endedByTrailers: [.headers(1, request, flags: 4), data, StreamStateTests.trailers]
      case .open: [.headers(1, request, flags: 4), data]
      case .resetByClient: [.headers(1, request), StreamStateTests.reset]
      case .resetByServer: [.headers(1, request + FrameClient.block([("te", "gzip")]), flags: 4)]
      }
    }
  }

  private static let trailers = Frame.headers(1, FrameClient.block([("a", "b")]))
  private static let trailersWithoutEnd = Frame.headers(1, FrameClient.block([("a", "b")]), flags: 4)
  private static let data = Frame(kind: .data, stream: 1, payload: [1])
  private static let reset = Frame(kind: .resetStream, stream: 1, payload: FrameClient.bytes(8))
  private static let priority = Frame(kind: .priority, stream: 1, payload: [0, 0, 0, 0, 1])
  private static func window(_ size: Int) -> Frame {
    Frame(kind: .windowUpdate, stream: 1, payload: FrameClient.bytes(size))
  }

  /// Brings stream 1 into a state, and sends frames on it.
  ///
  /// - Parameter atOnce: Whether all frames arrive at the same time.
  private func run(
    _ state: State, _ frames: [Frame], atOnce: Bool, _ body: (FrameClient) async throws -> Void
  ) async throws {
    try await LiveServer(decide: { .echo($0, delay: $0.path == "/slow" ? .seconds(600) : .zero) }).run { live in
      let client = try await FrameClient(live.server)
      if atOnce {
        try await client.send((state.frames + frames).flatMap(\.bytes))
      } else {
        try await client.send(state.frames.flatMap(\.bytes))
        if state == .answered { _ = try await client.answer() }
        if state == .resetByServer { while try await client.next(.resetStream)?.stream != 1 {} }
        try await client.send(frames.flatMap(\.bytes))
      }
      try await body(client)
    }
  }

  @Test(arguments: State.ended, [false, true])
  func `fields and data after the end of a request reset the stream`(
    state: State, atOnce: Bool
  ) async throws {
    // RFC 9113 §5.1 asks for STREAM_CLOSED, but NIO sends PROTOCOL_ERROR for fields.
    for (frame, code) in [(Self.trailers, 1), (Self.trailersWithoutEnd, 1), (Self.data, 5)] {
      try await run(state, [frame], atOnce: atOnce) { client in
        #expect(try await client.answer() == .init(reset: code))
        try await client.request("/a", on: 3)
        #expect(try await client.answer(on: 3).body == "/a")
      }
    }
  }

  @Test(arguments: State.ended, [false, true])
  func `other errors of such a stream have their own codes`(state: State, atOnce: Bool) async throws {
    for (frame, code) in [(Self.window(0), 1), (Self.window(0x7FFF_FFFF), 3)] {
      try await run(state, [frame], atOnce: atOnce) { client in
        #expect(try await client.answer() == .init(reset: code))
        try await client.request("/a", on: 3)
        #expect(try await client.answer(on: 3).body == "/a")
      }
    }
  }

  @Test(arguments: [false, true])
  func `trailers that don't end the request reset the stream with PROTOCOL_ERROR`(atOnce: Bool) async throws {
    try await run(.open, [Self.trailersWithoutEnd], atOnce: atOnce) { client in
      let answer = try await client.answer()
      #expect(answer == .init(reset: 1))
    }
  }

  @Test(arguments: [
    (State.endedByFields, [window(1), priority]), (.endedByTrailers, [window(1), priority, reset]),
    (.answered, [window(1), priority, reset]), (.resetByClient, [window(1), priority, reset]),
    (.resetByServer, [data, window(1), priority, Frame(kind: .data, flags: 1, stream: 1), reset]),
  ])
  func `what a client can have sent before it knows the state is accepted`(
    state: State, frames: [FrameClient.Frame]
  ) async throws {
    try await run(state, frames, atOnce: false) { client in
      try await client.request("/a", on: 3)
      while let frame = try await client.next() {
        #expect(frame.kind != .goAway && (frame.stream != 1 || frame.kind != .resetStream))
        if frame.stream == 3, frame.isEnd { break }
      }
    }
  }

  @Test(arguments: [State.answered, .resetByClient])
  func `fields and data on a stream that both sides know to be closed end the connection`(state: State) async throws {
    for (frame, codes) in [(Self.data, [5]), (Self.trailers, [1, 5])] {
      try await run(state, [frame], atOnce: false) { client in
        let code = try await client.next(.goAway)?.number
        #expect(code.map(codes.contains) == true, "\(code ?? -1)")
      }
    }
  }

  /// They are to be ignored, too: the client may have sent them before it got the reset.
  @Test func `trailers of a stream that the server has reset end the connection`() async throws {
    try await run(.resetByServer, [Self.trailers], atOnce: false) { client in
      try await client.request("/a", on: 3)
      await withKnownIssue("NIO refuses fields of streams that it has forgotten") {
        let answer = try await client.answer(on: 3)
        #expect(answer.body == "/a")
      }
    }
  }
}
