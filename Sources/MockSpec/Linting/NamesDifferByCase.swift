import MockSpecDiagnostics

enum NamesDifferByCase: SpecRule, RequestRule {
  static let name = "names-differ-by-case"
  static let summary = "two names differ only in case"
  static let explanation = """
    Requests, scenes and the responses of a request are selected by their exact names. Names that differ only in case \
    are easily confused.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Login: {match: POST /login, responses: {Success: {}}}
        login: {match: GET /login, responses: {Form: {}}}
      """,
    right: """
      requests:
        Login: {match: POST /login, responses: {Success: {}}}
        Login form: {match: GET /login, responses: {Form: {}}}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    (spec.requests.map { ($0.responses.map(\.spec.name), "response") } + [(spec.scenes, "scene")])
      .flatMap { names, kind in pairs(names).map { warning(names[$0.request], names[$0.first], kind) } }
  }

  static func pairs(in project: LintedRequests) -> [RequestPair] {
    let requests = project.requests
    guard let change = project.change(for: Self.self) else { return pairs(requests.map(\.spec.name)) }
    let hashes = project.nameHashes
    // There are some dozens at most (see `ReportedPairs`), so searching an array is faster than a set.
    let again = change.unknown.map { hashes[$0] }
    let places = hashes.indices.filter { again.contains(hashes[$0]) }
    return change.kept.filter { !again.contains(hashes[$0.request]) }
      + pairs(places.map { requests[$0].spec.name }).map {
        RequestPair(request: places[$0.request], first: places[$0.first])
      }
  }

  static func warning(about request: ResolvedRequest, after first: ResolvedRequest) -> Diagnostic {
    warning(request.spec.name, first.spec.name, "request")
  }

  private static func warning(_ name: Located<String>, _ first: Located<String>, _ kind: String) -> Diagnostic {
    warning(
      "\(kind) '\(name.value)' differs from '\(first.value)' only in case", at: name.range,
      notes: [.init("'\(first.value)' is defined here", at: first.range)])
  }

  private static func hasRepetition(_ names: [String]) -> Bool {
    // Most requests have few responses, for which a set would take longer.
    if names.count > 8 { return Set(names).count < names.count }
    return names.indices.contains { names[..<$0].contains(names[$0]) }
  }

  private static func pairs(_ names: [Located<String>]) -> [RequestPair] {
    guard names.count > 1 else { return [] }
    let folded = names.map { $0.value.lowercased() }
    guard hasRepetition(folded) else { return [] }
    func place(_ index: Int) -> (String, Int) {
      (names[index].range.file.path, names[index].range.bytes.lowerBound)
    }
    var known: [String: Int] = [:]
    var found: [RequestPair] = []
    for index in names.indices.sorted(by: { place($0) < place($1) }) {
      if let first = known[folded[index]] {
        // Equal names are reported as errors.
        if names[first].value != names[index].value { found.append(RequestPair(request: index, first: first)) }
      } else {
        known[folded[index]] = index
      }
    }
    return found
  }
}
