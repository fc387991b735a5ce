import Dispatch
import HTTPTypes
import NIOCore
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Bodies that are sent to another server as they arrive.
@Suite(.timeLimit(.minutes(20)))
struct UploadTests {
  /// A server that calls a closure with each connection.
  private final class Origin: Sendable {
    let port: Int
    private let socket: TCPSocket
    private let queue = DispatchQueue(label: "Origin")

    init(_ serve: @escaping @Sendable (TCPSocket) throws -> Void) throws {
      let socket = try TCPSocket.listening()
      (self.socket, port) = (socket, try socket.port)
      queue.async {
        while let connection = try? socket.accept() { try? serve(connection) }
      }
    }

    deinit { socket.shutdown(.both) }
  }

  /// Runs a server that forwards `/a` to an origin, and other paths only if the body isn't `no`.
  static func run(
    limits: ServerContext.Limits = .patient, delay: String = "0s", timeout: String = "600s",
    _ serve: @escaping @Sendable (TCPSocket) throws -> Void,
    _ body: (LiveServer, MockEngine) async throws -> Void
  ) async throws {
    let origin = try Origin(serve)
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\ntimeout: \(timeout)\n",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        A: {match: POST /a, responses: {R: {forward: 'http://127.0.0.1:\(origin.port)', delay: \(delay)}}}
        No: {match: {method: POST, path: /b, body: {text: 'no'}}, responses: {R: {text: 'no'}}}
        B: {match: POST /b, responses: {R: {forward: 'http://127.0.0.1:\(origin.port)'}}}
      """,
    ])
    let engine = MockEngine(try ResponseSets.load([folder.path]))
    try await LiveServer(limits: limits, engine: engine).run { try await body($0, engine) }
  }

  static let ok = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)

  @Test(
    arguments: [
      ("Content-Length: 10", ["first", "later"]),
      ("Transfer-Encoding: chunked", ["5\r\nfirst\r\n", "5\r\nlater\r\n0\r\n\r\n"]),
    ], ["0s", "1ms"])
  func `a body arrives at the origin before it is whole`(body: (String, [String]), delay: String) async throws {
    let notes = Notes()
    let hasFirst = AsyncStream.makeStream(of: Void.self)
    try await Self.run(
      delay: delay,
      { origin in
        var received = Received(origin)
        try received.receive("first")
        hasFirst.continuation.yield()
        try received.receive("later")
        // Chunks that wait for the connection are joined.
        try received.receive(String(body.1[1].suffix(3)))
        notes.add(received.text)
        try origin.send(Self.ok)
      },
      { live, engine in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\n\(body.0)\r\n\r\n" + body.1[0])
        for await _ in hasFirst.stream { break }
        #expect(engine.session.calls.isEmpty)
        try await client.send(body.1[1])
        let answer = try await client.answer()
        #expect(answer.status == 200 && answer.body == "ok" && answer["connection"].isEmpty)
        let received = try #require(notes.all.first)
        #expect(received.contains("\r\n\(body.0)\r\n"))
        #expect(received.hasSuffix("\r\n\r\n" + body.1.joined()))
        let call = try #require(engine.session.calls.first)
        #expect(String(decoding: call.body, as: UTF8.self) == "firstlater")
        // The connection stays open.
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\n\(body.0)\r\n\r\n" + body.1.joined())
        #expect(try await client.answer().body == "ok")
        #expect(engine.session.calls.count == 2)
      })
  }

  @Test func `a condition on the body is tested before the origin gets anything`() async throws {
    try await Self.run(
      { origin in
        var received = Received(origin)
        try received.receive("yes")
        try origin.send(Self.ok)
      },
      { live, _ in
        let client = try live.client()
        for (body, answer) in [("no", "no"), ("yes", "ok")] {
          try await client.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
          try await client.send(body)
          #expect(try await client.answer().body == answer)
        }
      })
  }

  @Test func `the response begins before the body ends`() async throws {
    try await Self.run(
      { origin in
        var received = Received(origin)
        try received.receive("one")
        try origin.send(Array("HTTP/1.1 200 OK\r\n\r\nONE".utf8))
        try received.receive("two\r\n0\r\n\r\n")
        try origin.send(Array("TWO".utf8))
      },
      { live, engine in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n")
        // Whether all of the request will have arrived when the response ends isn't known.
        #expect(try await client.text(until: "ONE").contains("\r\nConnection: close\r\n"))
        #expect(engine.session.calls.isEmpty)
        try await client.send("3\r\ntwo\r\n0\r\n\r\n")
        #expect(try await client.rest() == ("\r\n3\r\nTWO\r\n0\r\n\r\n", .closed))
        #expect(engine.session.calls.count == 1)
      })
  }

  @Test func `an early answer is received whole, although the origin takes no more`() async throws {
    let text = String(repeating: "x", count: 100_000)
    try await Self.run(
      { origin in
        var received = Received(origin)
        // Bytes that aren't received would reset the connection when it is closed.
        try received.receive("beginning")
        try origin.send(Array("HTTP/1.1 413 Large\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
      },
      { live, engine in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\nbeginning")
        let answer = try await client.answer()
        #expect(answer.status == 413 && answer.body == text && answer["connection"] == ["close"])
        // What follows is ignored.
        try await client.send([UInt8](repeating: 65, count: 1 << 20))
        client.endOutput()
        #expect(try await client.rest() == ("", .closed))
        #expect(engine.session.calls.map(\.bodySize) == [9])
      })
  }

  @Test(arguments: [
    ("Content-Length: 10\r\n\r\nfirst", nil as String?, nil as Int?),
    ("Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n", nil, nil),
    ("Transfer-Encoding: chunked\r\n\r\n5\r\nfirst\r\n", "x\r\n", 400),
  ])
  func `a body that breaks off resets the connection to the origin`(
    request: String, rest: String?, status: Int?
  ) async throws {
    let origin = BrokenUpload()
    try await Self.run(
      origin.serve,
      { live, engine in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\n" + request)
        await origin.first()
        if let rest { try await client.send(rest) } else { client.endBoth() }
        if let status { #expect(try await client.answer().status == status) }
        #expect(await origin.end() == ECONNRESET)
        #expect(await live.nextServed()?.status == 400)
        #expect(engine.session.calls.isEmpty)
      })
  }

  @Test func `an origin that can't be reached is 502, and ends the connection`() async throws {
    try await Self.run(
      { $0.shutdown(.both) },
      { live, _ in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nfirst")
        let answer = try await client.answer()
        #expect(answer.status == 502 && answer["connection"] == ["close"])
      })
  }

  @Test func `a body can be larger than the limit, and the journal keeps its beginning`() async throws {
    let size = 200_000
    try await Self.run(
      limits: .body(1000),
      { origin in
        var received = Received(origin)
        try received.receive("AZ")
        try origin.send(Self.ok)
      },
      { live, engine in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: \(size)\r\n\r\n")
        #expect(try await client.text(until: "\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n")
        try await client.send(String(repeating: "A", count: size - 1) + "Z")
        #expect(try await client.answer().body == "ok")
        let call = try #require(engine.session.calls.first)
        #expect(call.body.count == 64 << 10 && call.bodySize == size)
        // Also if it arrives with its head.
        try await client.send(
          "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1001\r\n\r\n\(String(repeating: "A", count: 1000))Z")
        #expect(try await client.answer().body == "ok")
        try await client.send("POST /b HTTP/1.1\r\nHost: x\r\nContent-Length: \(size)\r\n\r\n")
        #expect(try await client.answer().status == 413)
      })
  }

  @Test func `no more of a body is read than the origin takes`() async throws {
    let isOver = DispatchSemaphore(value: 0)
    try await Self.run(
      { _ in isOver.wait() },
      { live, _ in
        let client = try TCPSocket.connected(to: live.server.port ?? 0)
        try client.send(Array("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\n".utf8))
        let limit = 64 << 20
        let sent = await withCheckedContinuation { continuation in
          DispatchQueue.global().async { continuation.resume(returning: client.sendUntilBlocked(limit: limit)) }
        }
        // The buffers of four sockets.
        #expect(sent < limit)
        client.shutdown(.both)
        isOver.signal()
      })
  }

  @Test func `a body is read on when the origin has taken enough of it`() throws {
    let engine = MockEngine(
      try ResponseSets.load(text: "mockspec: 1\nrequests: {A: {match: /, responses: {R: {forward: 'http://a'}}}}"))
    let call = MockCall(
      method: "POST", target: .originForm, scheme: "http", host: "x", port: nil, path: "/", query: nil)
    let upload = Upload(try #require(engine.decideWithoutBody(call)), call, framing: .chunked)
    var demands = 0
    var sent = 0
    upload.onDemand = { demands += 1 }
    #expect(!upload.takesMore)
    upload.receive(.body(ByteBuffer(string: "ab")))
    upload.start { if case .body(let bytes) = $0 { sent += bytes.readableBytes } }
    #expect(sent == 2 && demands == 1 && upload.takesMore)
    upload.receive(.body(ByteBuffer(repeating: 65, count: 100_000)))
    #expect(sent == 100_002 && !upload.takesMore)
    upload.sent(2)
    #expect(demands == 1)
    upload.sent(100_000)
    #expect(demands == 2 && upload.takesMore)
  }

  @Test func `chunks that arrive at once are joined, in both directions`() async throws {
    let count = 10_000
    let chunks = String(repeating: "1\r\nx\r\n", count: count) + "0\r\n\r\n"
    let notes = Notes()
    try await Self.run(
      { origin in
        var received = Received(origin)
        try received.receive("\r\n0\r\n\r\n")
        notes.add(received.text)
        try origin.send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)".utf8))
      },
      { live, engine in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n\(chunks)")
        let answer = try await client.text(until: "\r\n0\r\n\r\n")
        #expect(engine.session.calls.map(\.bodySize) == [count])
        for text in [answer, try #require(notes.all.first)] {
          let body = try #require(text.firstRange(of: "\r\n\r\n")).upperBound
          #expect(text[body...].count { $0 == "x" } == count)
          #expect(text.utf8.count < chunks.utf8.count / 2)
        }
      })
  }

  @Test func `a target is forwarded as it was sent`() async throws {
    let notes = Notes()
    try await Self.run(
      { origin in
        var received = Received(origin)
        try received.receive("body")
        notes.add(received.text)
        try origin.send(Self.ok)
      },
      { live, _ in
        let client = try live.client()
        let target = #"/a?q="<>\^`{|}"#
        try await client.send("POST \(target) HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody")
        #expect(try await client.answer().status == 200)
        #expect(notes.all.first?.hasPrefix("POST \(target) HTTP/1.1\r\n") == true)
      })
  }

  // MARK: - Informational responses

  @Test func `a response is read on after a pause before its head`() async throws {
    try await Self.run(
      { origin in
        var received = Received(origin)
        try received.receive("body")
        // More than all buffers take.
        let hint = Array("HTTP/1.1 103 Early Hints\r\nLink: <\(String(repeating: "x", count: 4_000))>\r\n\r\n".utf8)
        for _ in 0..<3_000 { try origin.send(hint) }
        try origin.send(Self.ok)
      },
      { live, _ in
        let client = try RawClient(port: live.server.port, receiveBuffer: 8 << 10)
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 4\r\n\r\nbody")
        let (text, end) = try await client.rest()
        #expect(text.utf8.starts(with: "HTTP/1.1 103 ".utf8))
        #expect(text.utf8.suffix(6).elementsEqual("\r\n\r\nok".utf8), "\(text.utf8.count) \(text.suffix(300))")
        #expect(end == .closed)
      })
  }

  private static let hints = Array("HTTP/1.1 103 Early Hints\r\nLink: </a.css>\r\nConnection: X\r\nX: 1\r\n\r\n".utf8)

  @Test func `informational responses are forwarded, except 100`() async throws {
    try await Self.run(
      { origin in
        var received = Received(origin)
        try received.receive("body")
        try origin.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) + Self.hints + Self.ok)
      },
      { live, _ in
        let client = try live.client()
        try await client.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nbody")
        let hints = try await client.answer()
        #expect(hints.status == 103 && hints["link"] == ["</a.css>"] && hints["x"].isEmpty)
        #expect(try await client.answer().body == "ok")
        try await client.send("POST /a HTTP/1.0\r\nContent-Length: 4\r\n\r\nbody")
        #expect(try await client.answer().status == 200)
        let streams = try await FrameClient(live.server)
        try await streams.request("/a", method: "POST", body: "body")
        let block = try #require(try await streams.next(.headers))
        #expect(!block.isEnd)
        #expect(try await streams.next(.headers)?.payload.first == 0x88)
      })
  }
}
