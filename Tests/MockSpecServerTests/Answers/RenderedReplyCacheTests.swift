import HTTPTypes
import MockSpec
import NIOCore
import TestSupport
import Testing

@testable import MockSpecServer

struct RenderedReplyCacheTests {
  private static let date = HTTPDate(second: 0)

  private func reply(_ index: Int, body: String = "") -> Reply {
    Reply(index: index, status: 200, fields: [:], body: Array(body.utf8))
  }

  @Test func `a reply is rendered once per snapshot`() {
    var replies = RenderedReplyCache()
    let same = reply(3)
    func address(snapshot: Int) -> UnsafeRawPointer? {
      replies.withAnswer(for: same, snapshot: snapshot, date: Self.date) {
        $0.bytes(date: Self.date, sendsBody: true, connection: nil).0.withUnsafeReadableBytes { $0.baseAddress }
      }
    }
    let first = address(snapshot: 1)
    #expect(address(snapshot: 1) == first)
    #expect(replies.count == 1)
  }

  @Test func `replies of an older snapshot are removed and not cached again`() {
    var replies = RenderedReplyCache()
    func ask(_ index: Int, snapshot: Int) {
      replies.withAnswer(for: reply(index), snapshot: snapshot, date: Self.date) { _ in }
    }
    for index in [0, 3, 3] { ask(index, snapshot: 1) }
    #expect(replies.count == 2)
    ask(1, snapshot: 2)
    #expect(replies.count == 1)
    ask(3, snapshot: 1)
    #expect(replies.count == 1)
  }

  @Test func `two replies with one index keep their own bytes`() {
    var replies = RenderedReplyCache()
    for body in ["a", "b"] {
      let bytes = replies.withAnswer(for: reply(0, body: body), snapshot: 1, date: Self.date) {
        $0.bytes(date: Self.date, sendsBody: true, connection: nil).0
      }
      #expect(String(buffer: bytes).hasSuffix("\r\n\r\n" + body))
    }
  }
}
