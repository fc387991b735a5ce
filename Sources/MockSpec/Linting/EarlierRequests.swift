import MockSpecDocument
import MockSpecSchema

/// Requests that were asked before, found by what they ask for.
///
/// One that covers another asks for nothing that the other doesn't ask for in the same words. So each is kept under a
/// single one of its demands, and whoever might be covered by it finds it under one of its own:
///
///     GET /a?x=1        kept under "query x '1'"
///     GET /a?x=1&y=2    looks under "segment 0 a", "query x '1'", "query y '2'" and among those without demands
struct CoveringRequests {
  private typealias Place = (order: Int, request: LintedProject.Request)

  private var byDemand: [Int: [Place]] = [:]
  private var demandingNothing: [Place] = []
  private var count = 0

  /// Of those with the same demands; enough for any real project.
  private static let comparisons = 100

  mutating func add(_ request: LintedProject.Request) {
    // The one that fewest are kept under tells most; of several, the last, since paths begin alike.
    let rarest = request.demands.reversed().min { keptUnder($0) < keptUnder($1) }
    if let rarest {
      byDemand[rarest, default: []].append((count, request))
    } else {
      demandingNothing.append((count, request))
    }
    count += 1
  }

  /// The first that surely answers whatever this one matches.
  func first(covering request: LintedProject.Request) -> LintedProject.Request? {
    var first = Self.first(of: demandingNothing, covering: request)
    for demand in request.demands {
      guard let places = byDemand[demand], let found = Self.first(of: places, covering: request) else { continue }
      if found.order < first?.order ?? .max { first = found }
    }
    return first?.request
  }

  private func keptUnder(_ demand: Int) -> Int { byDemand[demand]?.count ?? 0 }

  private static func first(of places: [Place], covering request: LintedProject.Request) -> Place? {
    places.prefix(comparisons).first { $0.request.matcher.covers(request.matcher) }
  }
}

extension RequestMatcher {
  /// Hashes of all that it asks for, equal where `covers` takes the demands for the same.
  var demands: [Int] {
    var demands: [Int] = []
    if let method = onlyMethod { demands.append(hash("method", method)) }
    if let scheme { demands.append(hash("scheme", scheme.value)) }
    if let port { demands.append(hash("port", port.value)) }
    if let host { demands.append(hash("host", host.value.description)) }
    for (index, segment) in (path?.value.segments ?? []).enumerated() {
      if segment == .rest { break }
      if case .literal(let bytes) = segment { demands.append(hash(index, bytes)) }
    }
    for (kind, conditions) in [("param", params), ("query", query), ("header", headers), ("cookie", cookies)] {
      for condition in conditions { demands += condition.demands(kind) }
    }
    return demands + (body?.demands ?? [])
  }
}

extension Condition {
  fileprivate func demands(_ kind: String) -> [Int] { matchers.map { hash(kind, hash(key, $0.identity)) } }
}

extension BodyMatcher {
  fileprivate var demands: [Int] {
    switch kind {
    case .json(let node), .jsonEquals(let node): [hash("json", JSONEquality.hash(of: node))]
    case .text(let matcher): [hash("text", matcher.identity)]
    case .form(let fields): fields.flatMap { $0.demands("form") }
    case .multipart(let parts): parts.flatMap { $0.demands("multipart") }
    case .pointers(let places): places.flatMap { $0.condition.demands("pointer") }
    case .graphQL(let matcher):
      (matcher.operationName.map { [hash("operation", $0.value)] } ?? [])
        + (matcher.variables?.scalars.map { hash($0, $1) } ?? [])
    case .schema(let schema): [hash("schema", JSONEquality.hash(of: schema.root))]
    }
  }
}

private func hash(_ kind: some Hashable, _ demand: some Hashable) -> Int {
  var hasher = Hasher()
  hasher.combine(kind)
  hasher.combine(demand)
  return hasher.finalize()
}
