import MockSpecDiagnostics

/// The input of lint rules: a project as it is written, together with its requests after defaults were applied.
package struct LintedProject: Sendable {
  /// A request with defaults applied, and its requirements. A class, so that rules pass references.
  final class Request: Sendable {
    let resolved: ResolvedRequest
    /// The request's requirements, as `EarlierRequests` looks them up.
    let requirements: [Int]

    init(_ resolved: ResolvedRequest) {
      self.resolved = resolved
      requirements = resolved.matcher.requirements
    }

    var spec: Spec.Request { resolved.spec }
    var matcher: RequestMatcher { resolved.matcher }
    var responses: [ResolvedResponse] { resolved.responses }
  }

  /// The requests, in the order in which they are tried.
  let requests: [Request]
  /// The responses of all requests.
  let responses: [ResolvedResponse]
  private let knownUnreachable = Once<[(request: Request, first: Request)]>()
  /// The names of the scenes.
  let scenes: [Located<String>]
  /// The text of the spec files and of the project file.
  let sources: [SourceFile]
  /// The absolute paths of the body files that each spec file names.
  let bodiesBySpec: [SpecFile: Set<String>]
  /// The absolute paths of all files of the project, with body and schema files.
  let files: Set<String>
  /// Converts an absolute path to the path that is displayed.
  let shown: @Sendable (String) -> String

  init(
    _ project: ResolvedProject, scenes: [Located<String>], files: Set<String>, sources: [SourceFile],
    shown: @escaping @Sendable (String) -> String
  ) {
    requests = project.requests.concurrentMap { Request($0) }
    responses = requests.flatMap(\.responses)
    self.scenes = scenes
    var bySpec: [SpecFile: Set<String>] = [:]
    for request in requests {
      for file in request.responses.lazy.compactMap(\.file) {
        bySpec[request.resolved.file, default: []].insert(file.absolutePath)
      }
    }
    bodiesBySpec = bySpec
    self.files = files
    self.sources = sources
    self.shown = shown
  }

  /// The requests that never answer, each with the first request that always answers instead.
  ///
  /// They are computed for the first rule that asks, while other rules run.
  var unreachable: [(request: Request, first: Request)] {
    knownUnreachable.value { Self.unreachable(in: requests) }
  }

  private static func unreachable(in requests: [Request]) -> [(request: Request, first: Request)] {
    var earlier = EarlierRequests()
    return requests.compactMap { request in
      let first = earlier.first(covering: request)
      if request.spec.afterSequence != .fallThrough { earlier.add(request) }
      return first.map { (request, $0) }
    }
  }
}

/// What rules ask of a response.
extension ResolvedResponse {
  var headers: [HeaderRule] { answer?.headers ?? [] }

  /// The body file, if there is one.
  var file: ProjectFile? { if case .file(let file)? = answer?.body { file } else { nil } }

  /// The value of a header, if the spec sets one.
  func header(_ name: String) -> (rule: HeaderRule, value: String)? {
    for rule in headers where rule.name.value.lowercased() == name {
      return rule.values.value?.first.map { (rule, $0.value) }
    }
    return nil
  }
}
