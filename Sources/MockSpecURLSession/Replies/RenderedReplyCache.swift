import MockSpec
import Synchronization

/// The rendered replies of the latest snapshot, added on first use.
final class RenderedReplyCache: Sendable {
  private let rendered = Mutex<(snapshot: Int, byIndex: [Int: RenderedReply])>((-1, [:]))

  /// Returns a rendered reply.
  ///
  /// A reply that was made for one call isn't kept, and neither is a reply of an earlier snapshot, which a call from before
  /// a reload may still use.
  func callAsFunction(_ reply: Reply, snapshot: Int) -> RenderedReply {
    guard reply.index >= 0 else { return RenderedReply(reply) }
    let known = rendered.withLock { $0.snapshot == snapshot ? $0.byIndex[reply.index] : nil }
    if let known, known.reply === reply { return known }
    let new = RenderedReply(reply)
    rendered.withLock {
      if $0.snapshot < snapshot { $0 = (snapshot, [:]) }
      if $0.snapshot == snapshot { $0.byIndex[reply.index] = new }
    }
    return new
  }
}
