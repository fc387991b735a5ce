internal import Dispatch

extension Array where Element: Sendable {
  /// Transforms the elements on all cores. Returns the results in the order of the elements, when all are complete.
  func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
    guard count > 1 else { return map(transform) }
    return [Output](unsafeUninitializedCapacity: count) { slots, initialized in
      // Each iteration writes a different slot.
      nonisolated(unsafe) let slots = slots
      DispatchQueue.concurrentPerform(iterations: count) { index in
        slots.initializeElement(at: index, to: transform(self[index]))
      }
      initialized = count
    }
  }
}
