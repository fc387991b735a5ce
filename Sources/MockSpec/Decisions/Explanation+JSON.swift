import MockSpecDiagnostics

extension Explanation {
  /// The explanation as a JSON object on one line.
  ///
  /// While `version` is 1, members can be added, but are never renamed or removed. `error` exists only if no request
  /// answers, and is `unmatched` or `rejected`. The article <doc:Explaining> describes all members.
  public var json: String {
    var json = JSONText()
    json.raw("{")
    json.member("version", 1)
    switch outcome {
    case .unmatched: json.member("error", "unmatched")
    case .rejected: json.member("error", "rejected")
    case .passedThrough, .answered, .answeredByServer: break
    }
    json.member("outcome", outcome.name)
    json.member("message", headline)
    json.member("request", call)
    if case .answered(let match) = outcome {
      json.key("answer")
      json.raw("{")
      json.member("response", match.responseName)
      json.member("summary", match.response)
      json.member("reason", match.reason.rawValue)
      json.member("why", match.why)
      json.key("candidate")
      match.request.write(to: &json)
      json.raw("}")
    }
    json.array("notes", notes) { $1.string($0) }
    json.array("candidates", candidates) { $0.write(to: &$1) }
    json.member("moreCandidates", moreCandidates)
    if let suggestedSpec { json.member("suggestedSpec", suggestedSpec) }
    json.raw("}")
    return json.string
  }
}

extension Explanation.Outcome {
  fileprivate var name: String {
    switch self {
    case .answered: "answered"
    case .unmatched: "unmatched"
    case .passedThrough: "passed-through"
    case .rejected: "rejected"
    case .answeredByServer: "answered-by-server"
    }
  }
}

extension Explanation.Candidate {
  fileprivate func write(to json: inout JSONText) {
    json.raw("{")
    json.member("request", requestName)
    json.member(place)
    if let alternative { json.member("alternative", alternative) }
    if let note { json.member("note", note) }
    json.array("conditions", conditions) { $0.write(to: &$1) }
    json.raw("}")
  }
}

extension ConditionResult {
  fileprivate func write(to json: inout JSONText) {
    json.raw("{")
    json.member("kind", kind.rawValue)
    if let name { json.member("name", name) }
    json.key("met")
    json.raw(isMet ? "true" : "false")
    json.member("expected", expected)
    json.member("found", found)
    json.member(place)
    if !details.isEmpty { json.array("details", details) { $1.string($0) } }
    if !differences.isEmpty { json.array("differences", differences) { $0.write(to: &$1) } }
    json.raw("}")
  }
}

extension JSONDifference {
  fileprivate func write(to json: inout JSONText) {
    json.raw("{")
    json.member("kind", kind.rawValue)
    json.member("pointer", pointer)
    if let expected { json.member("expected", expected) }
    if let found { json.member("found", found) }
    json.raw("}")
  }
}

extension JSONText {
  fileprivate mutating func member(_ place: SpecPlace) {
    member("file", place.file)
    member("line", place.line)
    member("column", place.column)
  }

  fileprivate mutating func array<Element>(
    _ name: String, _ elements: [Element], _ write: (Element, inout JSONText) -> Void
  ) {
    key(name)
    raw("[")
    for element in elements {
      separate()
      write(element, &self)
    }
    raw("]")
  }
}
