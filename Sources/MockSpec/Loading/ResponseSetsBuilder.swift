import HTTPTypes
import MockSpecDiagnostics

/// Specs without errors → the immutable snapshot: defaults applied, matchers finished, replies made, ranks sorted.
struct ResponseSetsBuilder {
  private let project: ProjectSpec
  /// With everything read already.
  private let bodies: BodyFiles
  private let schemas: SchemaFiles
  /// Parsed already, too.
  private let templates: [String: TemplateReader.BodyFile]

  init(
    project: ProjectSpec, bodies: BodyFiles, schemas: SchemaFiles, templates: [String: TemplateReader.BodyFile] = [:]
  ) {
    self.project = project
    self.bodies = bodies
    self.schemas = schemas
    self.templates = templates
  }

  func build(_ specs: [Spec], number: Int, summary: ProjectSummary) -> ResponseSets {
    // Replies are numbered throughout the project, so each spec is told where its own numbers begin.
    var firsts: [(spec: Spec, reply: Int)] = []
    var replyCount = 0
    for spec in specs {
      firsts.append((spec, replyCount))
      for request in spec.requests { replyCount += request.responses.count }
    }
    let ranked = firsts.concurrentMap { rankedSets($0.spec, firstReply: $0.reply) }.flatMap(\.self).sorted {
      $0.rank < $1.rank
    }
    return ResponseSets(
      number: number, sets: ranked.map(\.set), scenes: scenes(), settings: project.settings, summary: summary,
      replyCount: replyCount)
  }

  private func rankedSets(_ spec: Spec, firstReply: Int) -> [(rank: Rank, set: ResponseSet)] {
    let defaults = spec.defaults.over(project.defaults)
    var reply = firstReply
    return spec.requests.enumerated().map { position, request in
      let set = responseSet(request, defaults, in: spec.file, firstReply: reply)
      reply += request.responses.count
      return (Rank(set, order: spec.file.order, position: position), set)
    }
  }

  private func responseSet(
    _ request: Spec.Request, _ defaults: Spec.Defaults, in file: SpecFile, firstReply: Int
  ) -> ResponseSet {
    let responses = request.responses.enumerated().map { place, written in
      response(written, defaults.response, in: file, reply: firstReply + place)
    }
    let indexes = Dictionary(responses.enumerated().map { ($1.name, $0) }) { first, _ in first }
    func index(_ name: String) -> Int { indexes[name] ?? 0 }
    return ResponseSet(
      name: request.name.value, range: request.name.range, priority: request.priority,
      matcher: matcher(request.match.over(defaults.match), defaults), responses: responses,
      defaultIndex: request.defaultName.map { index($0.value) } ?? 0,
      sequence: ResponseSequence(
        steps: request.sequence.map { .init(response: index($0.response.value), times: $0.times) },
        after: request.afterSequence))
  }

  private func matcher(_ rules: MatchRules, _ defaults: Spec.Defaults) -> RequestMatcher {
    func conditions(_ rules: [NamedRule]) -> [Condition] {
      rules.filter { $0.matchers.value != nil }.map(Condition.init)
    }
    return RequestMatcher(
      methods: rules.methods.value, scheme: rules.scheme.value, host: rules.host.value, port: rules.port.value,
      path: rules.fullPath(defaults.basePath), params: conditions(rules.params), query: conditions(rules.query),
      headers: conditions(rules.headers), cookies: conditions(rules.cookies),
      body: rules.body.value?.matcher(schemas))
  }

  private func response(
    _ response: Spec.Response, _ defaults: Spec.ResponseDefaults, in file: SpecFile, reply number: Int
  ) -> Response {
    let defaults = defaults.inherited(by: response)
    let delay = response.delay.over(defaults.delay).value
    let throttle = response.throttle.over(defaults.throttle).value
    if let failure = response.error {
      return Response(name: response.name.value, outcome: .fixed(.failure(failure)), delay: delay)
    }
    if let origin = response.forward {
      return Response(name: response.name.value, outcome: .fixed(.forward(origin)), delay: delay)
    }
    if response.passesThrough {
      return Response(name: response.name.value, outcome: .fixed(.passThrough), delay: delay)
    }
    var reader = TemplateReader(bodies: bodies, files: templates)
    if let template = reader.reply(response, defaults, in: file) {
      return Response(
        name: response.name.value, outcome: .template(template, response.fault), delay: delay, throttle: throttle)
    }
    let body = body(response.body, in: file)
    var type = body.type
    var fields = HTTPFields()
    for rule in response.headers.over(defaults.headers) {
      guard let name = HTTPField.Name(rule.name.value), let values = rule.values.value else { continue }
      if name == .contentType { type = nil }
      for value in values { fields.append(HTTPField(name: name, value: value.value)) }
    }
    if let type { fields[.contentType] = type }
    let reply = Reply(
      index: number, status: response.status.over(defaults.status).value ?? 200, fields: fields, body: body.bytes)
    let outcome = response.fault.map { Decision.Outcome.fault($0, reply) } ?? .reply(reply)
    return Response(name: response.name.value, outcome: .fixed(outcome), delay: delay, throttle: throttle)
  }

  private func body(_ body: Spec.Body?, in file: SpecFile) -> (bytes: [UInt8], type: String?) {
    switch body {
    case .file(let path): (bodies.content(path.value, in: file.folder) ?? [], ContentType.ofFile(path.value))
    case .json(let node): (JSONBody.bytes(node), ContentType.json)
    case .text(let text): (Array(text.value.utf8), ContentType.text)
    case .base64(let bytes): (bytes, nil)
    case nil: ([], nil)
    }
  }

  /// Each scene with everything that it extends, flattened; its own selections win.
  private func scenes() -> [String: [String: String]] {
    let known = Dictionary(project.scenes.map { ($0.name.value, $0) }) { first, _ in first }
    var flat: [String: [String: String]] = [:]
    for scene in project.scenes {
      var selections: [String: String] = [:]
      var next: ProjectSpec.Scene? = scene
      while let scene = next {
        for (request, response) in scene.selections where selections[request.value] == nil {
          selections[request.value] = response.value
        }
        next = scene.extends.flatMap { known[$0.value] }
      }
      flat[scene.name.value] = selections
    }
    return flat
  }
}

extension MatchRules {
  /// The path under its base path. Where no path is written, any path matches, and there is nothing to put a base before.
  func fullPath(_ base: Setting<Located<PathPattern>>) -> Located<PathPattern>? {
    guard let path = path.value else { return nil }
    guard let base = base.value else { return path }
    return Located(path.value.under(base.value), at: path.range)
  }
}
