import Synchronization

/// The servers whose calls `GET metrics` counts.
package final class MetricsSources: Sendable {
  private struct State: Sendable {
    var next = 0
    var sources: [Int: @Sendable () async -> CallMetrics] = [:]
  }

  private let state = Mutex(State())

  /// Adds a server.
  ///
  /// - Parameter source: Returns the counts of the server. It is retained until it is removed.
  /// - Returns: The key with which it is removed.
  package func add(_ source: @escaping @Sendable () async -> CallMetrics) -> Int {
    state.withLock { state in
      state.sources[state.next] = source
      state.next += 1
      return state.next - 1
    }
  }

  package func remove(_ key: Int) { state.withLock { $0.sources[key] = nil } }

  var isEmpty: Bool { state.withLock { $0.sources.isEmpty } }

  /// Returns the counts of all servers together.
  func metrics() async -> CallMetrics {
    var sum = CallMetrics()
    for source in state.withLock({ $0.sources.values }) { sum.add(await source()) }
    return sum
  }
}
