import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecControl
@testable import MockSpecServer

/// Empty lines before a request, which some clients send after a body (RFC 9112 §2.2).
@Suite(.timeLimit(.minutes(20)))
struct EmptyLineTests {
  private static let post = "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nhi"

  /// Sends pieces, each after the answers to those before; ends the client's side; and returns what is reported, the number
  /// of refusals in the metrics, and how many answers arrive.
  private static func outcome(_ pieces: [(String, answers: Int)]) async throws -> (
    [String], refusals: Int, answers: Int
  ) {
    let engine = MockEngine(
      try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: hello}}}}\n"))
    let control = MockControl(engine)
    let (served, report) = AsyncStream.makeStream(of: String.self)
    let server = MockServer(engine: engine, port: 0, control: control) { report.yield($0.description) }
    let client = try RawClient(port: try await server.start().port)
    var answers = 0
    for (piece, count) in pieces {
      try await client.send(piece)
      for _ in 0..<count { #expect(try await client.answer().body == "hello") }
      answers += count
    }
    client.endOutput()
    let (text, end) = try await client.rest()
    #expect(end == .closed)
    let metrics = await control.metrics.metrics().text
    await server.stop()
    report.finish()
    let refusals = metrics.firstMatch(of: /mockspec_refused_requests_total (\d+)\n/).flatMap { Int($0.1) } ?? -1
    return (
      await served.reduce(into: []) { $0.append($1) }, refusals, answers + text.matches(of: /HTTP\/1\.1 \d/).count
    )
  }

  @Test(arguments: [
    [(post + "\r\n", 1)], [(post, 1), ("\r\n", 0)], [(post, 1), ("\r", 0), ("\n", 0)], [(post + "\r", 1), ("\n", 0)],
    [(post + "\r", 1)], [(post + "\r\n\r\n\r\n", 1)], [(post + "\r\n\r", 1)], [("\r\n" + post, 1), ("\r\n", 0)],
    [(post + "\r\n" + post + "\r\n", 2)], [(post, 1), ("\r\n", 0), (post, 1), ("\r\n", 0)],
  ])
  func `an empty line after a request isn't another one`(pieces: [(String, answers: Int)]) async throws {
    let requests = pieces.map(\.answers).reduce(0, +)
    let (lines, refusals, answers) = try await Self.outcome(pieces)
    #expect(lines == Array(repeating: "POST /a → 200 (A: R)", count: requests))
    #expect(refusals == 0)
    #expect(answers == requests)
  }

  @Test func `an empty line after each of many known requests is ignored`() async throws {
    let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
    for pieces in [[(get, 1), ("\r\n", 0)], [(get + "\r\n", 1)]] {
      let (lines, refusals, _) = try await Self.outcome(Array(repeating: pieces, count: 30).flatMap(\.self))
      #expect(lines == Array(repeating: "GET /a → 200 (A: R)", count: 30))
      #expect(refusals == 0)
    }
  }

  @Test func `a carriage return before a known request is malformed`() async throws {
    let get = "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"
    let (lines, refusals, answers) = try await Self.outcome([(get, 1), (get, 1), (get, 1), ("\r", 0), (get, 0)])
    #expect(lines.count == 4 && refusals == 1 && answers == 4)
  }

  @Test func `many empty lines are malformed`() async throws {
    let (lines, refusals, answers) = try await Self.outcome([(Self.post, 1), (String(repeating: "\r\n", count: 9), 0)])
    #expect(lines.count == 2 && refusals == 1 && answers == 2)
  }

  @Test func `an empty line doesn't delay the end of an idle connection when the server stops`() async throws {
    try await LiveServer(decide: { .echo($0) }).run { live in
      let client = try live.client()
      try await client.send(Self.post + "\r\n")
      #expect(try await client.answer().body == "/a")
      await live.server.stop()
      #expect(try await client.rest() == ("", .closed))
    }
  }

  // MARK: - Timers

  /// The bytes sent by a connection, to which a piece is sent each second.
  private static func sent(_ pieces: [String]) throws -> (text: String, seconds: Int) {
    let loop = EmbeddedEventLoop()
    var context = ServerContext(decide: { .echo($0) }, timeout: .seconds(15))
    context.limits.server.headerTimeout = .seconds(3)
    context.limits.server.idleTimeout = .seconds(5)
    let channel = EmbeddedChannel(
      handler: ConnectionHandler(loop: EventLoopState(context: context, loop: loop)), loop: loop)
    channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    channel.read()
    var (text, seconds) = ("", 0)
    while channel.isActive, seconds < 100 {
      if seconds < pieces.count, !pieces[seconds].isEmpty {
        try channel.writeInbound(ByteBuffer(string: pieces[seconds]))
        channel.read()
      }
      loop.advanceTime(by: .seconds(1))
      seconds += 1
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
    }
    return (text, seconds)
  }

  @Test(arguments: [[], ["\r\n"], ["", "\r\n", "\r\n", "\r\n", "\r\n"], ["\r", "\n", "\r"]])
  func `empty lines change nothing about the time after which an idle connection is closed`(pieces: [String]) throws {
    let sent = try Self.sent(pieces)
    #expect(sent == ("", 5))
  }

  @Test func `the time of a head begins after empty lines`() throws {
    let (text, seconds) = try Self.sent(["", "\r\n", "\r\nGET"])
    #expect(text.hasPrefix("HTTP/1.1 408 "))
    #expect(seconds == 5)
  }

  @Test func `an idle connection ends after the time since its last answer`() throws {
    let (text, seconds) = try Self.sent(["", "", "GET /a HTTP/1.1\r\nHost: x\r\n\r\n\r\n", "\r\n"])
    #expect(text.hasPrefix("HTTP/1.1 200 "))
    #expect(seconds == 7)
  }
}
