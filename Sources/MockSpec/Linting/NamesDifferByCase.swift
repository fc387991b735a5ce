import MockSpecDiagnostics

enum NamesDifferByCase: LintRule {
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

  static func check(_ project: LintedProject) -> [Diagnostic] {
    var found = pairs(project.requests.map(\.spec.name), "request")
    for request in project.requests { found += pairs(request.responses.map(\.spec.name), "response") }
    return found + pairs(project.scenes, "scene")
  }

  private static func hasRepetition(_ names: [String]) -> Bool {
    // Most requests have few responses, for which a set would take longer.
    if names.count > 8 { return Set(names).count < names.count }
    return names.indices.contains { names[..<$0].contains(names[$0]) }
  }

  private static func pairs(_ names: [Located<String>], _ kind: String) -> [Diagnostic] {
    guard names.count > 1 else { return [] }
    let folded = names.map { $0.value.lowercased() }
    guard hasRepetition(folded) else { return [] }
    var known: [String: Located<String>] = [:]
    var found: [Diagnostic] = []
    for name in names.sorted(by: {
      ($0.range.file.path, $0.range.bytes.lowerBound) < ($1.range.file.path, $1.range.bytes.lowerBound)
    }) {
      if let first = known[name.value.lowercased()] {
        // Equal names are an error.
        if first.value == name.value { continue }
        found.append(
          warning(
            "\(kind) '\(name.value)' differs from '\(first.value)' only in case", at: name.range,
            notes: [.init("'\(first.value)' is defined here", at: first.range)]))
      } else {
        known[name.value.lowercased()] = name
      }
    }
    return found
  }
}
