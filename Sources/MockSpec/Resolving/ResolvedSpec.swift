import MockSpecDiagnostics

/// A spec file with defaults applied, files read, schemas compiled and templates parsed.
///
/// It depends only on the file, the project's defaults and the files that it names. This is a class because each load
/// iterates over all specs, and copies would be expensive.
final class ResolvedSpec: Sendable {
  let spec: Spec
  /// The alternatives of `match` of all requests with defaults and `basePath` applied, in the order of `spec.requests`.
  let matches: [MatchRules]
  /// The requests that could be resolved. If a file that a request names can't be used, or a template has errors,
  /// `diagnostics` contains the reason.
  let resolved: [ResolvedRequest]
  /// The absolute paths of the body and schema files that the spec and the defaults name.
  let files: Set<String>
  let diagnostics: [Diagnostic]

  init(
    spec: Spec, matches: [MatchRules], resolved: [ResolvedRequest], files: Set<String>, diagnostics: [Diagnostic]
  ) {
    self.spec = spec
    self.matches = matches
    self.resolved = resolved
    self.files = files
    self.diagnostics = diagnostics
  }

  /// The resolved requests; `nil` if one couldn't be resolved.
  var requests: [ResolvedRequest]? { resolved.count == spec.requests.count ? resolved : nil }
}

/// All resolved specs of a project without errors.
struct ResolvedProject: Sendable {
  /// The requests of all specs, in the order in which they are tried. A request with alternatives is in the list once for
  /// each of them.
  var requests: ChunkedArray<ResolvedRequest>
  /// For each of them, the index of its spec.
  var orders: [Int32]
  private let written: [ProjectSpec.Scene]
  /// The states that the specs declare.
  let states: DeclaredStates
  /// The absolute path of the file that declares a state.
  let stateFiles: [String: String]
  let settings: ProjectSettings

  /// Creates a resolved project; `nil` if the requests of a spec couldn't be resolved.
  init?(_ specs: [ResolvedSpec], project: ProjectSpec) {
    var ranked: [(rank: Rank, request: ResolvedRequest)] = []
    ranked.reserveCapacity(specs.reduce(0) { $0 + $1.spec.requests.count })
    for (order, spec) in specs.enumerated() {
      guard let requests = spec.requests else { return nil }
      for (position, request) in requests.alternatives.enumerated() {
        ranked.append((Rank(request, order: order, position: position), request))
      }
    }
    ranked.sort { $0.rank < $1.rank }
    requests = ChunkedArray(ranked.map(\.request))
    orders = ranked.map { Int32($0.rank.order) }
    written = project.scenes
    var states = DeclaredStates(specs.lazy.flatMap(\.spec.states))
    states.collections = Set(specs.lazy.flatMap(\.spec.collections).map(\.name.value))
    self.states = states
    stateFiles = Dictionary(
      specs.lazy.flatMap { spec in spec.spec.states.map { ($0.name.value, spec.spec.file.path) } }
    ) { first, _ in first }
    settings = project.settings
  }

  /// For each scene, the selected response of each request, including those of the scenes that it extends. They can be many
  /// more than are written, and a check doesn't need them.
  var scenes: [String: [String: String]] {
    written.flattened { $0.selections.map { ($0.request.value, $0.response.value) } }
  }
  /// For each scene, the states that it sets, including those of the scenes that it extends.
  var sceneStates: [String: [String: String]] {
    if written.allSatisfy(\.states.isEmpty) { return [:] }
    return written.flattened { $0.states.map { ($0.state.value, $0.value.value) } }.filter { !$0.value.isEmpty }
  }
}

/// A request with defaults applied, and with one alternative of its `match`. This is a class because checks iterate over all
/// requests, and copies would be expensive.
final class ResolvedRequest: Sendable {
  let spec: Spec.Request
  let file: SpecFile
  let matcher: RequestMatcher
  let responses: [ResolvedResponse]
  /// What it does with the items of a collection; `nil` for a written request.
  let items: ItemAction?
  /// Which alternative it is; `nil` if there is only one.
  let alternative: Alternative?
  /// The other alternatives, if this is the first one.
  let others: [ResolvedRequest]
  /// What the response sets of all alternatives have in common; `nil` if there is only one.
  private let common: Once<ResponseSet.Content>?
  private let knownSet = Once<ResponseSet>()

  init(
    spec: Spec.Request, file: SpecFile, matcher: RequestMatcher, responses: [ResolvedResponse],
    items: ItemAction? = nil
  ) {
    self.spec = spec
    self.items = items
    self.file = file
    self.matcher = matcher
    self.responses = responses
    (alternative, common, others) = (nil, nil, [])
  }

  private init(
    _ request: ResolvedRequest, _ matcher: RequestMatcher, _ alternative: Alternative,
    _ common: Once<ResponseSet.Content>, others: [ResolvedRequest] = []
  ) {
    (spec, file, responses, items) = (request.spec, request.file, request.responses, request.items)
    self.matcher = matcher
    self.alternative = alternative
    self.common = common
    self.others = others
  }

  /// Returns a request with a matcher for each alternative, of which this one has the first.
  func with(others matchers: [RequestMatcher]) -> ResolvedRequest {
    if matchers.isEmpty { return self }
    let all = [matcher] + matchers
    let ranks = all.enumerated().map {
      Rank($1, priority: spec.priority, isGenerated: items != nil, order: 0, position: $0)
    }
    let first = ranks.indices.min { ranks[$0] < ranks[$1] }
    let common = Once<ResponseSet.Content>()
    func alternative(_ index: Int) -> Alternative {
      Alternative(number: index + 1, count: all.count, isFirst: index == first)
    }
    let others = all.indices.dropFirst().map { ResolvedRequest(self, all[$0], alternative($0), common) }
    return ResolvedRequest(self, matcher, alternative(0), common, others: others)
  }

  /// The request as far as it is written: only such responses of a collection's; `nil` if there are none.
  var written: ResolvedRequest? {
    if items == nil { return self }
    let responses = responses.filter { $0.spec.builtIn?.isWritten ?? true }
    if responses.isEmpty { return nil }
    let spec = Spec.Request(
      name: spec.name, matches: spec.matches, when: [], priority: 0, isEnabled: true, defaultName: nil, sequence: [],
      afterSequence: .stay, responses: responses.map(\.spec), items: spec.items)
    return ResolvedRequest(spec: spec, file: file, matcher: matcher, responses: responses, items: items)
  }

  /// The request with each alternative of its `match`, in the order in which they are written.
  var alternatives: [ResolvedRequest] { [self] + others }

  /// The response set, made when it is first needed.
  var responseSet: ResponseSet {
    knownSet.value {
      guard let common else { return ResponseSet(ResponseSet.Content(self)) }
      var content = common.value { ResponseSet.Content(self) }
      content.matcher = matcher
      content.alternative = alternative
      return ResponseSet(content)
    }
  }

  /// The key of the response set.
  var key: SetKey { SetKey(name: spec.name.value, alternative: alternative?.number ?? 1) }

  /// The location of the alternative as it is written.
  var matchRange: SourceRange { spec.matches[(alternative?.number ?? 1) - 1].range }
}

extension [ResolvedRequest] {
  /// All alternatives of these requests.
  var alternatives: [ResolvedRequest] { contains { !$0.others.isEmpty } ? flatMap(\.alternatives) : self }
}

extension Rank {
  init(_ request: ResolvedRequest, order: Int, position: Int) {
    self.init(
      request.matcher, priority: request.spec.priority, isGenerated: request.items != nil, order: order,
      position: position)
  }
}

/// A response with defaults applied. This is a class for the same reason.
final class ResolvedResponse: Sendable {
  let spec: Spec.Response
  let delay: Delay?
  let throttle: Throttle?
  let outcome: ResponseOutcome<HTTPReply>
  let callbacks: [CallbackTemplate]

  init(
    spec: Spec.Response, delay: Delay?, throttle: Throttle?, outcome: ResponseOutcome<HTTPReply>,
    callbacks: [CallbackTemplate]
  ) {
    self.callbacks = callbacks
    self.spec = spec
    self.delay = delay
    self.throttle = throttle
    self.outcome = outcome
  }

  /// An HTTP reply.
  struct HTTPReply: Sendable {
    let status: Int
    let headers: [HeaderRule]
    let body: Body
    /// Whether calls can ask for parts of the body.
    let acceptsRanges: Bool
    /// The template; `nil` if the answer is the same for all calls.
    let template: ReplyTemplate?
    /// The WebSocket that the reply opens; `nil` for other replies.
    let socket: SocketScript?
  }

  /// The body of an HTTP reply.
  indirect enum Body: Sendable {
    case none
    case file(ProjectFile)
    /// JSON as it is sent.
    case json([UInt8])
    case text(Located<String>)
    case base64([UInt8])
    /// - Parameter events: The values of the events, before templates are rendered.
    case stream(Spec.Stream, events: [EventFields<Body>])

    /// The bytes of the body, before templates are rendered; empty for a stream.
    var bytes: [UInt8] {
      switch self {
      case .none, .stream: []
      case .file(let file): file.content
      case .json(let bytes), .base64(let bytes): bytes
      case .text(let text): Array(text.value.utf8)
      }
    }

    /// The `Content-Type` if no header sets it; `nil` if there is none.
    var inferredType: String? {
      switch self {
      case .file(let file): ContentType.ofFile(file.path.value)
      case .json: ContentType.json
      case .text: ContentType.text
      case .stream(let stream, _): stream.format.contentType
      case .none, .base64: nil
      }
    }

    var isStream: Bool { if case .stream = self { true } else { false } }

    /// The stream as it is sent; `nil` for other bodies.
    var stream: EventStream? {
      guard case .stream(let stream, let events) = self else { return nil }
      return stream.sent(events.map { $0.map(\.bytes) })
    }
  }

  /// The HTTP reply, including one that a fault breaks; `nil` for other outcomes.
  var reply: HTTPReply? { outcome.reply }
}

extension [ProjectSpec.Scene] {
  /// Returns the values of each scene by name, over those of the scene that it extends. Circular extensions are ignored.
  fileprivate func flattened(_ values: (ProjectSpec.Scene) -> [(String, String)]) -> [String: [String: String]] {
    let known = Dictionary(map { ($0.name.value, $0) }) { first, _ in first }
    var flat: [String: [String: String]] = [:]
    for scene in self {
      // The scene and those that it extends, up to one that is known.
      var pending: [ProjectSpec.Scene] = []
      var names: Set<String> = []
      var next: ProjectSpec.Scene? = scene
      while let scene = next, flat[scene.name.value] == nil, names.insert(scene.name.value).inserted {
        pending.append(scene)
        next = scene.extends.flatMap { known[$0.value] }
      }
      for scene in pending.reversed() {
        let base = scene.extends.flatMap { flat[$0.value] } ?? [:]
        let own = Dictionary(values(scene)) { first, _ in first }
        flat[scene.name.value] = base.merging(own) { _, own in own }
      }
    }
    return flat
  }
}
