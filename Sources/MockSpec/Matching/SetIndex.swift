import Synchronization

/// Response sets with everything by which they are found: by path, by name, by host.
final class SetIndex: Sendable {
  /// In the order in which they are asked, so that the first that matches answers.
  let sets: [ResponseSet]
  let paths: PathIndex
  private let lines: LineChecks
  private let places: [String: Int]
  private let hosts: HostSet
  /// Hosts written out, and where responses forward to.
  private let namedHosts: HostSet
  private let origins: Set<Origin>
  private let nearest = Mutex<NearestPaths?>(nil)

  init(_ sets: [ResponseSet]) {
    self.sets = sets
    paths = PathIndex(sets.map { $0.matcher.path?.value })
    lines = LineChecks(sets)
    places = Dictionary(sets.enumerated().map { ($1.name, $0) }) { first, _ in first }
    hosts = HostSet(sets.lazy.compactMap { $0.matcher.host?.value })
    namedHosts = HostSet(sets.lazy.compactMap { $0.matcher.host?.value }.filter { !$0.isWildcard })
    origins = Set(
      sets.lazy.flatMap(\.responses).compactMap {
        if case .fixed(.forward(let origin)) = $0.outcome { origin } else { nil }
      })
  }

  /// Of the set with a name, among `sets`.
  func place(of name: String) -> Int? { places[name] }

  subscript(name: String) -> ResponseSet? { place(of: name).map { sets[$0] } }

  /// Made when the first request is explained, if not before: most projects never need it.
  var nearestPaths: NearestPaths {
    nearest.withLock { known in
      if let known { return known }
      let paths = NearestPaths(sets.map { $0.matcher.path?.value })
      known = paths
      return paths
    }
  }

  /// Makes `nearestPaths` in the background where the first explanation would wait for it longer than a millisecond.
  func prepareExplanations() {
    guard sets.count > 1000 else { return }
    Task.detached(priority: .background) { _ = self.nearestPaths }
  }

  /// Whether some host pattern matches.
  func knowsHost(_ host: String) -> Bool { hosts.matches(host) }

  /// Whether an origin, or at least its host, is written out.
  func names(_ origin: Origin) -> Bool { namedHosts.matches(origin.host) || origins.contains(origin) }

  /// The set, if it matches altogether; its path does. What else it asks for is looked at from the cheapest on, so that
  /// most sets are told apart before anything of theirs is read.
  func match(_ number: Int32, _ request: inout ParsedRequest) -> ResponseSet? {
    guard lines.take(number, request) else { return nil }
    let set = sets[Int(number)]
    return !set.hasConditions || set.matcher.meetsConditions(&request) ? set : nil
  }
}
