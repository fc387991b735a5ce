import MockSpec
import Synchronization

/// The hosts of the last snapshot, since finding them visits all its requests.
final class KnownHosts: Sendable {
  private let last = Mutex<(sets: ResponseSets, hosts: ProxiedHosts)?>(nil)

  func hosts(of sets: ResponseSets) -> ProxiedHosts {
    last.withLock { last in
      if let last, last.sets === sets { return last.hosts }
      let hosts = ProxiedHosts(sets)
      last = (sets, hosts)
      return hosts
    }
  }
}
