import MockSpecDiagnostics

enum FramingHeader: LintRule {
  static let name = "framing-header"
  static let summary = "a header is written that the server computes itself"
  static let explanation = """
    Content-Length, Transfer-Encoding and Connection say how an answer travels (RFC 9112 §6 and §9). The server works \
    them out from the body and the connection, and drops what a spec says of them.
    """
  static let example = LintExample(
    wrong: "requests: {A: {match: GET /a, responses: {R: {headers: {Content-Length: 3}, text: abc}}}}",
    right: "requests: {A: {match: GET /a, responses: {R: {text: abc}}}}")

  private static let names: Set = ["content-length", "transfer-encoding", "connection", "keep-alive"]

  static func check(_ project: LintedProject) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for rule in project.requests.flatMap(\.responses).flatMap(\.spec.headers) {
      guard names.contains(rule.name.value.lowercased()), rule.values.value != nil else { continue }
      found.append(
        warning(
          "'\(rule.name.value)' is computed by the server, and dropped here", at: rule.name.range,
          help: "remove it"))
    }
    return found
  }
}
