import MockSpec
import Synchronization

/// A reply as bytes, which all event loops share. A body that is sent in pieces isn't part of them.
final class WireForm: ReplyForm {
  private let answer: Mutex<RenderedAnswer>

  init(_ reply: Reply) {
    let isLarge = reply.content.count > BodyInPieces.limit
    // The date is set whenever the answer is sent.
    answer = Mutex(
      RenderedAnswer(
        status: reply.status, fields: reply.fields, body: isLarge ? [] : reply.body, date: HTTPDate(second: 0),
        length: isLarge ? .ofOtherBody(reply.content.count) : .ofBody))
  }

  /// Calls a closure with the answer, which it can change in place.
  func withAnswer<Result: Sendable>(_ body: (inout RenderedAnswer) -> Result) -> Result {
    answer.withLock { body(&$0) }
  }
}
