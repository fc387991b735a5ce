import HTTPTypes
import MockSpecDiagnostics

enum FramingHeader: SpecRule {
  static let name = "framing-header"
  static let summary = "a spec sets a header that the server computes itself"
  static let explanation = """
    Content-Length, Transfer-Encoding, Connection and Keep-Alive describe how a response is transferred (RFC 9112 §6 and \
    §9). The server computes them from the body and the connection. A correct Content-Length isn't reported. The reply to \
    the handshake of a WebSocket and a callback have more such headers: Sec-WebSocket-Accept, Upgrade, Host, Via.
    """
  static let example = RuleExample(
    wrong: "requests: {A: {match: GET /a, responses: {R: {headers: {Content-Length: 10}, text: abc}}}}",
    right: "requests: {A: {match: GET /a, responses: {R: {text: abc}}}}")

  private static let names: Set = ["transfer-encoding", "connection", "keep-alive"]
  private static let namesOfCallbacks = HTTPFields.hopByHop.union(HTTPFields.ofSender)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for response in spec.responses {
      for rule in response.spec.callbacks.flatMap(\.message.headers) {
        if namesOfCallbacks.contains(rule.name.value.lowercased()) { found.append(computed(rule)) }
      }
      guard case .reply(let reply) = response.outcome else { continue }
      if reply.socket != nil {
        found += (response.spec.reply?.headers ?? []).filter { rule in
          let isOfHandshake = HTTPField.Name(rule.name.value)?.isOfHandshake == true
          return isOfHandshake || names.contains(rule.name.value.lowercased())
        }.map { computed($0) }
        continue
      }
      for rule in reply.headers {
        let name = rule.name.value.lowercased()
        guard name == "content-length" || names.contains(name), let value = rule.values.value?.first?.value
        else { continue }
        if names.contains(name) {
          found.append(computed(rule))
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

  private static func computed(_ rule: HeaderRule) -> Diagnostic {
    let isProtocol = rule.name.value.lowercased() == "sec-websocket-protocol"
    return warning(
      "'\(rule.name.value)' is computed by the server and can't be set in a spec", at: rule.name.range,
      help: isProtocol ? "write 'protocols' in 'websocket'" : "remove it")
  }
}
