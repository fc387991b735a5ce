import MockSpecDiagnostics

/// The input of rules that compare requests with each other.
final class LintedRequests: Sendable {
  /// The requests after defaults were applied, with each alternative, in the order in which they are tried.
  let requests: ChunkedArray<ResolvedRequest>
  /// The index of their paths.
  private let paths: PathIndex?
  /// The changes since the rules last compared requests; `nil` to compare all requests.
  private let change: ReportedPairs.Change?
  private let knownUnreachable = Once<[RequestPair]>()
  private let knownNameHashes: Once<[Int32]>

  /// - Parameter nameHashes: Stores `nameHashes` for later versions of the project.
  init(
    _ requests: ChunkedArray<ResolvedRequest>, paths: PathIndex? = nil, change: ReportedPairs.Change? = nil,
    nameHashes: Once<[Int32]> = Once()
  ) {
    self.requests = requests
    self.paths = paths
    self.change = change
    knownNameHashes = nameHashes
  }

  /// For each request, a hash of its name in lower case.
  var nameHashes: [Int32] {
    knownNameHashes.value {
      let hashOfName = { [requests] in Int32(truncatingIfNeeded: requests[$0].spec.name.value.lowercased().hashValue) }
      guard let change, let earlier = change.nameHashes else { return requests.indices.map(hashOfName) }
      var hashes = [Int32](repeating: 0, count: requests.count)
      for (hash, place) in zip(earlier, change.places) where place >= 0 { hashes[Int(place)] = hash }
      for request in change.new { hashes[request] = hashOfName(request) }
      return hashes
    }
  }

  /// The requests that never answer, each with the first request that always answers instead.
  ///
  /// They are computed at the first access, while other rules run.
  var unreachable: [RequestPair] {
    knownUnreachable.value {
      guard let change = change(for: UnreachableRequest.self) else { return EarlierRequests.unreachable(in: requests) }
      return unreachable(after: change)
    }
  }

  private func unreachable(after change: PairChange) -> [RequestPair] {
    var firsts = Dictionary(change.kept.map { ($0.request, $0.first) }) { first, _ in first }
    func covers(_ first: Int, _ request: Int) -> Bool {
      requests[first].spec.hidesLaterRequests && requests[request].spec.isEnabled
        && requests[first].matcher.covers(requests[request].matcher)
    }
    for new in change.new {
      let later = coverable(by: new).filter { $0 > new && firsts[$0] ?? .max > new && covers(new, $0) }
      for request in later { firsts[request] = new }
    }
    for request in change.unknown {
      firsts[request] = competing(with: request).first { $0 < request && covers($0, request) }
    }
    return firsts.map { RequestPair(request: $0, first: $1) }.sorted { $0.request < $1.request }
  }

  /// Returns the indexes of all requests whose path covers a request's path, and of some others, in ascending order.
  func competing(with request: Int) -> [Int] {
    paths?.sets(for: CallPath(matching: requests[request].matcher.path?.value)).map(Int.init) ?? []
  }

  /// Returns the indexes of all requests whose path is covered by a request's path, and of others, in ascending order.
  private func coverable(by request: Int) -> [Int] {
    // A path without wildcards covers only equal paths.
    let isLiteral = requests[request].matcher.path?.value.isLiteral == true
    return isLiteral ? competing(with: request) : Array(requests.indices)
  }

  /// Returns the changes since a rule last compared requests; `nil` to compare all requests.
  func change(for rule: any RequestRule.Type) -> PairChange? { paths == nil ? nil : change?.pairs(of: rule) }
}

/// Two requests about which a rule warns. Their indexes are in the order in which requests are tried.
struct RequestPair: Sendable {
  /// The request that is reported.
  let request: Int
  /// The request that precedes it.
  let first: Int
}

/// The changes since a rule last compared requests.
struct PairChange {
  /// The pairs of requests that haven't changed.
  var kept: [RequestPair] = []
  /// The indexes of the requests that are new or have changed, and of those that have lost the first request of their pair.
  var unknown: Set<Int>
  /// The indexes of the requests that are new or have changed.
  let new: [Int]

  /// The indexes of the requests that haven't changed and were reported before.
  var reportedBefore: Set<Int> { Set(kept.map(\.request)).union(unknown.subtracting(new)) }
}

/// The pairs of requests that rules report, found at the first access. Versions of a project share them until a request is
/// added, removed or renamed, or its conditions change.
///
/// After a change, only changed requests are compared, but with all others. The first comparison of a project compares
/// each request with at most a hundred candidates, and may find fewer pairs.
final class ReportedPairs: Sendable {
  /// A change of requests whose pairs are known.
  struct Change: Sendable {
    fileprivate let pairs: [[RequestPair]]
    fileprivate let nameHashes: [Int32]?
    /// For each request before, its index afterwards; -1 if it was removed or changed.
    let places: [Int32]
    /// The indexes of the requests that are new or have changed.
    let new: [Int]

    fileprivate func pairs(of rule: any RequestRule.Type) -> PairChange? {
      guard let index = LintRules.ofRequests.firstIndex(where: { $0 == rule }) else { return nil }
      var change = PairChange(unknown: Set(new), new: new)
      for pair in pairs[index] {
        let (request, first) = (Int(places[pair.request]), Int(places[pair.first]))
        if request < 0 { continue }
        if first < 0 {
          change.unknown.insert(request)
        } else {
          change.kept.append(RequestPair(request: request, first: first))
        }
      }
      return change
    }
  }

  private let known = Once<[[RequestPair]]>()
  private let nameHashes = Once<[Int32]>()
  private let change: Change?

  init() { change = nil }

  /// Creates the pairs after a change of requests. If there are many new ones, or if the earlier pairs aren't known, all
  /// requests are compared.
  ///
  /// - Parameters:
  ///   - places: For each request before, its index afterwards; -1 if it was removed or changed.
  ///   - new: The indexes of the requests that are new or have changed.
  init(after earlier: ReportedPairs, places: [Int32], new: [Int]) {
    let pairs = new.count <= Self.maxCompared ? earlier.known.known : nil
    change = pairs.map { Change(pairs: $0, nameHashes: earlier.nameHashes.known, places: places, new: new) }
  }

  /// The maximum number of new requests that are compared with each of the others.
  private static let maxCompared = 64

  /// Returns the warnings about pairs of requests.
  ///
  /// - Parameters:
  ///   - requests: The requests, in the order in which they are tried.
  ///   - paths: The index of their paths; `nil` to compare all requests.
  func warnings(_ requests: ChunkedArray<ResolvedRequest>, paths: PathIndex?) -> [Diagnostic] {
    let pairs = known.value {
      let linted = LintedRequests(requests, paths: paths, change: change, nameHashes: nameHashes)
      return LintRules.ofRequests.concurrentMap { rule in
        rule.pairs(in: linted).filter { pair in
          switch (requests[pair.request].items?.operation, requests[pair.first].items?.operation) {
          // Of collections with the same path, the lists say it for all of their requests.
          case (.list, .list), (nil, nil): true
          // Written requests that are tried before those of collections are meant to be.
          default: false
          }
        }
      }
    }
    return zip(LintRules.ofRequests, pairs).flatMap { rule, pairs in
      rule.warnings(about: pairs, in: requests)
    }
  }
}
