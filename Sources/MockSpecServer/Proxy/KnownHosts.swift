import MockSpec
import Synchronization

/// A cache of the last snapshot's hosts, since finding them visits all requests.
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
