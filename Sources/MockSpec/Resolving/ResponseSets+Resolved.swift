import HTTPTypes

extension ResponseSets {
  /// Creates the snapshot of a resolved project. Requests that an earlier snapshot has, too, have the same response sets
  /// and replies in both.
  convenience init(
    _ project: ResolvedProject, number: Int, summary: ProjectSummary, heldFiles: [HeldFile],
    compiler: (any RuntimeCompiler)?
  ) {
    self.init(
      number: number, sets: project.requests.concurrentMap(\.responseSet), scenes: project.scenes,
      sceneStates: project.sceneStates, states: project.states,
      settings: project.settings, summary: summary, heldFiles: heldFiles, compiler: compiler)
  }
}

extension ResponseSet.Content {
  init(_ request: ResolvedRequest) {
    let responses = request.responses.enumerated().map { Response($1, items: $0 == 0 ? request.items : nil) }
    let indexes = Dictionary(responses.enumerated().map { ($1.name, $0) }) { first, _ in first }
    func index(_ name: String) -> Int { indexes[name] ?? 0 }
    let spec = request.spec
    self.init(
      responses: responses,
      defaultIndex: spec.defaultName.map { index($0.value) } ?? responses.firstIndex(where: \.when.isEmpty),
      isEnabled: spec.isEnabled,
      name: spec.name.value,
      sequence: ResponseSequence(
        steps: spec.sequence.map { .init(response: index($0.response.value), times: $0.times) },
        after: spec.afterSequence),
      priority: spec.priority, matcher: request.matcher, range: spec.name.range)
  }
}

extension Response {
  /// - Parameter items: What the response does with the items of a collection.
  fileprivate init(_ response: ResolvedResponse, items: ItemAction?) {
    let outcome: Outcome =
      switch response.outcome {
      case .reply(let reply):
        reply.template.map { .template($0, nil) } ?? .fixed(.reply(Reply(reply)))
      case .fault(let fault, let reply):
        reply.template.map { .template($0, fault) } ?? .fixed(.fault(fault, Reply(reply)))
      case .failure(let failure): .fixed(.failure(failure))
      case .forward(let origin): .fixed(.forward(origin))
      case .passThrough: .fixed(.passThrough)
      }
    self.init(
      name: response.spec.name.value, outcome: outcome, delay: response.delay, throttle: response.throttle,
      acceptsRanges: response.reply?.acceptsRanges ?? false, isStream: response.reply?.body.isStream ?? false,
      Extras(
        socket: response.reply?.socket, when: response.spec.when, changes: response.spec.changes.values,
        builtIn: response.spec.builtIn, action: items, callbacks: response.callbacks))
  }
}

extension Reply {
  convenience init(_ reply: ResolvedResponse.HTTPReply) {
    var type = reply.body.inferredType
    var fields = HTTPFields()
    for rule in reply.headers {
      guard let name = HTTPField.Name(rule.name.value), let values = rule.values.value else { continue }
      if name == .contentType { type = nil }
      for value in values { fields.append(HTTPField(name: name, value: value.value)) }
    }
    if let type { fields[.contentType] = type }
    if let stream = reply.body.stream {
      self.init(status: reply.status, fields: fields, .events(stream), isShared: true)
      return
    }
    let body = reply.body.bytes
    if reply.acceptsRanges { fields.offerRanges(of: body) }
    self.init(status: reply.status, fields: fields, body: body, isShared: true)
  }
}
