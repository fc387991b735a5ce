import NIOCore
import NIOEmbedded
import Testing

@testable import MockSpecServer

struct TrailingTabsTests {
  /// The pieces in which bytes are passed to the decoder.
  private static func pieces(of text: String, isInHead: Bool) throws -> [String] {
    let channel = EmbeddedChannel(handler: TrailingTabs(isInHead: { isInHead }))
    try channel.writeInbound(ByteBuffer(string: text))
    var pieces: [String] = []
    while let piece = try channel.readInbound(as: ByteBuffer.self) { pieces.append(String(buffer: piece)) }
    return pieces
  }

  @Test func `a body passes in one piece`() throws {
    let text = String(repeating: "\t\t\"name\":\t[\t1,\t2\t]\t,\t\r\n", count: 20_000)
    #expect(try Self.pieces(of: text, isInHead: false) == [text])
  }

  @Test func `a head passes in one piece, without the tabs at the ends of its lines`() throws {
    let head = "HTTP/1.1 200 \tOK\r\nX:\tb\tc \t \r\nY: \t\r\n\r\n"
    #expect(try Self.pieces(of: head, isInHead: true) == ["HTTP/1.1 200 \tOK\r\nX:\tb\tc   \r\nY:  \r\n\r\n"])
  }
}
