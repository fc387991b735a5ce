import NIOCore
import NIOPosix
import Synchronization

/// The addresses of the servers that belong together in a program: the mocks, their control API, and a proxy.
package final class OwnAddresses: Sendable {
  private let addresses = Mutex<[SocketAddress]>([])

  package init() {}

  func add(_ address: SocketAddress) { addresses.withLock { $0.append(address) } }

  func remove(_ address: SocketAddress) {
    addresses.withLock { addresses in
      if let index = addresses.firstIndex(of: address) { addresses.remove(at: index) }
    }
  }

  /// Returns whether a connection to an address reaches one of the servers.
  func contains(_ address: SocketAddress) -> Bool {
    let own = addresses.withLock { $0.filter { $0.port == address.port } }
    if own.isEmpty { return false }
    if own.contains(where: { address.leads(to: $0) }) { return true }
    // A server that listens on all addresses is reached by any address of this machine.
    return own.contains(where: \.isUnspecified)
      && ((try? System.enumerateDevices()) ?? []).compactMap(\.address).contains { $0.isSameHost(as: address) }
  }
}
