internal import Dispatch

extension RandomAccessCollection where Element: Sendable, Index == Int, Self: Sendable {
  /// Transforms the elements on all cores. Returns the results in the order of the elements, when all are complete.
  package func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) -> Output) -> [Output] {
    guard count > 1 else { return map(transform) }
    return [Output](unsafeUninitializedCapacity: count) { slots, initialized in
      // Each iteration writes a different slot.
      nonisolated(unsafe) let slots = slots
      DispatchQueue.concurrentPerform(iterations: count) { index in
        slots.initializeElement(at: index, to: transform(self[startIndex + index]))
      }
      initialized = count
    }
  }
}

/// Returns the results of two closures, which run at the same time.
func concurrently<First: Sendable, Second: Sendable>(
  _ first: @Sendable () -> First, and second: @Sendable () -> Second
) -> (First, Second) {
  // Each iteration writes a different variable.
  nonisolated(unsafe) var (one, two): (First?, Second?)
  DispatchQueue.concurrentPerform(iterations: 2) { index in
    if index == 0 { one = first() } else { two = second() }
  }
  guard let one, let two else { preconditionFailure("both iterations have run") }
  return (one, two)
}
