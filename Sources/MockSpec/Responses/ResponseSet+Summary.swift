import HTTPTypes

// The summaries that `mockspec list` shows.
extension ResponseSet {
  /// The conditions in short form, followed by the names of others, such as `POST https://api.example.com/login, body`.
  package var matchSummary: String {
    var text = matcher.methods.map { $0.value.joined(separator: "|") + " " } ?? ""
    if let host = matcher.host {
      text += (matcher.scheme.map { $0.value + "://" } ?? "//") + host.value.description
      if let port = matcher.port { text += ":\(port.value)" }
    }
    text += matcher.path?.value.text ?? "/**"
    let more = [
      ("params", matcher.params), ("query", matcher.query), ("headers", matcher.headers), ("cookies", matcher.cookies),
    ]
    for (kind, conditions) in more where !conditions.isEmpty {
      text += ", \(kind) \(conditions.map(\.name).joined(separator: " "))"
    }
    if matcher.exactQuery != nil { text += ", exactQuery" }
    if matcher.body != nil { text += ", body" }
    return text
  }

  /// The index of the response with which a new engine answers first, and the reason.
  package var firstAnswer: (index: Int, reason: Decision.Reason) {
    guard let first = sequence.steps.first else { return (defaultIndex, .default) }
    return (first.response, .sequence)
  }
}

extension Response {
  /// A summary, such as `200, application/json, 212 bytes`, or the error with which the response fails.
  package var summary: String {
    switch outcome {
    case .fixed(let outcome): outcome.summary
    case .template(_, let fault?): "fault \(fault.rawValue)"
    case .template(let template, nil):
      ([String(template.status), template.type].compactMap(\.self) + ["template"]).joined(separator: ", ")
    case .closure: "closure"
    }
  }
}

extension Decision.Outcome {
  fileprivate var summary: String {
    switch self {
    case .reply(let reply):
      ([String(reply.status), reply.fields[.contentType]].compactMap(\.self) + ["\(reply.body.count) bytes"])
        .joined(separator: ", ")
    case .fault(let fault, _): "fault \(fault.rawValue)"
    case .failure(let failure): "error \(failure)"
    case .forward(let origin): "forward \(origin)"
    case .passThrough: "passthrough"
    case .closure, .closureFailure: "closure"
    case .unmatched, .rejected, .templateFailure: "none"
    }
  }
}
