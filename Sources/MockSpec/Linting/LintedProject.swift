import MockSpecDiagnostics

/// The input of lint rules: a project as it is written, together with its requests after defaults were applied.
package struct LintedProject: Sendable {
  /// A request with defaults applied. A class, so that rules pass references instead of copying large values.
  final class Request: Sendable {
    let spec: Spec.Request
    let matcher: RequestMatcher
    let responses: [Response]
    /// The request's requirements, as `EarlierRequests` looks them up.
    let requirements: [Int]

    init(spec: Spec.Request, matcher: RequestMatcher, responses: [Response]) {
      self.spec = spec
      self.matcher = matcher
      self.responses = responses
      requirements = matcher.requirements
    }
  }

  /// A response with defaults applied.
  final class Response: Sendable {
    let spec: Spec.Response
    let status: Int
    let headers: [HeaderRule]
    /// The body file's path as written, and its content.
    let file: (path: Located<String>, content: [UInt8])?

    init(
      spec: Spec.Response, status: Int, headers: [HeaderRule], file: (path: Located<String>, content: [UInt8])?
    ) {
      self.spec = spec
      self.status = status
      self.headers = headers
      self.file = file
    }

    /// Returns the first value of a header and the rule that sets it; `nil` if the spec doesn't set it.
    ///
    /// - Parameter name: The header's name, in lower case.
    func header(_ name: String) -> (rule: HeaderRule, value: String)? {
      for rule in headers where rule.name.value.lowercased() == name {
        return rule.values.value?.first.map { (rule, $0.value) }
      }
      return nil
    }
  }

  /// The requests, in the order in which they are tried.
  let requests: [Request]
  /// The requests that never answer, each with the first request that always answers instead.
  let unreachable: [(request: Request, first: Request)]
  /// The names of the scenes.
  let scenes: [Located<String>]
  /// The text of the spec files and of the project file.
  let sources: [SourceFile]
  /// The absolute paths of the body files that each spec file names.
  let bodiesBySpec: [SpecFile: Set<String>]
  let bodies: BodyFiles
  /// Converts an absolute path to the path that is displayed.
  let shown: @Sendable (String) -> String

  /// - Parameter sets: The response sets built from `specs` and `project`.
  init(
    specs: [Spec], project: ProjectSpec, sets: ResponseSets, bodies: BodyFiles, sources: [SourceFile],
    shown: @escaping @Sendable (String) -> String
  ) {
    var placed = [Request?](repeating: nil, count: sets.sets.count)
    for requests in specs.concurrentMap({ Self.requests($0, project, sets, bodies) }) {
      for (place, request) in requests { placed[place] = request }
    }
    requests = placed.compactMap(\.self)
    unreachable = Self.unreachable(in: requests)
    scenes = project.scenes.map(\.name)
    var bySpec: [SpecFile: Set<String>] = [:]
    for spec in specs {
      for case .file(let path)? in spec.requests.flatMap(\.responses).map(\.body) {
        bySpec[spec.file, default: []].insert(FilePath.absolute(path.value, in: spec.file.folder))
      }
    }
    bodiesBySpec = bySpec
    self.bodies = bodies
    self.sources = sources
    self.shown = shown
  }

  private static func requests(
    _ spec: Spec, _ project: ProjectSpec, _ sets: ResponseSets, _ bodies: BodyFiles
  ) -> [(place: Int, request: Request)] {
    let defaults = spec.defaults.response.over(project.defaults.response)
    return spec.requests.compactMap { request in
      guard let place = sets.loaded.place(of: request.name.value) else { return nil }
      let responses = request.responses.map { response in
        let defaults = defaults.inherited(by: response)
        return Response(
          spec: response, status: response.status.over(defaults.status).value ?? 200,
          headers: response.headers.over(defaults.headers), file: file(response, in: spec.file, bodies))
      }
      return (place, Request(spec: request, matcher: sets.sets[place].matcher, responses: responses))
    }
  }

  private static func unreachable(in requests: [Request]) -> [(request: Request, first: Request)] {
    var earlier = EarlierRequests()
    return requests.compactMap { request in
      let first = earlier.first(covering: request)
      if request.spec.afterSequence != .fallThrough { earlier.add(request) }
      return first.map { (request, $0) }
    }
  }

  private static func file(
    _ response: Spec.Response, in file: SpecFile, _ bodies: BodyFiles
  ) -> (path: Located<String>, content: [UInt8])? {
    guard case .file(let path) = response.body, let content = bodies.content(path.value, in: file.folder) else {
      return nil
    }
    return (path, content)
  }
}
