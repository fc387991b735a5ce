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

  private var byDemand: [String: [Place]] = [:]
  private var count = 0

  /// Of those with the same demands; enough for any real project.
  private static let comparisons = 100
  private static let none = ""

  mutating func add(_ request: LintedProject.Request) {
    // The one that fewest are kept under tells most; of several, the last, since paths begin alike.
    let demands = request.matcher.demands
    let rarest = demands.reversed().min { byDemand[$0, default: []].count < byDemand[$1, default: []].count }
    byDemand[rarest ?? Self.none, default: []].append((count, request))
    count += 1
  }

  /// The first that surely answers whatever this one matches.
  func first(covering request: LintedProject.Request) -> LintedProject.Request? {
    var first: Place?
    for demand in request.matcher.demands + [Self.none] {
      let found = byDemand[demand, default: []].prefix(Self.comparisons).first {
        $0.request.matcher.covers(request.matcher)
      }
      if let found, found.order < first?.order ?? .max { first = found }
    }
    return first?.request
  }
}

extension RequestMatcher {
  /// In words that are equal where `covers` takes the demands for the same.
  fileprivate var demands: [String] {
    var demands: [String] = []
    if let method = onlyMethod { demands.append("method \(method)") }
    if let scheme { demands.append("scheme \(scheme.value)") }
    if let port { demands.append("port \(port.value)") }
    if let host { demands.append("host \(host.value.description)") }
    for (index, segment) in (path?.value.segments ?? []).enumerated() {
      if segment == .rest { break }
      if case .literal(let bytes) = segment {
        demands.append("segment \(index) \(String(decoding: bytes, as: UTF8.self))")
      }
    }
    for (kind, conditions) in [("param", params), ("query", query), ("header", headers), ("cookie", cookies)] {
      demands += conditions.flatMap { $0.demands(kind) }
    }
    return demands + (body?.demands ?? [])
  }
}

extension Condition {
  fileprivate func demands(_ kind: String) -> [String] {
    matchers.map { "\(kind) \(key) \($0.ignoresCase) \($0.expectation)" }
  }
}

extension BodyMatcher {
  fileprivate var demands: [String] {
    switch kind {
    case .json(let node), .jsonEquals(let node): ["json \(JSONEquality.hash(of: node))"]
    case .text(let matcher): ["text \(matcher.ignoresCase) \(matcher.expectation)"]
    case .form(let fields): fields.flatMap { $0.demands("form") }
    case .multipart(let parts): parts.flatMap { $0.demands("multipart") }
    case .pointers(let places): places.flatMap { $0.condition.demands("pointer") }
    case .graphQL(let matcher):
      (matcher.operationName.map { ["operation \($0.value)"] } ?? [])
        + (matcher.variables?.scalars.map { "variable \($0) \($1)" } ?? [])
    case .schema(let schema): ["schema \(JSONEquality.hash(of: schema.root))"]
    }
  }
}
