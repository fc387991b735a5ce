import MockSpecDiagnostics

enum FramingHeader: LintRule {
  static let name = "framing-header"
  static let summary = "a header is written that the server works out itself"
  static let explanation = """
    Content-Length, Transfer-Encoding, Connection and Keep-Alive say how an answer travels (RFC 9112 §6 and §9). The \
    server works them out from the body and the connection. A Content-Length that is right does no harm and isn't \
    reported.
    """
  static let example = RuleExample(
    wrong: "requests: {A: {match: GET /a, responses: {R: {headers: {Content-Length: 10}, text: abc}}}}",
    right: "requests: {A: {match: GET /a, responses: {R: {text: abc}}}}")

  private struct Place: Hashable {
    let file: String
    let offset: Int

    init(_ range: SourceRange) {
      file = range.file.path
      offset = range.bytes.lowerBound
    }
  }

  private static let names: Set = ["transfer-encoding", "connection", "keep-alive"]

  static func check(_ project: LintedProject) -> [Diagnostic] {
    var found: [Diagnostic] = []
    // What defaults say is inherited by many.
    var seen: Set<Place> = []
    for response in project.requests.flatMap(\.responses) {
      guard case .answer(let answer) = response.outcome else { continue }
      for rule in answer.headers {
        let name = rule.name.value.lowercased()
        guard name == "content-length" || names.contains(name), let value = rule.values.value?.first?.value,
          seen.insert(Place(rule.name.range)).inserted
        else { continue }
        if names.contains(name) {
          found.append(
            warning(
              "'\(rule.name.value)' is for the server to say, and not for a spec", at: rule.name.range,
              help: "remove it"))
        } else if case let length = answer.body.bytes.count, answer.status != 304, value != "\(length)" {
          found.append(
            warning(
              "'\(rule.name.value)' says \(value), and the body has \(length) byte\(length == 1 ? "" : "s")",
              at: rule.name.range, help: "remove it: the server works it out"))
        }
      }
    }
    return found
  }
}
