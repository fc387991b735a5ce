import HTTPTypes

/// Builds the immutable snapshot of a resolved project, with all replies.
enum ResponseSetsBuilder {
  /// Returns the snapshot of a project.
  static func build(_ project: ResolvedProject, number: Int, summary: ProjectSummary) -> ResponseSets {
    // Replies are numbered across the project, so the number of the first reply of each request is determined first.
    var parts: [(request: ResolvedRequest, firstReply: Int)] = []
    var replyCount = 0
    for request in project.requests {
      parts.append((request, replyCount))
      replyCount += request.responses.count
    }
    return ResponseSets(
      number: number, sets: parts.concurrentMap { responseSet($0.request, firstReply: $0.firstReply) },
      scenes: project.scenes, settings: project.settings, summary: summary, replyCount: replyCount)
  }

  /// Returns the response set of a request.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - firstReply: The index of its first reply.
  static func responseSet(_ request: ResolvedRequest, firstReply: Int) -> ResponseSet {
    let responses = request.responses.enumerated().map { Response($1, reply: firstReply + $0) }
    let indexes = Dictionary(responses.enumerated().map { ($1.name, $0) }) { first, _ in first }
    func index(_ name: String) -> Int { indexes[name] ?? 0 }
    let spec = request.spec
    return ResponseSet(
      name: spec.name.value, range: spec.name.range, priority: spec.priority, matcher: request.matcher,
      responses: responses, firstReply: firstReply, defaultIndex: spec.defaultName.map { index($0.value) } ?? 0,
      sequence: ResponseSequence(
        steps: spec.sequence.map { .init(response: index($0.response.value), times: $0.times) },
        after: spec.afterSequence))
  }
}

extension Response {
  /// - Parameter number: The index of its reply, if it has one.
  fileprivate init(_ response: ResolvedResponse, reply number: Int) {
    let outcome: Outcome =
      switch response.outcome {
      case .answer(let answer):
        answer.template.map { .template($0, nil) } ?? .fixed(.reply(Reply(answer, index: number)))
      case .fault(let fault, let answer):
        answer.template.map { .template($0, fault) } ?? .fixed(.fault(fault, Reply(answer, index: number)))
      case .failure(let failure): .fixed(.failure(failure))
      case .forward(let origin): .fixed(.forward(origin))
      case .passThrough: .fixed(.passThrough)
      }
    self.init(
      name: response.spec.name.value, outcome: outcome, delay: response.delay, throttle: response.throttle)
  }
}

extension Reply {
  fileprivate convenience init(_ answer: ResolvedResponse.Answer, index: Int) {
    var type = answer.body.inferredType
    var fields = HTTPFields()
    for rule in answer.headers {
      guard let name = HTTPField.Name(rule.name.value), let values = rule.values.value else { continue }
      if name == .contentType { type = nil }
      for value in values { fields.append(HTTPField(name: name, value: value.value)) }
    }
    if let type { fields[.contentType] = type }
    self.init(index: index, status: answer.status, fields: fields, body: answer.body.bytes)
  }
}
