extension MockReply {
  /// The outcome of a call that gets the reply, which is valid and whose body is in memory.
  var outcome: Decision.Outcome {
    switch kind {
    case .passThrough: .passThrough
    case .forward(let origin):
      Origin(origin).map { .forward($0) } ?? .closureFailure(.invalidReply("'\(origin)' isn't an origin"))
    case .json, .text, .bytes, .file, .stream: .reply(reply(isShared: false))
    }
  }
}
