import MockSpec
import Synchronization

/// A reply as bytes, which all event loops share.
final class WireForm: ReplyForm {
  private let answer: Mutex<RenderedAnswer>

  init(_ reply: Reply) {
    // The date is set whenever the answer is sent.
    answer = Mutex(
      RenderedAnswer(status: reply.status, fields: reply.fields, body: reply.body, date: HTTPDate(second: 0)))
  }

  /// Calls a closure with the answer, which it can change in place.
  func withAnswer<Result: Sendable>(_ body: (inout RenderedAnswer) -> Result) -> Result {
    answer.withLock { body(&$0) }
  }
}
