import HTTPTypes
import NIOCore
import NIOEmbedded
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

/// Bodies that are sent in pieces, since they are large.
@Suite(.timeLimit(.minutes(20)))
struct LargeBodyTests {
  private static let size = 3 * BodyInPieces.http11.whole + 7
  private static let body = (0..<size).map { UInt8(ascii: "a") + UInt8($0 % 23) }
  private static let reply = Reply(status: 200, fields: [.contentType: "text/plain"], body: body, isShared: true)

  @Test(arguments: [
    ("plain", Decision.outcome(.reply(reply))),
    ("delay", Decision(outcome: .reply(reply), delay: .milliseconds(1), snapshot: 1)),
    ("throttle", Decision(outcome: .reply(reply), throttle: Throttle(piece: 2_000_000, interval: .zero), snapshot: 1)),
    ("part", .outcome(.reply(Reply(status: 206, fields: [:], .bytes(body[1...]), isShared: false)))),
    ("truncatedBody", .outcome(.fault(.truncatedBody, reply))),
    ("malformedChunk", .outcome(.fault(.malformedChunk, reply))),
  ])
  func `all bytes are sent, whatever the decision`(name: String, decision: Decision) async throws {
    let expected: ArraySlice<UInt8>
    let tail: String
    switch decision.outcome {
    case .fault(.truncatedBody, _): (expected, tail) = (Self.body.prefix(Self.size / 2), "")
    case .fault: (expected, tail) = (Self.body[...], "\r\nnot a number\r\n")
    case .reply(let reply): (expected, tail) = (reply.content, "")
    default: return
    }
    try await LiveServer(decide: { _ in decision }).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
      let (text, end) = try await client.rest()
      let bytes = Array(text.utf8)
      #expect(end == .closed)
      #expect(bytes.suffix(expected.count + tail.utf8.count).elementsEqual(expected + tail.utf8))
      #expect(bytes.count < expected.count + 300)
      let served = await live.nextServed()
      if case .reply = decision.outcome {
        #expect(text.contains("Content-Length: \(expected.count)\r\n"))
        #expect(served?.bodySize == expected.count)
      }
    }
  }

  @Test func `the connection is kept for the next request, and HEAD has the length only`() async throws {
    let decide: @Sendable (MockCall) -> Decision = {
      Decision(outcome: .reply(Self.reply), answersHead: $0.method == "HEAD", snapshot: 1)
    }
    try await LiveServer(decide: decide).run { live in
      let client = try live.client()
      let head = "Host: x\r\n\r\n"
      try await client.send(
        "GET /a HTTP/1.1\r\n\(head)HEAD /a HTTP/1.1\r\n\(head)GET /a HTTP/1.1\r\nConnection: close\r\n\(head)")
      let text = try await client.rest().text
      #expect(text.utf8.count > 2 * Self.size && text.utf8.count < 2 * Self.size + 600)
      #expect(text.split(separator: "HTTP/1.1 200 OK\r\n").count == 3)
    }
  }

  @Test func `pieces aren't copied while the client doesn't read`() throws {
    let loop = EmbeddedEventLoop()
    let context = ServerContext(decide: { _ in .outcome(.reply(Self.reply)) }, timeout: .seconds(15))
    let channel = EmbeddedChannel(
      handler: ConnectionHandler(loop: EventLoopState(context: context, loop: loop)), loop: loop)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    var size = 0
    func receive() throws -> Int {
      let before = size
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) { size += bytes.readableBytes }
      return size - before
    }
    try channel.writeInbound(ByteBuffer(string: "GET /a HTTP/1.1\r\nHost: x\r\n\r\n"))
    #expect(try 1...300_000 ~= receive())
    channel.isWritable = false
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .seconds(10))
    #expect(try receive() == 0)
    channel.isWritable = true
    channel.pipeline.fireChannelWritabilityChanged()
    loop.advanceTime(by: .milliseconds(10))
    _ = try receive()
    #expect(size > Self.size && size < Self.size + 300)
  }

  @Test func `a large body is held only once`() {
    let (bytes, body) = Self.reply.form(WireForm.self).withBytes {
      $0.bytes(date: HTTPDate(second: 0), sendsBody: true, connection: nil)
    }
    #expect(bytes.readableBytes + (body?.readableBytes ?? 0) < 300)
    let part = Self.reply.part(
      for: MockCall(
        method: "GET", target: .originForm, scheme: "http", host: nil, port: nil, path: "/a", query: nil,
        fields: [.range: "bytes=1-"]))
    #expect(part.status == 206 && part.content.count == Self.size - 1)
    let start = Self.body.withUnsafeBytes { $0.baseAddress! + 1 }
    #expect(part.content.withUnsafeBytes { $0.baseAddress == start })
  }
}
