import MockSpecDiagnostics

enum FramingHeader: SpecRule {
  static let name = "framing-header"
  static let summary = "a spec sets a header that the server computes itself"
  static let explanation = """
    Content-Length, Transfer-Encoding, Connection and Keep-Alive describe how a response is transferred (RFC 9112 §6 and \
    §9). The server computes them from the body and the connection. A correct Content-Length isn't reported.
    """
  static let example = RuleExample(
    wrong: "requests: {A: {match: GET /a, responses: {R: {headers: {Content-Length: 10}, text: abc}}}}",
    right: "requests: {A: {match: GET /a, responses: {R: {text: abc}}}}")

  private static let names: Set = ["transfer-encoding", "connection", "keep-alive"]

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for response in spec.responses {
      guard case .reply(let reply) = response.outcome else { continue }
      for rule in reply.headers {
        let name = rule.name.value.lowercased()
        guard name == "content-length" || names.contains(name), let value = rule.values.value?.first?.value
        else { continue }
        if names.contains(name) {
          found.append(
            warning(
              "'\(rule.name.value)' is computed by the server and can't be set in a spec", at: rule.name.range,
              help: "remove it"))
        } else if case let length = reply.body.bytes.count, reply.status != 304, value != "\(length)" {
          found.append(
            warning(
              "'\(rule.name.value)' is \(value), but the body has \(length) byte\(length == 1 ? "" : "s")",
              at: rule.name.range, help: "remove it: the server computes it"))
        }
      }
    }
    return found
  }
}
