import Foundation
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MockSpec
@testable import MockSpecServer

struct TrailingTabsTests {
  /// The pieces in which bytes are passed to the decoder.
  private static func pieces(of text: String, as part: TrailingTabs.Part) throws -> [String] {
    let channel = EmbeddedChannel(handler: TrailingTabs(expectedPart: { part }))
    try channel.writeInbound(ByteBuffer(string: text))
    var pieces: [String] = []
    while let piece = try channel.readInbound(as: ByteBuffer.self) { pieces.append(String(buffer: piece)) }
    return pieces
  }

  @Test(arguments: [TrailingTabs.Part.body(rest: 1 << 30), .chunkedBody, .rest, .body(rest: 0)])
  func `a body passes in one piece`(part: TrailingTabs.Part) throws {
    let line = "\t\t\"name\":\t[\t1,\t2\t]\t,\t\r\n"
    let text = String(repeating: line, count: 20_000)
    #expect(try Self.pieces(of: text, as: part) == [text])
  }

  @Test func `a head passes in one piece, without the tabs at the ends of its lines`() throws {
    let head = "GET /\ta HTTP/1.1\r\nHost: a\t\r\nX:\tb\tc \t \r\nY: \t\r\n\r\n"
    #expect(
      try Self.pieces(of: head, as: .head) == ["GET /\ta HTTP/1.1\r\nHost: a \r\nX:\tb\tc   \r\nY:  \r\n\r\n"])
  }

  @Test func `a body that contains whole requests arrives unchanged, however the bytes are split`() throws {
    let body = "\t\r\n\r\nX: \t\r\n0\r\n\r\n\t\nPOST / HTTP/1.1\r\nHost: a\t\r\n\r\n\t"
    let chunked =
      "POST / HTTP/1.1\r\nHost: a\t\r\nTransfer-Encoding:\tchunked\t\r\n\r\n"
      + "3\r\n\(body.prefix(2))\r\n\(String(body.utf8.count - 3, radix: 16))\r\n\(body.dropFirst(2))\r\n0\r\n\r\n"
    let known = "POST / HTTP/1.1\r\nHost: a\t\r\nContent-Length:\t\(body.utf8.count)\t\r\n\r\n\(body)"
    let bytes = Array((chunked + known + chunked + known).utf8)
    for split in 0...bytes.count {
      let loop = EmbeddedEventLoop()
      let context = ServerContext(
        decide: { .reply(String(decoding: $0.body, as: UTF8.self) + "|") }, timeout: { .seconds(15) })
      let handler = ConnectionHandler(loop: EventLoopState(context: context, loop: loop))
      let channel = EmbeddedChannel(
        handlers: [
          TrailingTabs(expectedPart: { handler.expectedPart }), ByteToMessageHandler(HTTPRequestDecoder()), handler,
        ], loop: loop)
      channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
      try channel.writeInbound(ByteBuffer(bytes: bytes[..<split]))
      try channel.writeInbound(ByteBuffer(bytes: bytes[split...]))
      var sent = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) { sent += String(buffer: bytes) }
      let answers = sent.components(separatedBy: body + "|")
      #expect(answers.count == 5, "split at \(split)")
      #expect(answers.last == "", "split at \(split)")
    }
  }
}
