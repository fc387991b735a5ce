import MockSpecDiagnostics

/// The text of a spec for a request built in code, with the ranges of its responses.
struct SpecText {
  private(set) var bytes: [UInt8]
  private var responses: [(name: String, bytes: Range<Int>)] = []

  init(_ request: MockedRequest) {
    var text = JSONText()
    text.raw(#"{"mockspec":1,"requests":{"#)
    text.key(request.name)
    text.raw("{")
    text.member("match", request.match)
    text.member("priority", request.priority)
    if let name = request.defaultResponse { text.member("default", name) }
    if !request.sequence.isEmpty {
      text.key("sequence")
      text.raw("[")
      for name in request.sequence {
        text.separate()
        text.string(name)
      }
      text.raw("]")
      text.member("afterSequence", request.afterSequence.rawValue)
    }
    text.key("responses")
    text.raw("{")
    for response in request.responses {
      let start = text.bytes.count
      text.key(response.name)
      Self.write(response.outcome, to: &text)
      responses.append((response.name, start..<text.bytes.count))
    }
    text.raw("}}}}")
    bytes = text.bytes
  }

  private static func write(_ outcome: MockedResponse.Outcome, to text: inout JSONText) {
    text.raw("{")
    switch outcome {
    case .closure: break
    case .forward(let origin): text.member("forward", origin)
    case .passThrough:
      text.key("passthrough")
      text.raw("true")
    case .fault(let fault, let reply):
      text.member("fault", fault.rawValue)
      write(reply, to: &text)
    case .failure(.urlError(let name)): text.member("error", name.rawValue)
    case .failure(.custom(let domain, let code, let message)):
      text.key("error")
      text.raw("{")
      text.member("domain", domain)
      text.member("code", code)
      if let message { text.member("message", message) }
      text.raw("}")
    case .reply(let reply): write(reply, to: &text)
    }
    text.raw("}")
  }

  private static func write(_ reply: MockReply, to text: inout JSONText) {
    text.member("status", reply.status)
    text.key("headers")
    text.raw("{")
    var names: [String] = []
    for (name, _) in reply.headers where !names.contains(name) { names.append(name) }
    for name in names {
      text.key(name)
      text.raw("[")
      for header in reply.headers where header.name == name {
        text.separate()
        text.string(header.value)
      }
      text.raw("]")
    }
    text.raw("}")
  }

  /// Returns a diagnostic as one line that names the response instead of a location in this text.
  func problem(_ diagnostic: Diagnostic) -> String {
    let start = diagnostic.range?.bytes.lowerBound ?? 0
    let response = responses.first { $0.bytes.contains(start) }
    let advice = diagnostic.advice.map { ": \($0)" } ?? ""
    return (response.map { "response '\($0.name)': " } ?? "") + diagnostic.message + advice
  }
}
