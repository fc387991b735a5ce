import Synchronization

/// A value that is computed at the first access. Other threads that access it meanwhile wait.
final class Once<Value: Sendable>: Sendable {
  private let state = Mutex<Value?>(nil)

  /// The value, if it has been computed; may be `nil` while another thread accesses it.
  var known: Value? { state.withLockIfAvailable { $0 } ?? nil }

  /// Returns the value.
  ///
  /// - Parameter compute: Computes the value if it isn't known. It must not access the same value.
  func value(_ compute: () -> Value) -> Value {
    state.withLock { known in
      if let known { return known }
      let value = compute()
      known = value
      return value
    }
  }
}

/// Values by key, each computed once.
final class OnceByKey<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let known = Mutex<[Key: Once<Value>]>([:])

  /// The number of keys whose values have been accessed.
  var count: Int { known.withLock { $0.count } }

  /// Returns the value of a key.
  ///
  /// - Parameter compute: Computes the value if it isn't known. It must not access the same value.
  func value(for key: Key, _ compute: () -> Value) -> Value {
    let once = known.withLock { known in
      if let once = known[key] { return once }
      let once = Once<Value>()
      known[key] = once
      return once
    }
    return once.value(compute)
  }
}
