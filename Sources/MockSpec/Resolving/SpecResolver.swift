import HTTPTypes
import MockSpecDiagnostics
import MockSpecSchema

/// Resolves specs: applies defaults, reads the files that a spec names, compiles schemas and parses templates.
///
/// It can be used on any thread. Files that several specs name are read and compiled once.
struct SpecResolver: Sendable {
  /// The project's defaults.
  private let defaults: Spec.Defaults
  private let files: ProjectFiles
  private let schemas = SchemaFiles()
  private let templates: TemplateFiles

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - defaults: The project's defaults.
  ///   - files: The files that specs name.
  ///   - templates: The parsed body files.
  init(defaults: Spec.Defaults, files: ProjectFiles, templates: TemplateFiles = TemplateFiles()) {
    self.defaults = defaults
    self.files = files
    self.templates = templates
  }

  /// Returns a resolved spec.
  func resolve(_ spec: Spec) -> ResolvedSpec {
    var resolution = Resolution(
      file: spec.file, defaults: spec.defaults.over(defaults), files: files, schemas: schemas,
      templates: TemplateReader(files: templates))
    // Errors in defaults are reported even if no request inherits them.
    _ = try? resolution.body(defaults.match.body)
    _ = try? resolution.body(spec.defaults.match.body)
    let collections = resolution.collections(spec.collections)
    let defaults = resolution.defaults
    let matches = spec.requests.flatMap { request in
      request.matches.lazy.map { $0.value.over(defaults.match).under(defaults.basePath) }
    }
    resolution.checkPaths(matches)
    var rest = matches[...]
    let resolved = spec.requests.compactMap { request in
      let alternatives = rest.prefix(request.matches.count)
      rest = rest.dropFirst(request.matches.count)
      return try? resolution.request(request, alternatives, collections)
    }
    var spec = spec
    spec.usedCollections = resolution.templates.collections
    return ResolvedSpec(
      spec: spec, matches: matches, resolved: resolved, files: resolution.read,
      diagnostics: resolution.diagnostics + resolution.items.diagnostics + resolution.templates.diagnostics)
  }
}

/// The resolution of one spec.
private struct Resolution {
  let file: SpecFile
  /// The file's defaults over the project's.
  let defaults: Spec.Defaults
  let files: ProjectFiles
  let schemas: SchemaFiles
  var templates: TemplateReader
  private(set) var items = ItemReader()
  var diagnostics: [Diagnostic] = []
  /// The regular expressions of the schemas in the spec that refer to schemas in files.
  private var patterns = PatternAllowance()
  /// The absolute paths of the files that the spec names.
  private(set) var read: Set<String> = []

  init(
    file: SpecFile, defaults: Spec.Defaults, files: ProjectFiles, schemas: SchemaFiles, templates: TemplateReader
  ) {
    self.file = file
    self.defaults = defaults
    self.files = files
    self.schemas = schemas
    self.templates = templates
  }

  /// A part can't be resolved. The reason has been reported.
  struct Incomplete: Error {}

  /// Resolves a request. If a part can't be resolved, the others are still checked.
  ///
  /// - Parameters:
  ///   - alternatives: The alternatives of its `match`.
  ///   - collections: The collections of the spec, by name.
  mutating func request(
    _ request: Spec.Request, _ alternatives: ArraySlice<MatchRules>, _ collections: [String: ItemCollection]
  ) throws(Incomplete) -> ResolvedRequest {
    var action: ItemAction?
    if let items = request.items {
      guard let collection = collections[items.collection] else { throw Incomplete() }
      action = ItemAction(operation: items.operation, collection: collection)
    }
    let responses = request.responses.compactMap { try? response($0, of: request) }
    let matchers = alternatives.compactMap { match in try? matcher(match, body: body(match.body), states: request.when)
    }
    guard let first = matchers.first, matchers.count == alternatives.count,
      responses.count == request.responses.count
    else { throw Incomplete() }
    let methods = matchers.compactMap(\.methods)
    if let written = methods.first, methods.count == matchers.count,
      !methods.contains(where: { $0.value.contains("GET") }),
      responses.contains(where: { $0.reply?.socket != nil })
    {
      diagnostics.append(SpecDecoder.socketWithoutGet(at: written.range))
      throw Incomplete()
    }
    return ResolvedRequest(spec: request, file: file, matcher: first, responses: responses, items: action)
      .with(others: Array(matchers.dropFirst()))
  }

  /// Resolves collections, and returns those without errors by name.
  mutating func collections(_ collections: [Spec.Collection]) -> [String: ItemCollection] {
    var resolved: [String: ItemCollection] = [:]
    for collection in collections { resolved[collection.name.value] = try? self.collection(collection) }
    return resolved
  }

  private mutating func collection(_ collection: Spec.Collection) throws(Incomplete) -> ItemCollection {
    let body = Result { () throws(Incomplete) in try self.body(collection.schema.map(Setting.set) ?? .inherited) }
    let initial: InitialItems? =
      switch collection.items {
      case .file(let path):
        items.items(in: try read(path, in: file.folder, as: "items file"), idName: collection.idName)
      case .list(let list): items.items(list, idName: collection.idName)
      }
    guard let initial else { throw Incomplete() }
    var schema: BodySchema?
    if case .schema(let compiled)? = try body.get()?.kind { schema = compiled }
    return ItemCollection(
      name: collection.name.value, idName: collection.idName?.value ?? ItemCollection.defaultIDName,
      newIDs: collection.newIDs, schema: schema,
      parameters: collection.parameters, initial: initial)
  }

  /// Reports paths of the server's control API, and `*` with another method than `OPTIONS`. A base path that several
  /// requests inherit is reported once.
  mutating func checkPaths(_ matches: [MatchRules]) {
    let base = defaults.basePath.value.flatMap { ControlPath.contains($0.value) ? $0 : nil }
    var last: SourceRange?
    for path in matches.compactMap(\.path.value) where ControlPath.contains(path.value) {
      let range = base?.range ?? path.range
      if range != last { diagnostics.append(Self.reservedPath(at: range)) }
      last = range
    }
    for match in matches where match.methods.value?.value != ["OPTIONS"] {
      if let path = match.path.value, path.value.isAsterisk { diagnostics.append(Self.notOptions(at: path.range)) }
    }
  }

  private static func notOptions(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-path", "only OPTIONS can have the path '*'", at: range,
      help: "add 'method: OPTIONS', or write '/*' for any path of one segment")
  }

  private static func reservedPath(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "reserved-path",
      "the path's first segment is '\(ControlPath.segment)', so no call reaches it on a server",
      at: range, help: "rename the segment; paths below '/\(ControlPath.segment)/' are those of the control API")
  }

  private func matcher(_ rules: MatchRules, body: BodyMatcher?, states: [StateCondition]) -> RequestMatcher {
    func conditions(_ rules: [NamedRule]) -> [Condition] {
      rules.filter { $0.matchers.value != nil }.map(Condition.init)
    }
    return RequestMatcher(
      RequestMatcher.Content(
        params: conditions(rules.params), query: conditions(rules.query), headers: conditions(rules.headers),
        cookies: conditions(rules.cookies),
        exactQuery: rules.exactQuery.value.flatMap { $0.value ? Uncompared(wrappedValue: $0.range) : nil },
        body: body, methods: rules.methods.value, scheme: rules.scheme.value, host: rules.host.value,
        port: rules.port.value, path: rules.path.value, states: states))
  }

  /// Returns the matcher of the body, after reading its schema file if it names one.
  mutating func body(_ rule: Setting<BodyRule>) throws(Incomplete) -> BodyMatcher? {
    switch rule.value {
    case nil: return nil
    case .matcher(let matcher): return matcher
    case .schemaFile(let path, let folder, let range):
      let compiled = schemas.schema(try read(path, in: folder, as: "schema file"), files)
      return BodyMatcher(kind: .schema(try schema(compiled, namedAt: path.range)), range: range)
    case .schema(let node, let folder, let range):
      let compiled = schemas.schema(node, in: folder, files)
      let schema = try schema(compiled, namedAt: nil)
      guard patterns.take(schema.schema.instructionCount) else {
        diagnostics.append(SpecDecoder.tooManyInstructions(at: range))
        throw Incomplete()
      }
      return BodyMatcher(kind: .schema(schema), range: range)
    }
  }

  private mutating func schema(
    _ compiled: SchemaFiles.Compiled, namedAt range: SourceRange?
  ) throws(Incomplete) -> BodySchema {
    read.formUnion(compiled.read)
    diagnostics += compiled.problems + [compiled.error?.diagnostic(namedAt: range)].compactMap(\.self)
    guard let schema = compiled.schema else { throw Incomplete() }
    return schema
  }

  private mutating func read(
    _ path: Located<String>, in folder: String, as noun: String
  ) throws(Incomplete) -> ProjectFile {
    read.insert(FilePath.absolute(path.value, in: folder))
    switch files.read(path, in: folder) {
    case .success(let file): return file
    case .failure(let refusal):
      diagnostics.append(refusal.diagnostic(noun, path))
      throw Incomplete()
    }
  }

  // MARK: - Responses

  private mutating func response(
    _ response: Spec.Response, of request: Spec.Request
  ) throws(Incomplete) -> ResolvedResponse {
    let defaults = defaults.response
    let available = response.builtIn.map { TemplateRoot.available(in: $0, of: request) } ?? []
    let outcome: ResponseOutcome<ResolvedResponse.HTTPReply>
    var throttle: Throttle?
    switch response.outcome {
    case .reply(let written):
      outcome = .reply(try reply(written, defaults, available))
      // A stream and a WebSocket have pauses of their own.
      throttle =
        written.body?.isStream == true || written.socket != nil ? nil : written.throttle.over(defaults.throttle).value
    case .fault(let fault, let written):
      // A fault inherits only the delay.
      outcome = .fault(fault, try reply(written, Spec.ResponseDefaults(), available))
      throttle = written.throttle.value
    case .failure(let failure): outcome = .failure(failure)
    case .forward(let origin): outcome = .forward(origin)
    case .passThrough: outcome = .passThrough
    }
    var callbacks: [CallbackTemplate] = []
    for callback in response.callbacks {
      callbacks.append(try self.callback(callback, of: response.reply?.template.over(defaults.template), available))
    }
    return ResolvedResponse(
      spec: response, delay: response.delay.over(defaults.delay).value, throttle: throttle, outcome: outcome,
      callbacks: callbacks)
  }

  /// - Parameter template: Whether the texts of the response are templates.
  private mutating func callback(
    _ callback: Spec.Callback, of template: Setting<Bool>?, _ available: Set<TemplateRoot>
  ) throws(Incomplete) -> CallbackTemplate {
    var message = callback.message
    message.template = template ?? .inherited
    let isTemplate = template?.value == true
    let parsed = isTemplate ? templates.template(callback.url, available) : nil
    let resolved = try reply(message, Spec.ResponseDefaults(), available)
    if isTemplate, parsed == nil { throw Incomplete() }
    let url = parsed?.isPlain == true ? nil : parsed
    if url == nil, CallbackURL(callback.url.value) == nil {
      diagnostics.append(SpecDecoder.badURL(callback.url.value, at: callback.url.range))
      throw Incomplete()
    }
    return CallbackTemplate(
      delay: callback.delay, method: callback.method, url: callback.url.value, urlTemplate: url,
      message: resolved.template.map { .template($0) } ?? .fixed(Reply(resolved)), retry: callback.retry)
  }

  private mutating func reply(
    _ reply: Spec.HTTPReply, _ defaults: Spec.ResponseDefaults, _ available: Set<TemplateRoot>
  ) throws(Incomplete) -> ResolvedResponse.HTTPReply {
    let body = try body(reply.body)
    let isTemplate = reply.template.over(defaults.template).value == true
    let socket = try reply.socket.map { socket throws(Incomplete) in try script(of: socket, isTemplate: isTemplate) }
    let status = socket == nil ? reply.status.over(defaults.status).value ?? Spec.HTTPReply.defaultStatus : 101
    let headers = reply.headers.over(defaults.headers)
    try checkCount(of: headers)
    if case .stream = body, let header = headers.first(where: { $0.name.value.lowercased() == "content-length" }),
      header.values.value != nil
    {
      diagnostics.append(SpecDecoder.lengthOfStream(at: header.name.range))
      throw Incomplete()
    }
    var template: ReplyTemplate?
    if isTemplate {
      template = templates.template(
        status: status, headers: headers, body: body, written: reply, available: available)
      if template == nil { throw Incomplete() }
      if template?.isPlain == true { template = nil }
    }
    if let ranges = reply.ranges { try checkRanges(at: ranges, status: status, isTemplate: template != nil) }
    return ResolvedResponse.HTTPReply(
      status: status, headers: headers, body: body, acceptsRanges: reply.ranges != nil, template: template,
      socket: socket)
  }

  /// - Parameter isTemplate: Whether the contents of sent messages are templates.
  private mutating func script(of socket: Spec.Socket, isTemplate: Bool) throws(Incomplete) -> SocketScript {
    var script = SocketScript(protocols: socket.protocols, otherwise: socket.otherwise)
    for entry in socket.entries {
      var content: ReplyTemplate.Body?
      if let written = entry.send {
        let body = try body(written)
        content =
          isTemplate ? templates.message(body, written: written, isAnswer: entry.plan.isAnswer) : .bytes(body.bytes)
        if content == nil { throw Incomplete() }
      }
      let isText = if case .base64? = entry.send { false } else { true }
      let condition = try entry.receive.map { rule throws(Incomplete) in try body(.set(rule)) } ?? nil
      script.add(entry.plan, condition: condition, content: content, isText: isText)
    }
    return script
  }

  private mutating func checkRanges(at range: SourceRange, status: Int, isTemplate: Bool) throws(Incomplete) {
    if status != Spec.HTTPReply.defaultStatus {
      diagnostics.append(Self.rangesWithStatus(status, at: range))
    } else if isTemplate {
      diagnostics.append(Self.rangesOfTemplate(at: range))
    } else {
      return
    }
    throw Incomplete()
  }

  private static func rangesWithStatus(_ status: Int, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'ranges' can't be combined with status \(status), only with 200", at: range,
      help: "remove 'ranges', or set 'status: 200'; parts are answered with 206")
  }

  private static func rangesOfTemplate(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "conflicting-keys", "'ranges' can't be combined with a template", at: range,
      help: "remove 'ranges', or set 'template: false'")
  }

  private mutating func checkCount(of headers: [HeaderRule]) throws(Incomplete) {
    var count = 0
    for header in headers {
      count += header.values.value?.count ?? 0
      guard count > HTTPFields.countLimit else { continue }
      diagnostics.append(
        Diagnostic(
          .error, "too-many", "expected at most \(HTTPFields.countLimit) values of headers in a response",
          at: header.name.range))
      throw Incomplete()
    }
  }

  private mutating func body(_ body: Spec.Body?) throws(Incomplete) -> ResolvedResponse.Body {
    switch body {
    case nil: .none
    case .json(let node): .json(JSONBody.bytes(node))
    case .text(let text): .text(text)
    case .base64(let bytes): .base64(bytes)
    case .file(let path): .file(try read(path, in: file.folder, as: "body file"))
    case .stream(let stream): .stream(stream, events: try events(of: stream))
    }
  }

  private mutating func events(of stream: Spec.Stream) throws(Incomplete) -> [EventFields<ResolvedResponse.Body>] {
    var events: [EventFields<ResolvedResponse.Body>] = []
    for event in stream.events {
      events.append(try event.fields.map { value throws(Incomplete) in try body(value) })
    }
    return events
  }
}

extension MatchRules {
  /// Returns the rules with their path under a base path. Rules without a path match any path and don't use the base
  /// path.
  fileprivate func under(_ base: Setting<Located<PathPattern>>) -> MatchRules {
    guard let path = path.value, let base = base.value else { return self }
    var rules = self
    rules.path = .set(Located(path.value.under(base.value), at: path.range))
    return rules
  }
}

extension TemplateRoot {
  /// Returns the names that have a value in a built-in response, of those that don't have one everywhere.
  fileprivate static func available(in response: BuiltInResponse, of request: Spec.Request) -> Set<TemplateRoot> {
    if response.outcome.isProblem { return [.problem] }
    return [request.items?.operation == .list ? .page : .item]
  }
}
