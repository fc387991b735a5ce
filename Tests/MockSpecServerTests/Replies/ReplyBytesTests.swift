import HTTPTypes
import MockSpec
import NIOCore
import TestSupport
import Testing

@testable import MockSpecServer

struct ReplyBytesTests {
  private static let first = HTTPDate(second: 784_111_777)
  private static let second = HTTPDate(second: 784_111_778)

  private func text(_ bytes: (ByteBuffer, ByteBuffer?)) -> String {
    String(buffer: bytes.0) + (bytes.1.map { String(buffer: $0) } ?? "")
  }

  @Test func `only the date changes from second to second`() {
    var reply = ReplyBytes(status: 200, fields: [.server: "mock"], body: Array("hi".utf8), date: Self.first)
    #expect(
      text(reply.bytes(date: Self.first, sendsBody: true, connection: nil)) == """
        HTTP/1.1 200 OK\r
        Server: mock\r
        Content-Length: 2\r
        Date: Sun, 06 Nov 1994 08:49:37 GMT\r
        \r
        hi
        """)
    #expect(
      text(reply.bytes(date: Self.second, sendsBody: true, connection: nil)) == """
        HTTP/1.1 200 OK\r
        Server: mock\r
        Content-Length: 2\r
        Date: Sun, 06 Nov 1994 08:49:38 GMT\r
        \r
        hi
        """)
  }

  @Test func `bytes that are being sent don't change with the date`() {
    var reply = ReplyBytes(status: 200, fields: [:], body: [], date: Self.first)
    let sent = reply.bytes(date: Self.first, sendsBody: true, connection: nil)
    _ = reply.bytes(date: Self.second, sendsBody: true, connection: nil)
    #expect(text(sent).contains("08:49:37"))
  }

  @Test func `a spec's date is sent, but not its framing fields`() {
    var fields: HTTPFields = [
      .date: "yesterday", .contentLength: "99", .connection: "upgrade", .init("Keep-Alive")!: "timeout=5",
    ]
    fields[.transferEncoding] = "chunked"
    var reply = ReplyBytes(status: 200, fields: fields, body: Array("hi".utf8), date: Self.first)
    #expect(
      text(reply.bytes(date: Self.second, sendsBody: true, connection: nil)) == """
        HTTP/1.1 200 OK\r
        Date: yesterday\r
        Content-Length: 2\r
        \r
        hi
        """)
  }

  @Test(arguments: [2, 100_000], [true, false])
  func `a Connection field comes last, whatever the size`(size: Int, sendsBody: Bool) {
    let body = [UInt8](repeating: 0x78, count: size)
    var reply = ReplyBytes(status: 200, fields: [:], body: body, date: Self.first)
    let sent = text(reply.bytes(date: Self.first, sendsBody: sendsBody, connection: .close))
    let tail = "GMT\r\nConnection: close\r\n\r\n" + (sendsBody ? String(repeating: "x", count: size) : "")
    #expect(sent.hasSuffix(tail))
  }

  @Test func `a large body is shared by all answers`() {
    let body = [UInt8](repeating: 0x78, count: 1 << 20)
    var reply = ReplyBytes(status: 200, fields: [:], body: body, date: Self.first)
    let addresses = [Self.first, Self.second].map { date in
      reply.bytes(date: date, sendsBody: true, connection: nil).1?.withUnsafeReadableBytes { $0.baseAddress }
    }
    #expect(addresses[0] != nil)
    #expect(addresses[0] == addresses[1])
  }

  @Test func `a 304 has a length only if its spec has a body`() {
    var empty = ReplyBytes(status: 304, fields: [:], body: [], date: Self.first)
    #expect(!text(empty.bytes(date: Self.first, sendsBody: false, connection: nil)).contains("Content-Length"))
    var full = ReplyBytes(status: 304, fields: [:], body: [1], date: Self.first)
    #expect(text(full.bytes(date: Self.first, sendsBody: false, connection: nil)).contains("Content-Length: 1"))
  }
}
