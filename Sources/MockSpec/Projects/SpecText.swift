import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument

/// The text of a spec for a request built in code, with the ranges of its parts.
///
/// The parts in code that can't be written, such as JSON with errors, are left out and reported.
struct SpecText {
  let bytes: [UInt8]
  /// The errors in the parts that were left out, each on one line.
  let problems: [String]
  /// The names of parts, such as `response 'Success'`, with their ranges.
  private let parts: [(name: String, bytes: Range<Int>)]

  /// - Parameter resolved: The responses of the request, if another process reads the text. Then it contains all bodies, and
  ///   names no files.
  init(_ request: MockedRequest, handingOver resolved: [Response]? = nil) {
    var drafting = DraftingInCode(isHandedOver: resolved != nil)
    let writer = SpecWriter(drafting.spec(request, handingOver: resolved))
    bytes = writer.text.bytes
    problems = drafting.problems
    parts = writer.parts
  }

  /// Returns a diagnostic as one line that names the part instead of a location in this text.
  func problem(_ diagnostic: Diagnostic) -> String {
    let start = diagnostic.range?.bytes.lowerBound ?? 0
    let part = parts.first { $0.bytes.contains(start) }
    return (part.map { "\($0.name): " } ?? "") + diagnostic.messageWithAdvice
  }
}

/// Makes drafts of requests built in code.
struct DraftingInCode {
  /// Whether another process reads the spec.
  let isHandedOver: Bool
  /// The errors in the parts that were left out, each on one line.
  private(set) var problems: [String] = []

  init(isHandedOver: Bool) { self.isHandedOver = isHandedOver }

  mutating func spec(_ request: MockedRequest, handingOver resolved: [Response]?) -> SpecDraft {
    var draft = SpecDraft()
    let first = MockedRequest.OtherMatch(match: request.match, long: request.long)
    var matches: [MatchDraft]
    if request.others.isEmpty {
      let short = MatchDraft(asWritten: request.match)
      // A `match` has either the short or the long form, so the short one becomes a default of the file.
      if !request.long.isEmpty { draft.defaults.match = short }
      matches = [request.long.isEmpty ? short : match(first)]
    } else {
      matches = ([first] + request.others).enumerated().map { index, alternative in
        part("alternative \(index + 1)") { $0.whole(alternative) }
      }
    }
    let match = matches.removeFirst()
    let responses = request.responses.enumerated().map { index, response in
      part("response '\(response.name)'") { drafting in
        var draft =
          resolved.map { drafting.response(response.name, handedOver: $0[index]) } ?? drafting.response(response)
        draft.when = Self.states(response.states)
        draft.changes = response.changes.sorted.map { SpecDraft.State(name: $0.name, values: [$0.value]) }
        return draft
      }
    }
    draft.requests = [
      SpecDraft.Request(
        name: request.name, match: match, otherMatches: matches, when: Self.states(request.states),
        priority: request.priority,
        defaultName: request.defaultResponse,
        sequence: request.sequence, afterSequence: request.sequence.isEmpty ? .stay : request.afterSequence,
        responses: responses,
        extensions: isHandedOver ? [HandedOverRequests.placeKey: request.place.description] : [:])
    ]
    return draft
  }

  private static func states(_ conditions: MockStateConditions) -> [SpecDraft.State] {
    conditions.all.map { SpecDraft.State(name: $0.state, values: $0.values) }
  }

  // MARK: - Match

  /// Returns the long form of an alternative, with the conditions that are in its short form.
  private mutating func whole(_ alternative: MockedRequest.OtherMatch) -> MatchDraft {
    if alternative.long.isEmpty { return MatchDraft(asWritten: alternative.match) }
    var long = match(alternative)
    guard let short = MatchDraft(short: alternative.match) else {
      problems.append("expected '[METHOD] [[scheme:]//host[:port]]/path[?query]', found '\(alternative.match)'")
      return long
    }
    if long.methods == .inherited { long.methods = short.methods }
    (long.scheme, long.host, long.port, long.path) = (short.scheme, short.host, short.port, short.path)
    let pairs = QueryText.pairs(
      alternative.match.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? "")
    long.query = Self.conditions(pairs.map { ($0.name, ValueCondition.equals($0.value)) }) + long.query
    return long
  }

  private mutating func match(_ request: MockedRequest.OtherMatch) -> MatchDraft {
    let long = request.long
    var match = MatchDraft()
    if let methods = long.methods {
      match.methods = .set(methods.map(\.rawValue))
      if request.match.prefix(while: { $0 != "/" }).contains(" ") {
        problems.append("'\(request.match)' has a method, too; remove it, or add it to the list")
      }
    }
    match.params = Self.conditions(long.params)
    checkQuery(long.query, target: request.match)
    match.query = Self.conditions(long.query)
    if long.exactQuery { match.exactQuery = .set(true) }
    match.headers = Self.conditions(long.headers, foldingCase: true)
    match.cookies = Self.conditions(long.cookies)
    if let body = long.body { match.body = .set(part("body") { $0.body(body.kind) }) }
    return match
  }

  /// Reports query parameters with conditions in both places, since the long form would override the short one.
  private mutating func checkQuery(_ query: [MockedRequest.Condition], target: String) {
    guard let mark = target.firstIndex(of: "?") else { return }
    let names = Set(QueryText.pairs(String(target[target.index(after: mark)...])).map { ExactText($0.name) })
    if let name = query.first(where: { names.contains(ExactText($0.key)) })?.key {
      problems.append("query '\(name)' is both in the URL and in 'query'; remove one of the two")
    }
  }

  /// Returns conditions by name. A repeated name has a list of conditions.
  private static func conditions(
    _ conditions: some Collection<MockedRequest.Condition>, foldingCase: Bool = false
  ) -> [ConditionDraft] {
    var names: [String] = []
    var byName: [ExactText: [ValueCondition]] = [:]
    func key(_ name: String) -> ExactText { ExactText(foldingCase ? name.lowercased() : name) }
    for (name, condition) in conditions {
      if byName[key(name)] == nil { names.append(name) }
      byName[key(name), default: []].append(condition)
    }
    return names.map { ConditionDraft(name: $0, conditions: .set(byName[key($0)] ?? [])) }
  }

  private mutating func body(_ body: BodyCondition.Kind) -> BodyDraft {
    switch body {
    case .json(let value): return .json(json("json", value, orElse: "null"))
    case .jsonEquals(let value): return .jsonEquals(json("jsonEquals", value, orElse: "null"))
    case .schema(let value): return .schema(json("schema", value, orElse: "true"))
    case .schemaFile(let file):
      if isHandedOver {
        problems.append("schema: a file can't be handed over to another process; write the schema in the code")
      } else if let path = path("schema", file) {
        return .schemaFile(path: path)
      }
      return .schema(SpecDraft.JSON(checked: Array("true".utf8)))
    case .pointers(let conditions): return .pointers(Self.conditions(conditions))
    case .paths(let conditions): return .paths(Self.conditions(conditions))
    case .form(let conditions): return .form(Self.conditions(conditions))
    case .multipart(let conditions): return .multipart(Self.conditions(conditions))
    case .graphQL(let name, let variables):
      return .graphQL(operationName: name, variables: variables.map { json("variables", $0, orElse: "{}") })
    case .text(let condition): return .text(condition)
    }
  }

  /// Returns JSON, or a valid value if it has errors.
  private mutating func json(_ key: String, _ json: WrittenJSON, orElse valid: String) -> SpecDraft.JSON {
    guard let problem = json.problem else { return SpecDraft.JSON(checked: json.bytes) }
    problems.append("\(key)\(problem)")
    return SpecDraft.JSON(checked: Array(valid.utf8))
  }

  /// Returns the absolute path of a file; `nil` if it isn't found.
  private mutating func path(_ key: String, _ file: SourceFileLocation) -> String? {
    do throws(SpecPathError) {
      return try PathInCode.resolve(file.path, calledFrom: file.sourceFile)
    } catch {
      problems.append("\(key): \(error)")
      return nil
    }
  }

  // MARK: - Responses

  private mutating func response(_ response: MockedResponse) -> SpecDraft.Response {
    let outcome: SpecDraft.Outcome =
      switch response.outcome {
      case .closure: .reply(.init())
      case .forward(let origin): .forward(origin: origin)
      case .passThrough: .passThrough
      case .fault(let fault, let reply): .fault(fault, self.reply(reply, of: response))
      case .failure(let failure): .failure(failure)
      case .reply(let reply): .reply(self.reply(reply, of: response))
      }
    return SpecDraft.Response(name: response.name, outcome: outcome)
  }

  /// A body that isn't in a file is written only if it is a template.
  private mutating func reply(_ reply: MockReply, of response: MockedResponse) -> SpecDraft.Reply {
    var draft = self.reply(reply, withBody: response.isTemplate)
    if response.isTemplate { draft.template = .set(true) }
    return draft
  }

  mutating func reply(_ reply: MockReply, withBody: Bool) -> SpecDraft.Reply {
    var draft = SpecDraft.Reply(status: .set(reply.status))
    var names: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in reply.headers {
      if values[name.lowercased()] == nil { names.append(name) }
      values[name.lowercased(), default: []].append(value)
    }
    draft.headers = names.map { SpecDraft.Header(name: $0, values: .set(values[$0.lowercased()] ?? [])) }
    switch reply.kind {
    case .file(let file): draft.body = path("file", file).map { .file(path: $0, content: nil) }
    case _ where !withBody || reply.jsonProblem != nil: break
    case .json: draft.body = .json(SpecDraft.JSON(checked: reply.body))
    case .text: draft.body = .text(String(decoding: reply.body, as: UTF8.self))
    case .bytes: if !reply.body.isEmpty { draft.body = .base64(reply.body) }
    case .stream, .passThrough, .forward: break
    }
    return draft
  }

  // MARK: - Problems

  private mutating func part<Value>(_ name: String, _ draft: (inout DraftingInCode) -> Value) -> Value {
    let known = problems.count
    let value = draft(&self)
    for index in known..<problems.count { problems[index] = "\(name): \(problems[index])" }
    return value
  }

  mutating func report(_ problem: String) { problems.append(problem) }
}

extension MatchDraft {
  /// Creates the long form of a short one, without its query; `nil` if that isn't valid.
  fileprivate init?(short text: String) {
    var json = JSONText()
    json.string(text)
    self.init()
    guard let node = DocumentParser.parseJSON(json.bytes)?.root else { return nil }
    var decoder = SpecDecoder(folder: "/")
    let rules = decoder.matchRules(node)
    guard decoder.diagnostics.isEmpty, rules.path.value != nil else { return nil }
    if let methods = rules.methods.value { self.methods = .set(methods.value) }
    if let scheme = rules.scheme.value { self.scheme = .set(scheme.value) }
    if let host = rules.host.value { self.host = .set(host.value.description) }
    if let port = rules.port.value { self.port = .set(port.value) }
    if let path = rules.path.value { self.path = .set(path.value.text) }
  }
}
