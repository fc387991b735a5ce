import MockSpec

/// A cache of the rendered replies of the current snapshot, by `Reply.index`.
///
/// The cache is emptied when the first decision of a newer snapshot is carried out.
struct RenderedReplyCache {
  private struct Slot {
    let reply: Reply
    var answer: RenderedAnswer
  }

  private var snapshot = Int.min
  private var slots: [Slot?] = []

  /// The number of cached replies.
  var count: Int { slots.count { $0 != nil } }

  /// Calls a closure with the rendered reply, which it can change in place.
  mutating func withAnswer<Result>(
    for reply: Reply, snapshot: Int, date: HTTPDate, _ body: (inout RenderedAnswer) -> Result
  ) -> Result {
    if snapshot > self.snapshot {
      self.snapshot = snapshot
      slots.removeAll()
    }
    guard snapshot == self.snapshot, reply.index >= 0 else {
      // The index is that of an older snapshot if the reply was delayed beyond a reload, and negative if the reply was
      // made in code or from a template, perhaps for this request only.
      var answer = RenderedAnswer(reply, date: date)
      return body(&answer)
    }
    if reply.index >= slots.count {
      slots.append(contentsOf: repeatElement(nil, count: reply.index - slots.count + 1))
    }
    // Compared by identity, so that no error in an index can send another reply's bytes.
    if slots[reply.index]?.reply !== reply {
      slots[reply.index] = Slot(reply: reply, answer: RenderedAnswer(reply, date: date))
    }
    return body(&slots[reply.index]!.answer)
  }
}

extension RenderedAnswer {
  init(_ reply: Reply, date: HTTPDate) {
    self.init(status: reply.status, fields: reply.fields, body: reply.body, date: date)
  }
}
