import MockSpecDiagnostics

enum AmbiguousRequest: LintRule {
  static let name = "ambiguous-request"
  static let summary = "requests match the same HTTP requests, and only their order decides"
  static let explanation = """
    Two requests match some HTTP requests alike, with the same priority, path, host and number of conditions. The one \
    that comes first answers, until somebody renames a file or moves a line. Give one of them a priority, or a \
    condition more. A request whose sequence falls through is meant to stand before another, and isn't reported.
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

  /// What must be equal for two requests to compete. Patterns of paths that rank alike match the same path only if they
  /// have the same segments, and so with hosts.
  private struct Place: Hashable {
    let priority: Int
    let segments: [PathPattern.Segment]
    let host: HostPattern?
    let conditions: Int
  }

  /// Enough for any real project; past it, only as many of the requests with nothing to tell them apart are compared.
  private static let comparisons = 100

  static func check(_ project: LintedProject) -> [Diagnostic] {
    // That one never answers is another rule's matter.
    let unreachable = Set(project.unreachable.map(\.request.spec.name.value))
    var groups: [Place: [LintedProject.Request]] = [:]
    for request in project.requests where !unreachable.contains(request.spec.name.value) {
      if request.spec.afterSequence == .fallThrough { continue }
      let matcher = request.matcher
      let place = Place(
        priority: request.spec.priority, segments: matcher.shape, host: matcher.host?.value,
        conditions: matcher.conditionCount)
      groups[place, default: []].append(request)
    }
    return groups.values.filter { $0.count > 1 }.flatMap(ambiguous)
  }

  /// - Parameter requests: in the order in which they are asked.
  private static func ambiguous(in requests: [LintedProject.Request]) -> [Diagnostic] {
    let texts = tellingTexts(of: requests)
    var byText: [String: [LintedProject.Request]] = [:]
    var loose: [LintedProject.Request] = []
    var found: [Diagnostic] = []
    for (index, request) in requests.enumerated() {
      let alike = texts[index].map { byText[$0, default: []].prefix(comparisons) + loose.prefix(comparisons) }
      let earlier = alike ?? requests[..<index].prefix(comparisons)
      if let first = earlier.first(where: { $0.matcher.overlaps(request.matcher) }) {
        found.append(warning(request.spec.name, first.spec.name))
      }
      if let text = texts[index] { byText[text, default: []].append(request) } else { loose.append(request) }
    }
    return found
  }

  /// Requests that want different texts of one same thing never compete, and need not be compared: a thousand operations
  /// under one GraphQL path are told apart by their names. The thing is the one of which most requests want some text.
  private static func tellingTexts(of requests: [LintedProject.Request]) -> [String?] {
    let texts = requests.map(\.matcher.exactTexts)
    var counts: [String: Int] = [:]
    for name in texts.flatMap(\.keys) { counts[name, default: 0] += 1 }
    let name = counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return texts.map { texts in name.flatMap { texts[$0] } }
  }

  private static func warning(_ name: Located<String>, _ first: Located<String>) -> Diagnostic {
    warning(
      "'\(name.value)' and '\(first.value)' match some requests alike, and only their order decides", at: name.range,
      notes: [.init("'\(first.value)' answers them; it is defined here", at: first.range)],
      help: "give one of them a 'priority', or a condition more")
  }
}

extension RequestMatcher {
  /// The path's segments without the names of wildcards.
  var shape: [PathPattern.Segment] {
    (path?.value.segments ?? [.rest]).map { if case .wildcard = $0 { .wildcard(name: nil) } else { $0 } }
  }
}
