import MockSpecDiagnostics

enum AmbiguousRequest: RequestRule {
  static let name = "ambiguous-request"
  static let summary = "two requests match the same calls, and only their order decides which one answers"
  static let explanation = """
    Two requests match some of the same calls and have the same priority, path, host and number of conditions. The \
    first one in the project answers, so renaming a file or moving a line can change the answer. Give one of them a \
    priority or another condition. A request whose sequence falls through is expected to precede another one, and isn't \
    reported, nor is a request with `enabled: false`.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        First page: {match: 'GET /items?page=1', responses: {Found: {}}}
        Short page: {match: 'GET /items?size=10', responses: {Found: {}}}
      """,
    right: """
      requests:
        First page: {match: 'GET /items?page=1', responses: {Found: {}}}
        Short page: {match: 'GET /items?size=10', priority: 1, responses: {Found: {}}}
      """)

  /// A request as a dictionary key. The keys of competing requests are equal: they have the same priority, number of
  /// conditions, host and segments. Path patterns of equal rank match a common path only if they have the same
  /// segments. The same is true for hosts.
  private struct Competition: Hashable {
    let request: ResolvedRequest

    private var matcher: RequestMatcher { request.matcher }

    static func == (left: Competition, right: Competition) -> Bool {
      left.request.spec.priority == right.request.spec.priority
        && left.matcher.conditionCount == right.matcher.conditionCount
        && left.matcher.host?.value == right.matcher.host?.value
        && left.matcher.segments.elementsEqual(right.matcher.segments) { $0.isEquivalent(to: $1) }
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(request.spec.priority)
      hasher.combine(matcher.conditionCount)
      hasher.combine(matcher.host?.value)
      hasher.combine(matcher.segments.count)
      for case .literal(let bytes) in matcher.segments { hasher.combine(bytes) }
    }
  }

  /// The maximum number of earlier requests that one request is compared with.
  private static let maxComparisons = 100
  /// The maximum size of a group whose requests are all compared with each other. For larger groups, collecting their
  /// exact texts is faster.
  private static let smallGroup = 8

  static func pairs(in project: LintedRequests) -> [RequestPair] {
    let requests = project.requests
    // `unreachable-request` reports these.
    let unreachable = Set(project.unreachable.map(\.request))
    guard let change = project.change(for: Self.self), let others = project.change(for: UnreachableRequest.self) else {
      return pairs(of: requests.indices.lazy.filter { !unreachable.contains($0) }, requests)
    }
    // A competition is compared again only if one of its requests is new, or has become reachable or unreachable.
    let places = change.unknown.union(others.reportedBefore.symmetricDifference(unreachable))
    let again = Set(places.map { Competition(request: requests[$0]) })
    func isAgain(_ place: Int) -> Bool { again.contains(Competition(request: requests[place])) }
    let members = places.reduce(into: Set()) { $0.formUnion(project.competing(with: $1).filter(isAgain)) }
    return change.kept.filter { !isAgain($0.request) } + pairs(of: members.subtracting(unreachable).sorted(), requests)
  }

  private static func pairs(of places: some Sequence<Int>, _ requests: ChunkedArray<ResolvedRequest>) -> [RequestPair] {
    // The capacity is reserved, since growing would hash all paths again.
    var firsts = [Competition: Int](minimumCapacity: places.underestimatedCount)
    // Most requests have no competitor and aren't in a group.
    var groups: [Competition: [Int]] = [:]
    for place in places where requests[place].spec.hidesLaterRequests {
      let competition = Competition(request: requests[place])
      if let first = firsts[competition] {
        groups[competition, default: [first]].append(place)
      } else {
        firsts[competition] = place
      }
    }
    return groups.values.flatMap { group in
      ambiguous(in: group.map { requests[$0] }).map { RequestPair(request: group[$0.request], first: group[$0.first]) }
    }
  }

  /// - Parameter requests: The requests of one competition, in the order in which they are tried.
  private static func ambiguous(in requests: [ResolvedRequest]) -> [RequestPair] {
    let texts = requests.count > smallGroup ? distinguishingTexts(of: requests) : requests.map { _ in nil }
    var byText: [String: [Int]] = [:]
    var withoutText: [Int] = []
    var found: [RequestPair] = []
    for (index, request) in requests.enumerated() {
      let earlier =
        texts[index].map { text in
          (byText[text, default: []].prefix(maxComparisons) + withoutText.prefix(maxComparisons)).sorted()
        } ?? Array(0..<min(index, maxComparisons))
      if let first = earlier.first(where: {
        requests[$0].matcher.overlaps(request.matcher) && !requests[$0].isAlternative(to: request)
      }
      ) {
        found.append(RequestPair(request: index, first: first))
      }
      if let text = texts[index] { byText[text, default: []].append(index) } else { withoutText.append(index) }
    }
    return found
  }

  /// The exact text that each request requires of one part of a call, such as the GraphQL operation name.
  ///
  /// Requests that require different texts never compete and aren't compared. A thousand operations of one GraphQL path
  /// therefore cost a thousand lookups. The part is the one for which most requests require an exact text.
  private static func distinguishingTexts(of requests: [ResolvedRequest]) -> [String?] {
    let texts = requests.map(\.matcher.exactTexts)
    var counts: [ExactText: Int] = [:]
    for name in texts.flatMap(\.keys) { counts[name, default: 0] += 1 }
    let name = counts.max { ($0.value, $1.key.text) < ($1.value, $0.key.text) }?.key
    return texts.map { texts in name.flatMap { texts[$0] } }
  }

  static func warning(about request: ResolvedRequest, after first: ResolvedRequest) -> Diagnostic {
    let (name, first) = (request.spec.name, first.spec.name)
    return warning(
      "'\(name.value)' and '\(first.value)' match some of the same calls, and only their order decides which one answers",
      at: name.range, notes: [.init("'\(first.value)' answers these calls; it is defined here", at: first.range)],
      help: "give one of them a 'priority' or another condition")
  }
}

extension RequestMatcher {
  /// The segments of the path. Without a path, they are those of `/**`.
  fileprivate var segments: [PathPattern.Segment] { path?.value.segments ?? [.rest] }
}

extension PathPattern.Segment {
  /// Returns whether both segments match the same texts. The names of wildcards are ignored.
  fileprivate func isEquivalent(to other: Self) -> Bool {
    if case (.wildcard, .wildcard) = (self, other) { true } else { self == other }
  }
}
