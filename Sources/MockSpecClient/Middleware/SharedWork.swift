import Synchronization

/// Work that ends once, with a value.
protocol SharedOperation<Value>: AnyObject, Sendable {
  associatedtype Value: Sendable

  /// - Parameter completion: Called once, on any thread, unless the operation is cancelled before.
  func start(_ completion: @escaping @Sendable (Value) -> Void)

  /// Called when the last caller that waits for the value has gone. May be called during `start`.
  ///
  /// - Returns: Whether the operation was cancelled, so that the next caller needs a new one.
  func cancelUnused() -> Bool
}

/// Operations in progress, each of which is shared by all callers with equal keys. Each caller is cancelled on its own.
final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Running {
    let operation: any SharedOperation<Value>
    var waiters: [UInt64: CheckedContinuation<Value?, Never>]
  }

  private struct State {
    var running: [Key: Running] = [:]
    var lastWaiter: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The number of callers that wait for a value.
  var waiterCount: Int { state.withLock { $0.running.values.reduce(0) { $0 + $1.waiters.count } } }

  /// Returns the value of the operation in progress for a key, or of a new one.
  ///
  /// - Parameter make: Creates an operation. Called under a lock.
  /// - Returns: `nil` if the caller's task was cancelled before.
  func value(for key: Key, make: () -> any SharedOperation<Value>) async -> Value? {
    let waiter = state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        guard !Task.isCancelled else { return continuation.resume(returning: nil) }
        let started: (any SharedOperation<Value>)? = state.withLock { state in
          if state.running[key] != nil {
            state.running[key]?.waiters[waiter] = continuation
            return nil
          }
          let operation = make()
          state.running[key] = Running(operation: operation, waiters: [waiter: continuation])
          return operation
        }
        started?.start { [started] value in self.end(key, started, value) }
        // The handler may have run before the caller was added.
        if Task.isCancelled { leave(key, waiter) }
      }
    } onCancel: {
      leave(key, waiter)
    }
  }

  private func end(_ key: Key, _ operation: (any SharedOperation<Value>)?, _ value: Value) {
    let waiters = state.withLock { state -> [UInt64: CheckedContinuation<Value?, Never>] in
      guard let running = state.running.removeValue(forKey: key) else { return [:] }
      if running.operation === operation { return running.waiters }
      state.running[key] = running
      return [:]
    }
    for continuation in waiters.values { continuation.resume(returning: value) }
  }

  private func leave(_ key: Key, _ waiter: UInt64) {
    let continuation = state.withLock { state -> CheckedContinuation<Value?, Never>? in
      guard let continuation = state.running[key]?.waiters.removeValue(forKey: waiter) else { return nil }
      if let running = state.running[key], running.waiters.isEmpty, running.operation.cancelUnused() {
        state.running[key] = nil
      }
      return continuation
    }
    continuation?.resume(returning: nil)
  }
}
