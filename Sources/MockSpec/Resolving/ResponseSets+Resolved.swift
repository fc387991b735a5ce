import HTTPTypes

extension ResponseSets {
  /// Creates the snapshot of a resolved project. Requests that an earlier snapshot has, too, have the same response sets
  /// and replies in both.
  convenience init(
    _ project: ResolvedProject, number: Int, summary: ProjectSummary, compiler: (any RuntimeCompiler)?
  ) {
    self.init(
      number: number, sets: project.requests.concurrentMap(\.responseSet), scenes: project.scenes,
      settings: project.settings, summary: summary, compiler: compiler)
  }
}

extension ResponseSet {
  convenience init(_ request: ResolvedRequest) {
    let responses = request.responses.map(Response.init)
    let indexes = Dictionary(responses.enumerated().map { ($1.name, $0) }) { first, _ in first }
    func index(_ name: String) -> Int { indexes[name] ?? 0 }
    let spec = request.spec
    self.init(
      name: spec.name.value, range: spec.name.range, priority: spec.priority, isEnabled: spec.isEnabled,
      matcher: request.matcher, responses: responses, defaultIndex: spec.defaultName.map { index($0.value) } ?? 0,
      sequence: ResponseSequence(
        steps: spec.sequence.map { .init(response: index($0.response.value), times: $0.times) },
        after: spec.afterSequence))
  }
}

extension Response {
  fileprivate init(_ response: ResolvedResponse) {
    let outcome: Outcome =
      switch response.outcome {
      case .answer(let answer):
        answer.template.map { .template($0, nil) } ?? .fixed(.reply(Reply(answer)))
      case .fault(let fault, let answer):
        answer.template.map { .template($0, fault) } ?? .fixed(.fault(fault, Reply(answer)))
      case .failure(let failure): .fixed(.failure(failure))
      case .forward(let origin): .fixed(.forward(origin))
      case .passThrough: .fixed(.passThrough)
      }
    self.init(
      name: response.spec.name.value, outcome: outcome, delay: response.delay, throttle: response.throttle,
      acceptsRanges: response.answer?.acceptsRanges ?? false)
  }
}

extension Reply {
  fileprivate convenience init(_ answer: ResolvedResponse.Answer) {
    var type = answer.body.inferredType
    var fields = HTTPFields()
    for rule in answer.headers {
      guard let name = HTTPField.Name(rule.name.value), let values = rule.values.value else { continue }
      if name == .contentType { type = nil }
      for value in values { fields.append(HTTPField(name: name, value: value.value)) }
    }
    if let type { fields[.contentType] = type }
    let body = answer.body.bytes
    if answer.acceptsRanges { fields.offerRanges(of: body) }
    self.init(status: answer.status, fields: fields, body: body, isShared: true)
  }
}
