import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec

@Suite(.timeLimit(.minutes(20)))
struct PieceStreamTests {
  struct Mistake: Error {}

  /// The events of a stream as texts, each taken when `next` or `cancel` was called for the one before.
  private func events(
    _ pieces: some AsyncSequence<String.UTF8View, any Error> & Sendable, cancelAfter limit: Int = .max
  ) async -> [String] {
    let running = RunningStream()
    let (events, event) = AsyncStream.makeStream(of: RunningStream.Event.self)
    running.start(PieceStream(pieces)) { event.yield($0) }
    var texts: [String] = []
    for await event in events {
      switch event {
      case .piece(let bytes):
        texts.append(String(decoding: bytes, as: UTF8.self))
        if texts.count == limit { running.cancel() } else { running.next() }
      case .end(let error):
        return texts + [error.map { "\($0)" } ?? "end"]
      }
    }
    return texts
  }

  private static func pieces(_ texts: String..., then error: (any Error)? = nil) -> AsyncThrowingStream<
    String.UTF8View, any Error
  > {
    AsyncThrowingStream { pieces in
      for text in texts { pieces.yield(text.utf8) }
      pieces.finish(throwing: error)
    }
  }

  @Test func `pieces arrive one by one, without empty ones, then the end or the error`() async {
    #expect(await events(Self.pieces("a", "", "bc")) == ["a", "bc", "end"])
    #expect(await events(Self.pieces("a", then: Mistake())) == ["a", "Mistake()"])
    #expect(await events(Self.pieces()) == ["end"])
  }

  @Test func `a stream that is cancelled while it waits ends`() async {
    #expect(await events(Self.pieces("a", "b", "c"), cancelAfter: 2) == ["a", "b", "end"])
  }

  @Test func `the next piece is made when the one before was sent`() async {
    let made = Atomic(0)
    let (arrived, arrive) = AsyncStream.makeStream(of: Int?.self)
    let running = RunningStream()
    let pieces = Self.pieces("1", "2", "3").map { piece in
      made.add(1, ordering: .relaxed)
      return piece
    }
    running.start(PieceStream(pieces)) { event in
      if case .piece = event { arrive.yield(made.load(ordering: .relaxed)) } else { arrive.finish() }
    }
    var counts: [Int?] = []
    for await count in arrived {
      counts.append(count)
      running.next()
    }
    #expect(counts == [1, 2, 3])
  }

  @Test func `a stream that is cancelled before it starts isn't held`() async {
    let running = RunningStream()
    running.cancel()
    let (ended, end) = AsyncStream.makeStream(of: Void.self)
    running.start(PieceStream(Self.pieces("a", "b"))) { if case .end = $0 { end.yield() } }
    for await _ in ended { break }
  }

  @Test func `each call iterates the sequence of a response`() async throws {
    let engine = MockEngine(try ResponseSets.load(text: #"{"mockspec": 1, "requests": {}}"#))
    try engine.session.add(
      MockedRequest("A", "/a") { MockedResponse("R", MockReply(status: 201, pieces: Repeated(["a", "b"]))) })
    for _ in 1...2 {
      guard case .closure(let closure) = engine.decide(MockCall("GET /a")).outcome,
        case .reply(let reply) = await closure.outcome(), case .stream(let stream) = reply.source
      else { throw NoReply() }
      #expect(reply.status == 201 && reply.size == nil && reply.body == [] && reply.fields == [:])
      #expect(reply != Reply(status: 201, fields: [:], body: [], isShared: false))
      let (bytes, byte) = AsyncStream.makeStream(of: [UInt8].self)
      let running = RunningStream()
      running.start(stream) { event in
        if case .piece(let bytes) = event { byte.yield(bytes) } else { byte.finish() }
        running.next()
      }
      var body: [UInt8] = []
      for await piece in bytes { body += piece }
      #expect(body == Array("ab".utf8))
    }
  }

  struct NoReply: Error {}

  /// A sequence that can be iterated many times.
  struct Repeated: AsyncSequence, Sendable {
    typealias Element = String.UTF8View
    let texts: [String]

    init(_ texts: [String]) { self.texts = texts }

    struct AsyncIterator: AsyncIteratorProtocol {
      var texts: ArraySlice<String>
      mutating func next() async -> String.UTF8View? { texts.popFirst()?.utf8 }
    }

    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(texts: texts[...]) }
  }

  @Test(arguments: [
    ("a body in pieces can't be a template", MockedResponse("R", MockReply(pieces: Repeated([]))).templated()),
    (
      "a body in pieces can't be combined with a fault",
      MockedResponse("R", fault: .truncatedBody, MockReply(pieces: Repeated([])))
    ),
  ])
  func `a body in pieces can't be combined with everything`(problem: String, response: MockedResponse) throws {
    let engine = MockEngine(try ResponseSets.load(text: #"{"mockspec": 1, "requests": {}}"#))
    let error = #expect(throws: MockedRequestError.self) {
      try engine.session.add(MockedRequest("A", "/a") { response })
    }
    #expect(error?.problems == ["response 'R': \(problem)"])
  }

  @Test func `events of code are sent as server-sent events, and one that clients would misread ends the stream`()
    async throws
  {
    let reply = MockReply.stream(headers: ["X-A": "1"]) {
      AsyncStream { events in
        events.yield(ServerSentEvent("a\nb", event: "e", id: "1", retry: .seconds(1)))
        events.yield(ServerSentEvent(comment: "c"))
        events.yield(ServerSentEvent("d", id: "1\n2"))
        events.finish()
      }
    }.reply(isShared: true)
    #expect(reply.fields[.contentType] == "text/event-stream")
    guard case .stream(let stream) = reply.source else { throw Mistake() }
    let expected = ["event: e\nid: 1\nretry: 1000\ndata: a\ndata: b\n\n", ": c\n\n", "'id' contains a line break"]
    for _ in 1...2 {
      let running = RunningStream()
      let (events, event) = AsyncStream.makeStream(of: RunningStream.Event.self)
      running.start(stream) { event.yield($0) }
      var texts: [String] = []
      loop: for await event in events {
        switch event {
        case .piece(let bytes):
          texts.append(String(decoding: bytes, as: UTF8.self))
          running.next()
        case .end(let error):
          texts.append(error.map { "\($0)" } ?? "end")
          break loop
        }
      }
      #expect(texts == expected)
    }
  }
}
