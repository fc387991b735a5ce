import MockSpecDocument
import MockSpecSchema

/// An index of earlier requests. It finds those that cover a later request.
///
/// A request covers another one if the other one has identical requirements, and possibly more. It is therefore enough
/// to store each request under one of its requirements, and to look under all requirements of the later request:
///
///     GET /a?x=1        is stored under "query x '1'"
///     GET /a?x=1&y=2    looks under "segment 0 a", "query x '1'", "query y '2'" and at requests without requirements
///
/// Few of the requests found there cover the later one. Most others have an additional requirement, which their signatures
/// show.
struct EarlierRequests {
  /// The requirements of a matcher.
  private struct Requirements {
    let hashes: [Int]
    /// A bit for each hash. If a request covers another one, the other one has all of its bits.
    let signature: UInt64

    init(_ matcher: RequestMatcher) {
      hashes = matcher.requirements
      signature = hashes.reduce(0) { $0 | 1 << UInt64(truncatingIfNeeded: $1 & 63) }
    }
  }

  private struct Entry {
    let request: Int
    let signature: UInt64
    /// The index of the next entry under the same requirement.
    var next: Int?
  }

  /// A linked list of the entries under one requirement, in order.
  private struct List {
    let first: Int
    let last: Int
    let count: Int
  }

  private let requests: ChunkedArray<ResolvedRequest>
  /// The requests that were added, in the order in which they are tried.
  private var entries: [Entry] = []
  private var byRequirement: [Int: List] = [:]
  private var withoutRequirements: List?

  /// The maximum number of requests compared for each requirement.
  private static let maxComparisons = 100

  /// Returns the requests that never answer.
  ///
  /// - Parameter requests: All requests, in the order in which they are tried.
  static func unreachable(in requests: ChunkedArray<ResolvedRequest>) -> [RequestPair] {
    let requirements = requests.concurrentMap { Requirements($0.matcher) }
    var earlier = EarlierRequests(requests)
    return requests.indices.compactMap { index in
      let spec = requests[index].spec
      let first = spec.isEnabled ? earlier.first(covering: index, requirements[index]) : nil
      if spec.hidesLaterRequests { earlier.add(index, requirements[index]) }
      return first.map { RequestPair(request: index, first: $0) }
    }
  }

  private init(_ requests: ChunkedArray<ResolvedRequest>) { self.requests = requests }

  private mutating func add(_ request: Int, _ requirements: Requirements) {
    // The requirement with the fewest entries is the most selective. If several have as many, the last one is used,
    // since paths begin alike.
    var rarest: (requirement: Int, list: List?)?
    for requirement in requirements.hashes {
      let list = byRequirement[requirement]
      if rarest == nil || (list?.count ?? 0) <= (rarest?.list?.count ?? 0) { rarest = (requirement, list) }
    }
    let index = entries.count
    entries.append(Entry(request: request, signature: requirements.signature))
    let old = if let rarest { rarest.list } else { withoutRequirements }
    if let old { entries[old.last].next = index }
    let list = List(first: old?.first ?? index, last: index, count: (old?.count ?? 0) + 1)
    if let rarest { byRequirement[rarest.requirement] = list } else { withoutRequirements = list }
  }

  /// Returns the first request that certainly matches every call matched by another request.
  private func first(covering request: Int, _ requirements: Requirements) -> Int? {
    var first = withoutRequirements.flatMap { index(in: $0, covering: request, requirements.signature) }
    for requirement in requirements.hashes {
      guard let list = byRequirement[requirement],
        let found = index(in: list, covering: request, requirements.signature)
      else { continue }
      first = min(found, first ?? found)
    }
    return first.map { entries[$0].request }
  }

  private func index(in list: List, covering request: Int, _ signature: UInt64) -> Int? {
    var next: Int? = list.first
    for _ in 0..<Self.maxComparisons {
      guard let index = next else { return nil }
      if entries[index].signature & ~signature == 0,
        requests[entries[index].request].matcher.covers(requests[request].matcher)
      {
        return index
      }
      next = entries[index].next
    }
    return nil
  }
}

extension RequestMatcher {
  /// The hashes of all requirements of the matcher. Requirements that `covers` considers identical have equal hashes.
  var requirements: [Int] {
    var hashes: [Int] = []
    hashes.reserveCapacity(16)
    if let method = onlyMethod { hashes.append(combinedHash(.method, method)) }
    if let scheme { hashes.append(combinedHash(.scheme, scheme.value)) }
    if let port { hashes.append(combinedHash(.port, port.value)) }
    if let host { hashes.append(combinedHash(.host, host.value.description)) }
    if exactQuery != nil { hashes.append(combinedHash(.exactQuery, true)) }
    for (index, segment) in (path?.value.segments ?? []).enumerated() {
      if segment == .rest { break }
      if case .literal(let bytes) = segment { hashes.append(combinedHash(.segment, combinedHash(index, bytes))) }
    }
    params.addRequirements(.param, to: &hashes)
    query.addRequirements(.query, to: &hashes)
    headers.addRequirements(.header, to: &hashes)
    cookies.addRequirements(.cookie, to: &hashes)
    body?.addRequirements(to: &hashes)
    // A later request can have fewer values of the state.
    for condition in states { hashes.append(combinedHash(.state, condition.state.value)) }
    return hashes
  }
}

/// The subject of a requirement.
private enum Requirement: UInt8 {
  case method, scheme, port, host, exactQuery, segment, param, query, header, cookie, state
  case json, text, form, part, pointer, jsonPath, operation, variable, schema
}

extension [Condition] {
  fileprivate func addRequirements(_ kind: Requirement, to hashes: inout [Int]) {
    for condition in self {
      for matcher in condition.matchers { hashes.append(combinedHash(kind, combinedHash(condition.key, matcher))) }
    }
  }
}

extension BodyMatcher {
  fileprivate func addRequirements(to hashes: inout [Int]) {
    switch kind {
    case .json(let node), .jsonEquals(let node): hashes.append(combinedHash(.json, JSONEquality.hash(of: node)))
    case .text(let matcher): hashes.append(combinedHash(.text, matcher))
    case .form(let fields): fields.addRequirements(.form, to: &hashes)
    case .multipart(let parts): parts.addRequirements(.part, to: &hashes)
    case .pointers(let places): places.map(\.condition).addRequirements(.pointer, to: &hashes)
    case .paths(let paths): paths.map(\.condition).addRequirements(.jsonPath, to: &hashes)
    case .graphQL(let matcher):
      if let name = matcher.operationName { hashes.append(combinedHash(.operation, name.value)) }
      for (key, value) in matcher.variables?.scalars ?? [] {
        hashes.append(combinedHash(.variable, combinedHash(key, value)))
      }
    case .schema(let schema): hashes.append(combinedHash(.schema, JSONEquality.hash(of: schema.root)))
    }
  }
}

private func combinedHash(_ kind: Requirement, _ requirement: some Hashable) -> Int {
  combinedHash(kind.rawValue, requirement)
}

private func combinedHash(_ first: some Hashable, _ second: some Hashable) -> Int {
  var hasher = Hasher()
  hasher.combine(first)
  hasher.combine(second)
  return hasher.finalize()
}
