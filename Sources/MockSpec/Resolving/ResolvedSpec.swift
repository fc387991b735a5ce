import MockSpecDiagnostics

/// A spec file with defaults applied, files read, schemas compiled and templates parsed.
///
/// It depends only on the file, the project's defaults and the files that it names. This is a class because each load
/// iterates over all specs, and copies would be expensive.
final class ResolvedSpec: Sendable {
  let spec: Spec
  /// The `match` of each request with defaults and `basePath` applied, in the order of `spec.requests`.
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
  var requests: [ResolvedRequest]? { resolved.count == matches.count ? resolved : nil }
}

/// All resolved specs of a project without errors.
struct ResolvedProject: Sendable {
  /// The requests of all specs, in the order in which they are tried.
  var requests: ChunkedArray<ResolvedRequest>
  /// For each request, the index of its spec.
  var orders: [Int32]
  private let written: [ProjectSpec.Scene]
  /// The states that the specs declare.
  let states: DeclaredStates
  let settings: ProjectSettings

  /// Creates a resolved project; `nil` if the requests of a spec couldn't be resolved.
  init?(_ specs: [ResolvedSpec], project: ProjectSpec) {
    var ranked: [(rank: Rank, request: ResolvedRequest)] = []
    ranked.reserveCapacity(specs.reduce(0) { $0 + $1.spec.requests.count })
    for (order, spec) in specs.enumerated() {
      guard let requests = spec.requests else { return nil }
      for (position, request) in requests.enumerated() {
        ranked.append((Rank(request, order: order, position: position), request))
      }
    }
    ranked.sort { $0.rank < $1.rank }
    requests = ChunkedArray(ranked.map(\.request))
    orders = ranked.map { Int32($0.rank.order) }
    written = project.scenes
    states = DeclaredStates(specs.lazy.flatMap(\.spec.states))
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

/// A request with defaults applied. This is a class because checks iterate over all requests, and copies would be
/// expensive.
final class ResolvedRequest: Sendable {
  let spec: Spec.Request
  let file: SpecFile
  let matcher: RequestMatcher
  let responses: [ResolvedResponse]
  private let knownSet = Once<ResponseSet>()

  init(spec: Spec.Request, file: SpecFile, matcher: RequestMatcher, responses: [ResolvedResponse]) {
    self.spec = spec
    self.file = file
    self.matcher = matcher
    self.responses = responses
  }

  /// The response set, made when it is first needed.
  var responseSet: ResponseSet { knownSet.value { ResponseSet(self) } }
}

extension Rank {
  init(_ request: ResolvedRequest, order: Int, position: Int) {
    self.init(request.matcher, priority: request.spec.priority, order: order, position: position)
  }
}

/// A response with defaults applied. This is a class for the same reason.
final class ResolvedResponse: Sendable {
  let spec: Spec.Response
  let delay: Delay?
  let throttle: Throttle?
  let outcome: ResponseOutcome<HTTPReply>

  init(spec: Spec.Response, delay: Delay?, throttle: Throttle?, outcome: ResponseOutcome<HTTPReply>) {
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
  }

  /// The body of an HTTP reply.
  enum Body: Sendable {
    case none
    case file(ProjectFile)
    /// JSON as it is sent.
    case json([UInt8])
    case text(Located<String>)
    case base64([UInt8])

    /// The bytes of the body, before templates are rendered.
    var bytes: [UInt8] {
      switch self {
      case .none: []
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
      case .none, .base64: nil
      }
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
