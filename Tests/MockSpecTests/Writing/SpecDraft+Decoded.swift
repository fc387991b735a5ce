import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

@testable import MockSpec

// Drafts of what was read, for comparisons with what was written.
extension SpecDraft {
  /// Reads a text; `nil` with the messages if it isn't valid.
  static func read(_ text: [UInt8], _ format: DocumentParser.Format) -> (draft: SpecDraft?, problems: [String]) {
    let reading = Pipeline.read(text, as: .spec, shown: "spec", format)
    var decoder = SpecDecoder(folder: "/")
    let spec = reading.root.map { decoder.spec($0, file: SpecFile(path: "/spec", shown: "spec")) }
    let problems = (reading.diagnostics + decoder.diagnostics).map(\.message)
    return (problems.isEmpty ? spec.map(SpecDraft.init) : nil, problems)
  }

  private init(_ spec: Spec) {
    self.init(defaults: Defaults(spec.defaults), requests: spec.requests.map(Request.init))
  }

  /// The draft without descriptions and extensions, which aren't read.
  var withoutNotes: SpecDraft {
    var draft = self
    for index in draft.requests.indices {
      draft.requests[index].description = nil
      draft.requests[index].extensions = [:]
      for response in draft.requests[index].responses.indices {
        draft.requests[index].responses[response].description = nil
      }
    }
    return draft
  }
}

extension SpecDraft.Defaults {
  init(_ defaults: Spec.Defaults) {
    let response = defaults.response
    self.init(
      match: MatchDraft(defaults.match), basePath: defaults.basePath.map(\.value.text), status: response.status,
      headers: response.headers.map(SpecDraft.Header.init), delay: response.delay, throttle: response.throttle,
      template: response.template)
  }
}

extension SpecDraft.Request {
  fileprivate init(_ request: Spec.Request) {
    self.init(
      name: request.name.value, match: MatchDraft(request.matches[0].value),
      otherMatches: request.matches.dropFirst().map { MatchDraft($0.value) }, priority: request.priority,
      isEnabled: request.isEnabled, defaultName: request.defaultName?.value,
      sequence: request.sequence.map { .response($0.response.value, times: $0.times) },
      afterSequence: request.afterSequence, responses: request.responses.map(SpecDraft.Response.init))
  }
}

extension SpecDraft.Response {
  fileprivate init(_ response: Spec.Response) {
    let outcome: SpecDraft.Outcome =
      switch response.outcome {
      case .reply(let reply): .reply(SpecDraft.Reply(reply))
      case .fault(let fault, let reply): .fault(fault, SpecDraft.Reply(reply))
      case .failure(let failure): .failure(failure)
      case .forward(let origin): .forward(origin: origin.description)
      case .passThrough: .passThrough
      }
    self.init(name: response.name.value, delay: response.delay, outcome: outcome)
  }
}

extension SpecDraft.Reply {
  fileprivate init(_ reply: Spec.HTTPReply) {
    self.init(
      status: reply.status, headers: reply.headers.map(SpecDraft.Header.init),
      body: reply.body.map(SpecDraft.Body.init),
      acceptsRanges: reply.ranges != nil, template: reply.template, throttle: reply.throttle)
  }
}

extension SpecDraft.Body {
  fileprivate init(_ body: Spec.Body) {
    switch body {
    case .file(let path): self = .file(path: path.value, content: nil)
    case .json(let node): self = .json(SpecDraft.JSON(node))
    case .text(let text): self = .text(text.value)
    case .base64(let bytes): self = .base64(bytes)
    case .stream(let stream):
      var draft = SpecDraft.Stream(
        events: stream.events.map { SpecDraft.Stream.Event($0.fields.map(SpecDraft.Body.init), delay: $0.delay) })
      (draft.format, draft.every, draft.times, draft.end) = (stream.format, stream.every, stream.times, stream.end)
      self = .stream(draft)
    }
  }
}

extension SpecDraft.Header {
  fileprivate init(_ header: HeaderRule) {
    self.init(name: header.name.value, values: header.values.map { $0.map(\.value) })
  }
}

extension SpecDraft.JSON {
  fileprivate init(_ node: Node) { self.init(checked: JSONBody.bytes(node)) }
}

extension MatchDraft {
  fileprivate init(_ rules: MatchRules) {
    self.init(
      methods: rules.methods.map(\.value), scheme: rules.scheme.map(\.value), host: rules.host.map(\.value.description),
      port: rules.port.map(\.value), path: rules.path.map(\.value.text), params: rules.params.map(ConditionDraft.init),
      query: rules.query.map(ConditionDraft.init), exactQuery: rules.exactQuery.map(\.value),
      headers: rules.headers.map(ConditionDraft.init), cookies: rules.cookies.map(ConditionDraft.init),
      body: rules.body.map(BodyDraft.init))
  }
}

extension ConditionDraft {
  fileprivate init(_ rule: NamedRule) {
    self.init(name: rule.name.value, conditions: rule.matchers.map { $0.map(ValueCondition.init) })
  }

  fileprivate init(_ condition: Condition) {
    self.init(name: condition.name, conditions: .set(condition.matchers.map(ValueCondition.init)))
  }
}

extension BodyDraft {
  fileprivate init(_ rule: BodyRule) {
    switch rule {
    case .schema(let node, _, _): self = .schema(SpecDraft.JSON(node))
    case .schemaFile(let path, _, _): self = .schemaFile(path: path.value)
    case .matcher(let matcher):
      switch matcher.kind {
      case .json(let node): self = .json(SpecDraft.JSON(node))
      case .jsonEquals(let node): self = .jsonEquals(SpecDraft.JSON(node))
      case .pointers(let conditions): self = .pointers(conditions.map { ConditionDraft($0.condition) })
      case .paths(let conditions): self = .paths(conditions.map { ConditionDraft($0.condition) })
      case .schema(let schema): self = .schema(SpecDraft.JSON(schema.root))
      case .form(let conditions): self = .form(conditions.map(ConditionDraft.init))
      case .multipart(let conditions): self = .multipart(conditions.map(ConditionDraft.init))
      case .graphQL(let matcher):
        self = .graphQL(
          operationName: matcher.operationName?.value, variables: matcher.variables.map(SpecDraft.JSON.init))
      case .text(let matcher): self = .text(ValueCondition(matcher))
      }
    }
  }
}

extension ValueCondition {
  /// The operators are in the order of `RandomDraft`.
  fileprivate init(_ matcher: ValueMatcher) {
    var parts: [ValueCondition] = matcher.conditions.map { condition in
      switch condition {
      case .equals(let text): .equals(text)
      case .contains(let text): .contains(text)
      case .startsWith(let text): .startsWith(text)
      case .endsWith(let text): .endsWith(text)
      case .matches(let expression): .matches(expression.pattern)
      case .oneOf(let texts): .oneOf(texts)
      case .number(let bound): ValueCondition(bound)
      case .time(let bound): bound.relation == .after ? .after(bound.text) : .before(bound.text)
      }
    }
    if let presence = matcher.presence { parts.append(presence ? .present : .absent) }
    parts += matcher.not.map { .not(ValueCondition($0)) }
    let all = parts.dropFirst().reduce(parts[0]) { $0.and($1) }
    self = matcher.ignoresCase ? all.ignoringCase() : all
  }
}

extension ValueCondition {
  /// The numbers of drafts are whole or have few digits, so that a `Double` has the same text.
  fileprivate init(_ bound: NumberBound) {
    let whole = Int(bound.text)
    let number = Double(bound.text) ?? .nan
    self =
      switch bound.relation {
      case .above: whole.map { .above($0) } ?? .above(number)
      case .below: whole.map { .below($0) } ?? .below(number)
      case .atLeast: whole.map { .atLeast($0) } ?? .atLeast(number)
      case .atMost: whole.map { .atMost($0) } ?? .atMost(number)
      }
  }
}

extension Setting {
  fileprivate func map<Other>(_ convert: (Value) -> Other) -> Setting<Other> {
    switch self {
    case .inherited: .inherited
    case .removed: .removed
    case .set(let value): .set(convert(value))
    }
  }
}
