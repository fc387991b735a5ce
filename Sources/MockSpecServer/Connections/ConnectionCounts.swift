import MockSpec
import Synchronization

/// The numbers of a server's open connections, if they are limited. Changed when connections are opened and closed.
final class ConnectionCounts: Sendable {
  private struct State: Sendable {
    var all = 0
    var ofAddress: [String: Int] = [:]
  }

  private let limits: ServerLimits
  private let state = Mutex(State())

  /// Creates the counts; `nil` without limits.
  init?(_ limits: ServerLimits) {
    if limits.connections == 0, limits.connectionsPerAddress == 0 { return nil }
    self.limits = limits
  }

  /// Counts a connection. If it is refused, returns the reason, and doesn't count it.
  func open(_ address: String) -> Refusal? {
    state.withLock { state in
      if limits.connections > 0, state.all >= limits.connections {
        return Refusal(status: 503, "the server has \(limits.connections) connections, its maximum")
      }
      let count = state.ofAddress[address, default: 0]
      if limits.connectionsPerAddress > 0, count >= limits.connectionsPerAddress {
        return Refusal(
          status: 503, "\(address) has \(limits.connectionsPerAddress) connections, the maximum of an address")
      }
      state.all += 1
      state.ofAddress[address] = count + 1
      return nil
    }
  }

  /// Removes a connection from the counts.
  func close(_ address: String) {
    state.withLock { state in
      state.all -= 1
      let count = state.ofAddress[address, default: 0] - 1
      state.ofAddress[address] = count == 0 ? nil : count
    }
  }
}
