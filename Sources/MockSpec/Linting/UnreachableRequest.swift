import MockSpecDiagnostics
import MockSpecSchema

enum UnreachableRequest: SpecRule, RequestRule {
  static let name = "unreachable-request"
  static let summary =
    "a request never answers, because another one always answers first, or calls to its host pass through"
  static let explanation = """
    Another request matches every call that this one matches, and is tried first: it has a higher priority, or the same \
    conditions and an earlier position. Narrow this request's match, or raise its priority. Requests with \
    `enabled: false` aren't compared. Calls to a host in 'passthrough' of the project file pass through before any request \
    is compared: a request for such a host answers only on a server, and only calls to the server's own address. An \
    alternative of 'match' is reported by itself if others of its request can answer.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item: {match: 'GET /items/{id}', responses: {Found: {}}}
        Other item: {match: 'GET /items/*', responses: {Found: {}}}
      """,
    right: """
      requests:
        Item: {match: 'GET /items/{id}', responses: {Found: {}}}
        Other item: {match: 'GET /items/*?deleted=true', responses: {Found: {}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    if spec.passthrough.isEmpty { return [] }
    func passes(_ host: HostPattern?) -> Bool {
      host.map { host in spec.passthrough.contains { $0.covers(host) } } ?? false
    }
    return spec.requests.compactMap { request in
      guard request.spec.isEnabled, let host = request.matcher.host?.value,
        request.alternatives.allSatisfy({ passes($0.matcher.host?.value) })
      else { return nil }
      let name = request.spec.name
      return warning(
        "'\(name.excerpt)' never answers calls to \(host.description): they pass through", at: name.range,
        help: "remove the host from 'passthrough' in the project file, or remove the request")
    }
  }

  static func pairs(in project: LintedRequests) -> [RequestPair] { project.unreachable }

  /// Returns the warnings. If no alternative of a request answers, the request is reported.
  static func warnings(about pairs: [RequestPair], in requests: ChunkedArray<ResolvedRequest>) -> [Diagnostic] {
    var counts: [String: Int] = [:]
    for request in pairs.lazy.map({ requests[$0.request] }) where request.alternative != nil {
      counts[request.spec.name.value, default: 0] += 1
    }
    return pairs.compactMap { pair in
      let (request, first) = (requests[pair.request], requests[pair.first])
      guard let alternative = request.alternative else { return warning(about: request, after: first) }
      if counts[request.spec.name.value] == alternative.count {
        return alternative.isFirst ? warning(about: request, after: first) : nil
      }
      return warning(about: alternative, of: request, after: first)
    }
  }

  private static func warning(
    about alternative: Alternative, of request: ResolvedRequest, after first: ResolvedRequest
  ) -> Diagnostic {
    let name = request.spec.name.value
    if let other = first.alternative, first.isAlternative(to: request) {
      return warning(
        "alternative \(alternative.number) of '\(name)' matches only calls that alternative \(other.number) matches, too",
        at: request.matchRange,
        notes: [.init("alternative \(other.number) is defined here", at: first.matchRange)], help: "remove it")
    }
    let winner = first.spec.name
    return warning(
      "alternative \(alternative.number) of '\(name)' never answers: '\(winner.value)' always answers first",
      at: request.matchRange, notes: [.init("'\(winner.value)' is defined here", at: winner.range)])
  }

  static func warning(about request: ResolvedRequest, after first: ResolvedRequest) -> Diagnostic {
    let (request, first) = (request.spec.name, first.spec.name)
    return warning(
      "'\(request.value)' never answers: '\(first.value)' always answers first", at: request.range,
      notes: [.init("'\(first.value)' is defined here", at: first.range)])
  }
}

extension RequestMatcher {
  /// Returns whether this matcher certainly matches every call that `other` matches; `false` if that can't be decided.
  func covers(_ other: RequestMatcher) -> Bool {
    let isPathCovered = path.map { $0.value.covers(other.path?.value) } ?? true
    let isMethodCovered =
      methods.map { mine in
        other.methods.map {
          $0.value.allSatisfy { mine.value.contains($0) || $0 == "HEAD" && mine.value.contains("GET") }
        }
          ?? false
      } ?? true
    return isPathCovered && isMethodCovered
      && (scheme == nil || scheme?.value == other.scheme?.value) && (port == nil || port?.value == other.port?.value)
      && (host == nil || host?.value == other.host?.value)
      && params.isCovered(by: other.params) && query.isCovered(by: other.query)
      && (exactQuery == nil || other.exactQuery != nil && other.query.allSatisfy { listsQuery($0.key) })
      && headers.isCovered(by: other.headers) && cookies.isCovered(by: other.cookies)
      && (body == nil || body?.covers(other.body) == true) && states.cover(other.states)
  }
}

extension PathPattern {
  /// Returns whether this pattern matches every path that `other` matches.
  ///
  /// - Parameter other: The other pattern; `nil` for a pattern that matches any path.
  func covers(_ other: PathPattern?) -> Bool {
    let theirs = other?.segments ?? [.rest]
    guard let rest = segments.firstIndex(of: .rest) else {
      return segments.count == theirs.count && zip(segments, theirs).allSatisfy(Self.covers)
    }
    let tail = segments[(rest + 1)...]
    let theirRest = theirs.firstIndex(of: .rest)
    let head = theirs[..<(theirRest ?? theirs.count)]
    let theirTail = theirRest.map { theirs[($0 + 1)...] } ?? theirs[...]
    guard head.count >= rest, theirTail.count >= tail.count,
      theirRest != nil || theirs.count >= rest + tail.count
    else { return false }
    return zip(segments[..<rest], head).allSatisfy(Self.covers)
      && zip(tail, theirTail.suffix(tail.count)).allSatisfy(Self.covers)
  }

  private static func covers(_ mine: Segment, _ theirs: Segment) -> Bool {
    switch (mine, theirs) {
    case (.literal(let mine), .literal(let theirs)): mine == theirs
    case (.wildcard, .literal(let theirs)): !theirs.isEmpty
    case (.wildcard, .wildcard): true
    default: false
    }
  }
}

extension [Condition] {
  /// Returns whether each of these conditions has an identical one among `others`.
  func isCovered(by others: [Condition]) -> Bool {
    allSatisfy { mine in
      others.contains { theirs in
        theirs.key == mine.key && mine.matchers.allSatisfy(theirs.matchers.contains)
      }
    }
  }
}

extension BodyMatcher {
  /// Returns whether `other` has identical requirements, and possibly more.
  func covers(_ other: BodyMatcher?) -> Bool {
    switch (kind, other?.kind) {
    case (.json(let mine), .json(let theirs)), (.jsonEquals(let mine), .jsonEquals(let theirs)):
      JSONEquality.areEqual(mine, theirs)
    case (.text(let mine), .text(let theirs)):
      mine == theirs
    case (.form(let mine), .form(let theirs)), (.multipart(let mine), .multipart(let theirs)):
      mine.isCovered(by: theirs)
    case (.pointers(let mine), .pointers(let theirs)): mine.map(\.condition).isCovered(by: theirs.map(\.condition))
    case (.paths(let mine), .paths(let theirs)): mine.map(\.condition).isCovered(by: theirs.map(\.condition))
    case (.schema(let mine), .schema(let theirs)): mine.isEquivalent(to: theirs)
    case (.graphQL(let mine), .graphQL(let theirs)): mine.covers(theirs)
    default: false
    }
  }
}

extension GraphQLMatcher {
  fileprivate func covers(_ other: GraphQLMatcher) -> Bool {
    if let name = operationName?.value, other.operationName.map({ $0.value.hasSameBytes(as: name) }) != true {
      return false
    }
    guard let variables else { return true }
    return other.variables.map { JSONContainment.holds(variables, in: $0) } ?? false
  }
}
