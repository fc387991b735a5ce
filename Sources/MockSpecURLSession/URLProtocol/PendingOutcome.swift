/// A load's outcome that is determined on other queues: by a closure of the program, or by asking a server.
struct PendingOutcome: Sendable {
  /// Whether the body of the call counts as sent at the start. Otherwise, the outcome decides.
  let isBodySent: Bool
  /// Starts determining the outcome, and returns a function that cancels this.
  ///
  /// - Parameter completion: Called at most once, on any thread; not necessarily after a cancellation. `mayWait` is whether
  ///   that thread may wait for the task's queue.
  let start:
    @Sendable (_ completion: @escaping @Sendable (_ outcome: DelayedOutcome, _ mayWait: Bool) -> Void)
      -> @Sendable () -> Void
}

/// The outcome of a load, after a delay.
struct DelayedOutcome: Sendable {
  var outcome: LoadOutcome
  var delay = Duration.zero
}
