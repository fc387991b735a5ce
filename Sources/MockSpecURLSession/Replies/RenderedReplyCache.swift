import MockSpec
import Synchronization

/// The rendered replies of one snapshot, filled as they are asked for.
final class RenderedReplyCache: Sendable {
  private let rendered = Mutex<(snapshot: Int, byIndex: [Int: RenderedReply])>((-1, [:]))

  /// A reply made for one request isn't kept. A request that started before a reload may still ask for a reply of the
  /// old snapshot; it is rendered anew.
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
