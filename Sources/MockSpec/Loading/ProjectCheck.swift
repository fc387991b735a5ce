import MockSpecDiagnostics

/// What only the whole project shows: names that are given twice, or refer to nothing; body files that aren't there.
struct ProjectCheck {
  enum Names {
    case all
    /// Only a part of the project could be read: that a name isn't in it proves nothing.
    case partial
  }

  private let project: ProjectSpec
  private let specs: [Spec]
  private let names: Names
  private var requests: [String: Spec.Request] = [:]
  private let scenesByName: [String: ProjectSpec.Scene]
  private var diagnostics: [Diagnostic] = []
  /// Names that may have been meant, of all problems.
  private var compared = 0
  private static let mostCompared = 1 << 20
  /// What `run` has parsed.
  private(set) var templates: [String: TemplateReader.BodyFile] = [:]

  init(project: ProjectSpec, specs: [Spec], names: Names) {
    self.project = project
    self.specs = specs
    self.names = names
    scenesByName = Dictionary(project.scenes.map { ($0.name.value, $0) }) { first, _ in first }
  }

  mutating func run(bodies: inout BodyFiles, schemas: inout SchemaFiles) -> [Diagnostic] {
    for request in specs.flatMap(\.requests) {
      if let first = requests[request.name.value] {
        // Within one file this is a duplicate key, which was reported where the file was parsed.
        if first.name.range.file !== request.name.range.file {
          diagnostics.append(Self.duplicateRequest(request.name, first: first.name.range))
        }
      } else {
        requests[request.name.value] = request
      }
    }
    checkSchema(project.defaults.match, &bodies, &schemas)
    for spec in specs {
      checkSchema(spec.defaults.match, &bodies, &schemas)
      let defaults = spec.defaults.over(project.defaults)
      for request in spec.requests {
        checkResponseNames(request)
        checkParameters(request, defaults)
        checkSchema(request.match, &bodies, &schemas)
        for response in request.responses { checkBody(response, in: spec.file, &bodies) }
      }
    }
    checkTemplates(bodies)
    for scene in project.scenes { check(scene) }
    return diagnostics
  }

  private mutating func checkResponseNames(_ request: Spec.Request) {
    // Without any response, something worse was reported already.
    guard !request.responses.isEmpty else { return }
    if let name = request.defaultName { checkResponses([name], of: request) }
    checkResponses(request.sequence.map(\.response), of: request)
  }

  private mutating func checkResponses(_ names: [Located<String>], of request: Spec.Request) {
    if names.isEmpty { return }
    let known = request.responses.map(\.name.value)
    let wanted = Set(known)
    for name in names where !wanted.isEmpty && !wanted.contains(name.value) {
      diagnostics.append(Self.unknownResponse(name, of: request.name, known: comparable(known)))
    }
  }

  /// Of so many problems nobody reads all, and every one would be compared with every name.
  private mutating func comparable(_ known: @autoclosure () -> [String]) -> [String] {
    guard compared < Self.mostCompared else { return [] }
    let names = known()
    compared += names.count
    return names
  }

  private mutating func checkParameters(_ request: Spec.Request, _ defaults: Spec.Defaults) {
    if request.match.params.isEmpty && defaults.match.params.isEmpty { return }
    let rules = request.match.over(defaults.match)
    let captured = rules.fullPath(defaults.basePath)?.value.captures ?? []
    let known = Set(captured)
    for rule in rules.params where rule.matchers.value != nil && !known.contains(rule.key) {
      diagnostics.append(Self.unknownParameter(rule, captured: comparable(captured)))
    }
  }

  private mutating func checkBody(_ response: Spec.Response, in file: SpecFile, _ bodies: inout BodyFiles) {
    guard case .file(let path) = response.body else { return }
    if case .failure(let refusal) = bodies.read(path.value, in: file.folder) {
      diagnostics.append(refusal.diagnostic("body file", path))
    }
  }

  /// Once all bodies are read. What defaults say, and a body that several responses name, is reported once.
  private mutating func checkTemplates(_ bodies: BodyFiles) {
    var reader = TemplateReader(bodies: bodies)
    for spec in specs {
      let defaults = spec.defaults.response.over(project.defaults.response)
      for request in spec.requests {
        for response in request.responses { _ = reader.reply(response, defaults, in: spec.file) }
      }
    }
    var seen: Set<String> = []
    diagnostics += reader.diagnostics.filter { seen.insert("\($0)").inserted }
    templates = reader.files
  }

  private mutating func checkSchema(_ rules: MatchRules, _ bodies: inout BodyFiles, _ schemas: inout SchemaFiles) {
    guard case .schemaFile(let file, _) = rules.body.value else { return }
    diagnostics += schemas.compile(file, &bodies)
  }

  // MARK: - Scenes

  private mutating func check(_ scene: ProjectSpec.Scene) {
    let (requests, scenes) = (requests, project.scenes)
    for (request, response) in scene.selections {
      if let found = requests[request.value] {
        checkResponses([response], of: found)
      } else if names == .all {
        diagnostics.append(Self.unknownRequest(request, known: comparable(requests.keys.sorted())))
      }
    }
    guard let base = scene.extends else { return }
    if scenesByName[base.value] == nil {
      let others = comparable(scenes.map(\.name.value).filter { $0 != scene.name.value })
      diagnostics.append(Self.unknownScene(base, known: others))
    } else if extendsItself(scene) {
      diagnostics.append(Self.circularScene(scene.name, at: base.range))
    }
  }

  private func extendsItself(_ scene: ProjectSpec.Scene) -> Bool {
    var seen: Set<String> = []
    var next = scene.extends?.value
    while let name = next, seen.insert(name).inserted {
      if name == scene.name.value { return true }
      next = scenesByName[name]?.extends?.value
    }
    return false
  }
}

extension ProjectCheck {
  static func duplicateRequest(_ name: Located<String>, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-request", "request '\(name.value)' is defined twice in this project", at: name.range,
      notes: [.init("'\(name.value)' is first defined here", at: first)], help: "names are unique; rename one of them")
  }

  static func unknownResponse(_ name: Located<String>, of request: Located<String>, known: [String]) -> Diagnostic {
    Diagnostic(
      .error, "unknown-response", "request '\(request.value)' has no response '\(name.value)'", at: name.range,
      notes: [.init("the request is defined here", at: request.range)], help: suggestion(name.value, known))
  }

  static func unknownRequest(_ name: Located<String>, known: [String]) -> Diagnostic {
    Diagnostic(
      .error, "unknown-request", "no request is named '\(name.value)'", at: name.range,
      help: suggestion(name.value, known))
  }

  static func unknownScene(_ name: Located<String>, known: [String]) -> Diagnostic {
    Diagnostic(
      .error, "unknown-scene", "no scene is named '\(name.value)'", at: name.range, help: suggestion(name.value, known))
  }

  static func circularScene(_ name: Located<String>, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "circular-scene", "scene '\(name.value)' extends itself", at: range)
  }

  static func unknownParameter(_ rule: NamedRule, captured: [String]) -> Diagnostic {
    let near = Suggestion.nearest(to: rule.key, among: captured)
    return Diagnostic(
      .error, "unknown-parameter", "no '{\(rule.key)}' is captured by the path", at: rule.name.range,
      help: near.map { "did you mean '\($0)'?" } ?? "write '{\(rule.key)}' as a whole segment of the path")
  }

  private static func suggestion(_ name: String, _ known: [String]) -> String? {
    if let near = Suggestion.nearest(to: name, among: known) { return "did you mean '\(near)'?" }
    guard !known.isEmpty else { return nil }
    let more = known.count > 8 ? ", …" : ""
    return "known names: \(known.prefix(8).joined(separator: ", "))\(more)"
  }
}
