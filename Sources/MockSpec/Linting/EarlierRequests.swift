import MockSpecDocument
import MockSpecSchema

/// An index of the requests that are tried earlier, which finds those that cover a later request.
///
/// A request that covers another one requires nothing that the other doesn't require identically. So it is enough to
/// store each request under one of its requirements, and to look under all requirements of the later request:
///
///     GET /a?x=1        is stored under "query x '1'"
///     GET /a?x=1&y=2    looks under "segment 0 a", "query x '1'", "query y '2'" and at requests without requirements
struct EarlierRequests {
  private struct Entry {
    let request: Int
    let matcher: RequestMatcher
    /// The index of the next entry that is stored under the same requirement.
    var next: Int?
  }

  /// A linked list of the entries that are stored under one requirement, in order.
  private struct List {
    let first: Int
    let last: Int
    let count: Int
  }

  /// The requests in the order in which they are tried.
  private var entries: [Entry] = []
  private var byRequirement: [Int: List] = [:]
  private var withoutRequirements: List?

  /// The maximum number of requests compared for each requirement.
  private static let maxComparisons = 100

  /// Returns the requests that never answer.
  ///
  /// - Parameter requests: All requests, in the order in which they are tried.
  static func unreachable(in requests: ChunkedArray<ResolvedRequest>) -> [RequestPair] {
    let requirements = requests.concurrentMap(\.matcher.requirements)
    var earlier = EarlierRequests()
    return requests.indices.compactMap { index in
      let request = requests[index]
      let first = request.spec.isEnabled ? earlier.first(covering: request.matcher, requirements[index]) : nil
      if request.spec.hidesLaterRequests { earlier.add(index, request.matcher, requirements[index]) }
      return first.map { RequestPair(request: index, first: $0) }
    }
  }

  private mutating func add(_ request: Int, _ matcher: RequestMatcher, _ requirements: [Int]) {
    // The requirement with the fewest entries is the most selective. Among several, the last: paths begin alike.
    var rarest: (requirement: Int, list: List?)?
    for requirement in requirements {
      let list = byRequirement[requirement]
      if rarest == nil || (list?.count ?? 0) <= (rarest?.list?.count ?? 0) { rarest = (requirement, list) }
    }
    let index = entries.count
    entries.append(Entry(request: request, matcher: matcher))
    let old = if let rarest { rarest.list } else { withoutRequirements }
    if let old { entries[old.last].next = index }
    let list = List(first: old?.first ?? index, last: index, count: (old?.count ?? 0) + 1)
    if let rarest { byRequirement[rarest.requirement] = list } else { withoutRequirements = list }
  }

  /// Returns the first request that certainly matches every call that a matcher matches.
  private func first(covering matcher: RequestMatcher, _ requirements: [Int]) -> Int? {
    var first = withoutRequirements.flatMap { index(in: $0, covering: matcher) }
    for requirement in requirements {
      guard let list = byRequirement[requirement], let found = index(in: list, covering: matcher) else { continue }
      first = min(found, first ?? found)
    }
    return first.map { entries[$0].request }
  }

  private func index(in list: List, covering matcher: RequestMatcher) -> Int? {
    var next: Int? = list.first
    for _ in 0..<Self.maxComparisons {
      guard let index = next else { return nil }
      if entries[index].matcher.covers(matcher) { return index }
      next = entries[index].next
    }
    return nil
  }
}

extension RequestMatcher {
  /// The hashes of everything that the matcher requires. Requirements that `covers` considers identical have equal
  /// hashes.
  var requirements: [Int] {
    var hashes: [Int] = []
    if let method = onlyMethod { hashes.append(hash("method", method)) }
    if let scheme { hashes.append(hash("scheme", scheme.value)) }
    if let port { hashes.append(hash("port", port.value)) }
    if let host { hashes.append(hash("host", host.value.description)) }
    if exactQuery != nil { hashes.append(hash("exactQuery", true)) }
    for (index, segment) in (path?.value.segments ?? []).enumerated() {
      if segment == .rest { break }
      if case .literal(let bytes) = segment { hashes.append(hash(index, bytes)) }
    }
    for (kind, conditions) in [("param", params), ("query", query), ("header", headers), ("cookie", cookies)] {
      for condition in conditions { hashes += condition.requirements(kind) }
    }
    return hashes + (body?.requirements ?? [])
  }
}

extension Condition {
  fileprivate func requirements(_ kind: String) -> [Int] { matchers.map { hash(kind, hash(key, $0)) } }
}

extension BodyMatcher {
  fileprivate var requirements: [Int] {
    switch kind {
    case .json(let node), .jsonEquals(let node): [hash("json", JSONEquality.hash(of: node))]
    case .text(let matcher): [hash("text", matcher)]
    case .form(let fields): fields.flatMap { $0.requirements("form") }
    case .multipart(let parts): parts.flatMap { $0.requirements("multipart") }
    case .pointers(let places): places.flatMap { $0.condition.requirements("pointer") }
    case .graphQL(let matcher):
      (matcher.operationName.map { [hash("operation", $0.value)] } ?? [])
        + (matcher.variables?.scalars.map { hash($0, $1) } ?? [])
    case .schema(let schema): [hash("schema", JSONEquality.hash(of: schema.root))]
    }
  }
}

private func hash(_ kind: some Hashable, _ requirement: some Hashable) -> Int {
  var hasher = Hasher()
  hasher.combine(kind)
  hasher.combine(requirement)
  return hasher.finalize()
}
