/// The parts of a request that the indexes read. A request with an equal key can take the place of another one.
struct IndexKey: Equatable {
  let name: ExactText
  let alternative: Int
  let path: PathPattern?
  let origin: OriginCheck

  init(_ key: SetKey, _ matcher: RequestMatcher) {
    name = ExactText(key.name)
    alternative = key.alternative
    path = matcher.path?.value
    origin = OriginCheck(matcher)
  }

  init(_ set: ResponseSet) { self.init(set.key, set.matcher) }

  fileprivate var key: SetKey { SetKey(name: name.text, alternative: alternative) }
}

/// Identifies a response set in an index: a request, and one alternative of its `match`.
struct SetKey: Hashable, Sendable {
  let name: String
  /// The number of the alternative, from 1.
  let alternative: Int
}

/// Response sets with the indexes that find them by path, name and host.
///
/// After a change of some sets, the indexes are updated instead of built again. Each set has a number, which it keeps when
/// others are inserted or removed. `paths` knows the place of each number in the list of sets.
package final class SetIndex: Sendable {
  /// The sets in the order in which they are tried. The first that matches answers.
  let sets: ChunkedArray<ResponseSet>
  let paths: PathIndex
  private let originChecks: OriginChecks
  /// The numbers of the sets, including removed ones.
  private let numbers: [SetKey: Int32]
  /// Those of the sets that were inserted later.
  private let laterNumbers: [SetKey: Int32]
  private let targets: Targets
  /// The sets with lower numbers are in `nearest`, the others in `laterNearest`.
  private let firstCount: Int
  /// The number of sets that were inserted or removed since `nearest` is shared.
  private let laterChanges: Int
  /// The similar paths of most sets, which later indexes of large projects share, and of those that were inserted later.
  /// Each is built when it is first needed, since most projects never explain a call.
  private let nearest: Once<NearestPaths>
  private let laterNearest = Once<NearestPaths>()

  package init(_ sets: some RandomAccessCollection<ResponseSet>) {
    self.sets = ChunkedArray(sets)
    let keys = sets.map(IndexKey.init)
    paths = PathIndex(keys.map(\.path))
    originChecks = OriginChecks(keys.map(\.origin))
    numbers = Dictionary(keys.enumerated().map { ($1.key, Int32($0)) }) { first, _ in first }
    laterNumbers = [:]
    var targets = Targets()
    for set in sets { targets.insert(set) }
    self.targets = targets
    (firstCount, laterChanges, nearest) = (sets.count, 0, Once())
  }

  /// Creates the index that follows an earlier one; see ``changed(replaced:_:inserted:)``.
  private init(
    _ index: SetIndex, replaced: [(place: Int, set: ResponseSet)], _ change: Rearrangement?, inserted: [ResponseSet]
  ) {
    var (sets, targets) = (index.sets, index.targets)
    for (place, set) in replaced {
      targets.remove(sets[place])
      targets.insert(set)
      sets[place] = set
    }
    numbers = index.numbers
    if let change {
      for place in change.removed { targets.remove(sets[place]) }
      for set in inserted { targets.insert(set) }
      let now = change.applied(to: sets, inserting: inserted)
      var laterNumbers = index.laterNumbers
      let keys = inserted.map(IndexKey.init)
      for (offset, key) in keys.enumerated() { laterNumbers[key.key] = Int32(index.paths.places.count + offset) }
      self.laterNumbers = laterNumbers
      self.sets = now
      paths = index.paths.rearranged(change) { now[Int($0)].matcher.path?.value }
      originChecks = index.originChecks.rearranged(change, inserting: keys.map(\.origin))
      // Removed sets can hide similar ones, so there must be few.
      let changes = index.laterChanges + change.removed.count + inserted.count
      let isShared = now.count > Self.smallCount && changes < now.count / 16
      (firstCount, laterChanges, nearest) =
        isShared ? (index.firstCount, changes, index.nearest) : (paths.places.count, 0, Once())
    } else {
      (firstCount, laterChanges, nearest) = (index.firstCount, index.laterChanges, index.nearest)
      self.sets = sets
      (paths, originChecks, laterNumbers) = (index.paths, index.originChecks, index.laterNumbers)
    }
    self.targets = targets
  }

  /// Returns the index after a change.
  ///
  /// - Parameters:
  ///   - replaced: Sets with the keys of the ones that they replace, whose places they take.
  ///   - change: The change of the list of sets apart from that; `nil` if it stays the same.
  ///   - inserted: The new sets, in order.
  func changed(
    replaced: [(place: Int, set: ResponseSet)], _ change: Rearrangement?, inserted: [ResponseSet]
  ) -> SetIndex {
    let changed = SetIndex(self, replaced: replaced, change, inserted: inserted)
    // Removed sets keep their numbers until there are too many.
    let unused = changed.paths.places.count - changed.sets.count
    return unused > max(1000, changed.sets.count / 4) ? SetIndex(changed.sets) : changed
  }

  /// Returns the index in `sets` of a set.
  func place(of key: SetKey) -> Int? {
    guard let number = laterNumbers[key] ?? numbers[key] else { return nil }
    let place = Int(paths.places[Int(number)])
    return place < 0 ? nil : place
  }

  /// Returns the indexes in `sets` of a request's alternatives.
  func places(of name: String) -> [Int] {
    guard let first = self[name] else { return [] }
    return (1...(first.alternative?.count ?? 1)).compactMap { place(of: SetKey(name: name, alternative: $0)) }
  }

  /// The request with a name, with its first alternative as written.
  subscript(name: String) -> ResponseSet? { place(of: SetKey(name: name, alternative: 1)).map { sets[$0] } }

  /// Returns the sets with similar paths, a few dozen at most, in the order in which they are tried.
  func sets(near path: [[UInt8]]) -> [ResponseSet] {
    let later = laterNearest.value { nearestPaths(firstCount..<paths.places.count) }
    func place(_ number: Int32) -> Int { Int(paths.places[Int(number)]) }
    let numbers = [firstNearest, later].flatMap { nearest in nearest.sets(near: path) { place($0) >= 0 } }
    return numbers.map(place).sorted().map { sets[$0] }
  }

  /// Builds the index of similar paths in the background for large projects, where building it takes more than a
  /// millisecond.
  func prepareExplanations() {
    guard sets.count > Self.smallCount else { return }
    Task.detached(priority: .background) { _ = self.firstNearest }
  }

  private static let smallCount = 1000

  private var firstNearest: NearestPaths { nearest.value { nearestPaths(0..<firstCount) } }

  private func nearestPaths(_ numbers: Range<Int>) -> NearestPaths {
    let used = numbers.filter { paths.places[$0] >= 0 }.sorted { paths.places[$0] < paths.places[$1] }
    return NearestPaths(
      used.compactMap { number in
        sets[Int(paths.places[number])].matcher.path.map { (Int32(number), $0.value) }
      })
  }

  /// Returns the numbers of the sets whose path matches.
  func numbers(for path: CallPath) -> SetNumbers {
    var path = path.text
    // Refers to this object, where a method of `paths` would retain each of its arrays.
    return path.withUTF8 { paths.sets(for: $0) }
  }

  /// Returns whether any host pattern matches a host.
  func knowsHost(_ host: String) -> Bool { targets.hosts.matches(host) }

  /// Returns whether the project names an origin: by a host pattern without a wildcard, or as the target of a forward.
  func names(_ origin: Origin) -> Bool {
    targets.hosts.names(origin.host) || targets.origins.contains(origin)
  }

  /// Whether any response sends calls to other servers.
  var reachesOthers: Bool { targets.reachingCount > 0 }

  /// Returns whether a set is for a scheme.
  func names(scheme: String) -> Bool { targets.schemes.contains(scheme) }

  /// Returns a set whose path matches if its other conditions match, too. Cheap conditions are tested first, so that
  /// most sets are ruled out before their matcher is read.
  func match(_ number: Int32, _ parsed: inout ParsedCall) -> ResponseSet? {
    guard originChecks.matches(number, parsed) else { return nil }
    let set = sets[Int(number)]
    return !set.hasConditions || set.matcher.meetsConditions(&parsed) ? set : nil
  }
}

/// The hosts, schemes and origins that sets name.
private struct Targets {
  private(set) var hosts = HostSet()
  private(set) var schemes = Multiset<String>()
  /// The origins to which responses forward.
  private(set) var origins = Multiset<Origin>()
  /// The number of sets with responses that forward or pass through.
  private(set) var reachingCount = 0

  mutating func insert(_ set: ResponseSet) {
    if let host = set.matcher.host?.value { hosts.insert(host) }
    if let scheme = set.matcher.scheme?.value { schemes.insert(scheme) }
    for origin in Self.origins(of: set) { origins.insert(origin) }
    if set.responses.contains(where: \.reachesOthers) { reachingCount += 1 }
  }

  mutating func remove(_ set: ResponseSet) {
    if let host = set.matcher.host?.value { hosts.remove(host) }
    if let scheme = set.matcher.scheme?.value { schemes.remove(scheme) }
    for origin in Self.origins(of: set) { origins.remove(origin) }
    if set.responses.contains(where: \.reachesOthers) { reachingCount -= 1 }
  }

  private static func origins(of set: ResponseSet) -> some Sequence<Origin> {
    set.responses.lazy.compactMap { response in
      if case .fixed(.forward(let origin)) = response.outcome { origin } else { nil }
    }
  }
}
