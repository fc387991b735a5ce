/// Response sets with the indexes that find them by path, name and host.
final class SetIndex: Sendable {
  /// The sets in the order in which they are tried. The first that matches answers.
  let sets: [ResponseSet]
  let paths: PathIndex
  private let originChecks: OriginChecks
  private let places: [String: Int]
  private let hosts: HostSet
  /// The host patterns without a wildcard.
  private let namedHosts: HostSet
  /// The origins to which responses forward.
  private let origins: Set<Origin>
  private let nearest: Once<NearestPaths>

  /// Returns whether one was made of the other by `replacing`.
  func hasSameNames(as other: SetIndex) -> Bool { nearest === other.nearest }

  init(_ sets: [ResponseSet]) {
    self.sets = sets
    nearest = Once()
    paths = PathIndex(sets.map { $0.matcher.path?.value })
    originChecks = OriginChecks(sets.map(\.matcher))
    places = Dictionary(sets.enumerated().map { ($1.name, $0) }) { first, _ in first }
    hosts = HostSet(sets.lazy.compactMap { $0.matcher.host?.value })
    namedHosts = HostSet(sets.lazy.compactMap { $0.matcher.host?.value }.filter { !$0.isWildcard })
    origins = Set(
      sets.lazy.flatMap(\.responses).compactMap {
        if case .fixed(.forward(let origin)) = $0.outcome { origin } else { nil }
      })
  }

  private init(_ index: SetIndex, _ sets: [ResponseSet]) {
    self.sets = sets
    paths = index.paths
    originChecks = index.originChecks
    places = index.places
    hosts = index.hosts
    namedHosts = index.namedHosts
    origins = index.origins
    nearest = index.nearest
  }

  /// Returns an index of sets of which each has the name, path and origin of the one that it replaces, and forwards to no
  /// other origin.
  func replacing(_ sets: [ResponseSet]) -> SetIndex { SetIndex(self, sets) }

  /// Returns the index in `sets` of the set with a name.
  func place(of name: String) -> Int? { places[name] }

  subscript(name: String) -> ResponseSet? { place(of: name).map { sets[$0] } }

  /// The index of similar paths. It is built when the first call is explained, since most projects never need it.
  var nearestPaths: NearestPaths {
    nearest.value { NearestPaths(sets.map { $0.matcher.path?.value }) }
  }

  /// Builds `nearestPaths` in the background for large projects, where building it takes more than a millisecond.
  func prepareExplanations() {
    guard sets.count > 1000 else { return }
    Task.detached(priority: .background) { _ = self.nearestPaths }
  }

  /// Returns whether any host pattern matches a host.
  func knowsHost(_ host: String) -> Bool { hosts.matches(host) }

  /// Returns whether the project names an origin: by a host pattern without a wildcard, or as the target of a forward.
  func names(_ origin: Origin) -> Bool { namedHosts.matches(origin.host) || origins.contains(origin) }

  /// Returns a set whose path matches if its other conditions match, too. Cheap conditions are tested first, so that
  /// most sets are ruled out before their matcher is read.
  func match(_ number: Int32, _ request: inout ParsedRequest) -> ResponseSet? {
    guard originChecks.matches(number, request) else { return nil }
    let set = sets[Int(number)]
    return !set.hasConditions || set.matcher.meetsConditions(&request) ? set : nil
  }
}
