import MockSpecDiagnostics

/// What rules look at: the project as written, and what inheriting made of it.
package struct LintedProject: Sendable {
  /// A request, and what rules compare of it.
  final class Request: Sendable {
    let resolved: ResolvedRequest
    /// See `CoveringRequests`.
    let demands: [Int]

    init(_ resolved: ResolvedRequest) {
      self.resolved = resolved
      demands = resolved.matcher.demands
    }

    var spec: Spec.Request { resolved.spec }
    var matcher: RequestMatcher { resolved.matcher }
    var responses: [ResolvedResponse] { resolved.responses }
  }

  /// In the order in which they are asked.
  let requests: [Request]
  /// Each request that never answers, and the first of those that answer instead.
  let unreachable: [(request: Request, first: Request)]
  let scenes: [Located<String>]
  /// The texts of the spec files and of the project file.
  let sources: [SourceFile]
  /// Spec file → absolute paths of the body files that it names.
  let bodiesBySpec: [SpecFile: Set<String>]
  let files: ProjectFiles
  /// Absolute path → as users see it.
  let shown: @Sendable (String) -> String

  /// - Parameter sets: Built from this project.
  init(
    _ project: ResolvedProject, scenes: [Located<String>], sets: ResponseSets, files: ProjectFiles,
    sources: [SourceFile], shown: @escaping @Sendable (String) -> String
  ) {
    var ordered = [Request?](repeating: nil, count: sets.sets.count)
    for requests in project.specs.concurrentMap({ $0.map(Request.init) }) {
      for request in requests {
        if let index = sets.loaded.place(of: request.spec.name.value) { ordered[index] = request }
      }
    }
    requests = ordered.compactMap(\.self)
    unreachable = Self.unreachable(in: requests)
    self.scenes = scenes
    var bySpec: [SpecFile: Set<String>] = [:]
    for request in requests {
      for case .file(let file)? in request.responses.map(\.answer?.body) {
        bySpec[request.resolved.file, default: []].insert(file.absolutePath)
      }
    }
    bodiesBySpec = bySpec
    self.files = files
    self.sources = sources
    self.shown = shown
  }

  private static func unreachable(in requests: [Request]) -> [(request: Request, first: Request)] {
    var asked = CoveringRequests()
    return requests.compactMap { request in
      let first = asked.first(covering: request)
      if request.spec.afterSequence != .fallThrough { asked.add(request) }
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
