import MockSpecDiagnostics

/// One spec file with everything worked out that it says together with the defaults around it.
///
/// It depends on nothing but the file, its place among the others (`SpecFile.order`), the project's defaults and the files
/// that it names.
struct ResolvedSpec: Sendable {
  let spec: Spec
  /// The `match` of each request with everything inherited and its path under `basePath`, in the order of
  /// `spec.requests`.
  let matches: [MatchRules]
  /// `nil` if a file that the spec names can't be used, or a template has errors; `diagnostics` say so.
  let requests: [ResolvedRequest]?
  let diagnostics: [Diagnostic]
}

/// All specs of a project, complete: bodies are read, schemas compiled and templates parsed.
struct ResolvedProject: Sendable {
  /// The requests of all specs, in the order in which they are tried.
  let requests: [ResolvedRequest]
  /// Scene → request → response, with everything that a scene extends.
  let scenes: [String: [String: String]]
  let settings: ProjectSettings

  /// - Returns: `nil` if a spec isn't complete.
  init?(_ specs: [ResolvedSpec], project: ProjectSpec) {
    var ranked: [(rank: Rank, request: ResolvedRequest)] = []
    for spec in specs {
      guard let requests = spec.requests else { return nil }
      for (position, request) in requests.enumerated() {
        let rank = Rank(
          request.matcher, priority: request.spec.priority, order: request.file.order, position: position)
        ranked.append((rank, request))
      }
    }
    requests = ranked.sorted { $0.rank < $1.rank }.map(\.request)
    scenes = project.flattenedScenes
    settings = project.settings
  }
}

/// A request with everything inherited. A class, since every check walks over all requests, and the values inside are
/// large.
final class ResolvedRequest: Sendable {
  let spec: Spec.Request
  let file: SpecFile
  let matcher: RequestMatcher
  let responses: [ResolvedResponse]

  init(spec: Spec.Request, file: SpecFile, matcher: RequestMatcher, responses: [ResolvedResponse]) {
    self.spec = spec
    self.file = file
    self.matcher = matcher
    self.responses = responses
  }
}

/// A response with everything inherited. A class for the same reason.
final class ResolvedResponse: Sendable {
  let spec: Spec.Response
  let delay: Delay?
  let throttle: Throttle?
  let outcome: Outcome

  init(spec: Spec.Response, delay: Delay?, throttle: Throttle?, outcome: Outcome) {
    self.spec = spec
    self.delay = delay
    self.throttle = throttle
    self.outcome = outcome
  }

  enum Outcome: Sendable {
    case answer(Answer)
    case fault(Fault, Answer)
    case failure(URLFailure)
    case forward(Origin)
    case passThrough
  }

  /// An HTTP answer, or the one that a fault breaks.
  struct Answer: Sendable {
    let status: Int
    let headers: [HeaderRule]
    let body: Body
    /// `nil` if the answer is the same for all requests.
    let template: ReplyTemplate?
  }

  enum Body: Sendable {
    case none
    case file(ProjectFile)
    /// - Parameter bytes: As sent.
    case json([UInt8])
    case text(Located<String>)
    case base64([UInt8])

    var bytes: [UInt8] {
      switch self {
      case .none: []
      case .file(let file): file.content
      case .json(let bytes), .base64(let bytes): bytes
      case .text(let text): Array(text.value.utf8)
      }
    }

    /// The `Content-Type` where no header sets one.
    var inferredType: String? {
      switch self {
      case .file(let file): ContentType.ofFile(file.path.value)
      case .json: ContentType.json
      case .text: ContentType.text
      case .none, .base64: nil
      }
    }
  }

  /// The answer, or the one that a fault breaks; `nil` for other outcomes.
  var answer: Answer? {
    switch outcome {
    case .answer(let answer), .fault(_, let answer): answer
    case .failure, .forward, .passThrough: nil
    }
  }
}

extension ProjectSpec {
  /// Each scene with everything that it extends; its own selections win. A scene that extends itself ends where it began.
  fileprivate var flattenedScenes: [String: [String: String]] {
    let known = Dictionary(scenes.map { ($0.name.value, $0) }) { first, _ in first }
    var flat: [String: [String: String]] = [:]
    for scene in scenes {
      var selections: [String: String] = [:]
      var seen: Set<String> = []
      var next: Scene? = scene
      while let scene = next, seen.insert(scene.name.value).inserted {
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
