internal import Dispatch

/// A serial queue that can be waited for from anywhere, its own blocks included.
///
/// This is what lets `stop()` promise "nothing runs any more when I return" and still be called from inside the very
/// work that it stops.
struct DrainableQueue: Sendable {
  let queue: DispatchQueue

  private static let current = DispatchSpecificKey<ObjectIdentifier>()

  init(label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: Self.current, value: ObjectIdentifier(queue))
  }

  /// Returns when all that was submitted before has run; at once when called from a block of this queue.
  ///
  /// A block that hands the call to another thread and waits for it there deadlocks.
  func drain() {
    if DispatchQueue.getSpecific(key: Self.current) != ObjectIdentifier(queue) { queue.sync {} }
  }
}
