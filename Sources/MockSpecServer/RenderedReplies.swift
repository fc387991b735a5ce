import MockSpec

/// The answers of the current snapshot that were asked for so far, by `Reply.index`.
///
/// Those of an older snapshot are dropped when the first decision of a newer one is performed.
struct RenderedReplies {
  private struct Slot {
    let reply: Reply
    var answer: RenderedAnswer
  }

  private var snapshot = Int.min
  private var slots: [Slot?] = []

  /// How many are kept.
  var count: Int { slots.count { $0 != nil } }

  /// Calls `body` with the rendered reply, in place.
  mutating func withAnswer<Result>(
    for reply: Reply, snapshot: Int, date: HTTPDate, _ body: (inout RenderedAnswer) -> Result
  ) -> Result {
    if snapshot > self.snapshot {
      self.snapshot = snapshot
      slots.removeAll()
    }
    guard snapshot == self.snapshot, reply.index >= 0 else {
      // Decided before a reload and delayed past it: its index means nothing in the array of the newer snapshot. Or made
      // in code or from a template, and so perhaps for this request alone.
      var answer = RenderedAnswer(reply, date: date)
      return body(&answer)
    }
    if reply.index >= slots.count {
      slots.append(contentsOf: repeatElement(nil, count: reply.index - slots.count + 1))
    }
    // Whatever an index may mean, another reply's bytes are never sent.
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
