import MockSpec
import Synchronization

/// A reply as bytes, which all event loops share. They don't contain a body that is sent in pieces.
final class WireForm: ReplyForm {
  private let bytes: Mutex<ReplyBytes>

  init(_ reply: Reply) {
    let isLarge = reply.content.count > BodyInPieces.http11.whole
    let length: ReplyBytes.Length =
      if let size = reply.size { isLarge ? .ofOtherBody(size) : .ofBody } else { .unknown }
    // The date is set whenever the reply is sent.
    bytes = Mutex(
      ReplyBytes(
        status: reply.status, fields: reply.fields, body: isLarge ? [] : reply.body, date: HTTPDate(second: 0),
        length: length))
  }

  /// Calls a closure with the reply, which it can change in place.
  func withBytes<Result: Sendable>(_ body: (inout ReplyBytes) -> Result) -> Result {
    bytes.withLock { body(&$0) }
  }
}
