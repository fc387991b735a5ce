internal import Dispatch
internal import Synchronization

/// A serial queue that can be waited for from any thread, including from its own blocks.
///
/// A `stop()` method can thereby guarantee that no work runs after it has returned, and still be called from that work.
struct DrainableQueue: Sendable {
  let queue: DispatchQueue

  private static let current = DispatchSpecificKey<ObjectIdentifier>()
  /// For each queue whose block waits for another queue, that other queue.
  private static let waits = Mutex<[ObjectIdentifier: ObjectIdentifier]>([:])

  /// - Parameter target: The queue on which the blocks run; `nil` for a thread of its own. A block must not drain another
  ///   queue with the same target.
  init(label: String, target: DispatchQueue? = nil) {
    queue = DispatchQueue(label: label, target: target)
    queue.setSpecific(key: Self.current, value: ObjectIdentifier(queue))
  }

  /// Returns when all blocks submitted before have run; at once when called from a block of this queue, or from one of a
  /// queue for which a block of this queue waits.
  ///
  /// A block that waits in another way for a thread which calls this method deadlocks.
  func drain() {
    guard let current = DispatchQueue.getSpecific(key: Self.current) else { return queue.sync {} }
    let target = ObjectIdentifier(queue)
    let canWait = Self.waits.withLock { waits in
      var next: ObjectIdentifier? = target
      while let queue = next, queue != current { next = waits[queue] }
      if next == nil { waits[current] = target }
      return next == nil
    }
    guard canWait else { return }
    queue.sync {}
    Self.waits.withLock { $0[current] = nil }
  }
}
