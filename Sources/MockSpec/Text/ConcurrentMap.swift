internal import Dispatch

extension Array where Element: Sendable {
  /// Like `map`, on all cores: the results stand in the order of their elements. Returns when all are made.
  func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
    guard count > 1 else { return map(transform) }
    return [Output](unsafeUninitializedCapacity: count) { slots, initialized in
      // Every iteration writes a slot of its own.
      nonisolated(unsafe) let slots = slots
      DispatchQueue.concurrentPerform(iterations: count) { index in
        slots.initializeElement(at: index, to: transform(self[index]))
      }
      initialized = count
    }
  }
}
