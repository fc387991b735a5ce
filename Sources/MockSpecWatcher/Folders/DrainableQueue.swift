internal import Dispatch

/// A serial queue that can be waited for from any thread, including from its own blocks.
///
/// A `stop()` method can thereby guarantee that no work runs after it has returned, and still be called from that work.
struct DrainableQueue: Sendable {
  let queue: DispatchQueue

  private static let current = DispatchSpecificKey<ObjectIdentifier>()

  init(label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.current, value: ObjectIdentifier(queue))
  }

  /// Returns when all blocks submitted before have run; at once when called from a block of this queue.
  ///
  /// A block that waits for another thread which calls this method deadlocks.
  func drain() {
    if DispatchQueue.getSpecific(key: Self.current) != ObjectIdentifier(queue) { queue.sync {} }
  }
}
