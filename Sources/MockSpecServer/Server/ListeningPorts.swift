import Synchronization

/// The ports on which the servers of a project listen, so that none of them forwards a call to another one.
package final class ListeningPorts: Sendable {
  private let ports = Mutex<Set<Int>>([])

  package init() {}

  func add(_ port: Int) { ports.withLock { _ = $0.insert(port) } }

  func remove(_ port: Int) { ports.withLock { _ = $0.remove(port) } }

  func contains(_ port: Int) -> Bool { ports.withLock { $0.contains(port) } }
}
