import HTTPTypes
import MockSpec
import NIOCore
import Testing

@testable import MockSpecServer

struct WireFormTests {
  private func bytes(_ reply: Reply, second: Int = 0) -> ByteBuffer {
    reply.form(WireForm.self).withBytes {
      $0.bytes(date: HTTPDate(second: second), sendsBody: true, connection: nil).0
    }
  }

  private func address(_ buffer: ByteBuffer) -> UnsafeRawPointer? {
    buffer.withUnsafeReadableBytes { $0.baseAddress }
  }

  @Test func `a shared reply is rendered once`() {
    let reply = Reply(status: 200, fields: [:], body: Array("a".utf8), isShared: true)
    let first = bytes(reply)
    #expect(address(bytes(reply)) == address(first))
    #expect(String(buffer: first).hasSuffix("\r\n\r\na"))
  }

  @Test func `bytes that are being sent keep their date`() {
    let reply = Reply(status: 200, fields: [:], body: [], isShared: true)
    let (first, second) = (bytes(reply, second: 1), bytes(reply, second: 2))
    #expect(String(buffer: first).contains("Thu, 01 Jan 1970 00:00:01 GMT"))
    #expect(String(buffer: second).contains("Thu, 01 Jan 1970 00:00:02 GMT"))
  }
}
