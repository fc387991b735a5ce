import MockSpecDiagnostics

/// Checks names across a whole project: names that are defined twice, and references to unknown names.
///
/// It doesn't access the file system.
struct ProjectCheck {
  /// Which of the project's names are known.
  enum Names {
    case all
    /// A part of the project couldn't be read, so unknown names aren't reported, since they can be defined there.
    case partial
  }

  private let project: ProjectSpec
  private let specs: [ResolvedSpec]
  /// The requests of specs that are served in place of others, with their responses. Scenes can name them.
  private var standIns: [String: Set<String>] = [:]
  private let names: Names
  /// Where each request is defined, by name.
  private var places: [String: Place] = [:]

  private struct Place: Hashable {
    let spec: Int
    let position: Int
  }

  /// What names belong to.
  private enum Kind: Hashable {
    case requests, scenes
    case responses(Place)
    /// The names that a path captures, by the range of the path.
    case captures(SourceRange)
  }

  private let scenesByName: [String: ProjectSpec.Scene]
  private var diagnostics: [Diagnostic] = []
  /// The names of the responses of requests to which others refer.
  private var responses: [Place: Set<String>] = [:]
  /// The names for suggestions, each prepared when the first unknown name is compared with them.
  private var comparable: [Kind: KnownNames] = [:]
  /// The number of names that were compared for suggestions.
  private var compared = 0
  private static let comparisonLimit = 1 << 20

  /// Returns the diagnostics of all checks.
  ///
  /// - Parameters:
  ///   - specs: All specs that belong together.
  ///   - project: The project file, whose scenes name requests.
  ///   - standIns: Earlier versions of some of these specs, whose names scenes can use, too.
  ///   - names: Which of the project's names are known.
  static func problems(
    in specs: [ResolvedSpec], of project: ProjectSpec = ProjectSpec(), standIns: [ResolvedSpec] = [],
    names: Names = .all
  ) -> [Diagnostic] {
    var check = ProjectCheck(project: project, specs: specs, names: names)
    for request in standIns.flatMap(\.spec.requests) {
      check.standIns[request.name.value, default: []].formUnion(request.responses.map(\.name.value))
    }
    return check.run()
  }

  private init(project: ProjectSpec, specs: [ResolvedSpec], names: Names) {
    self.project = project
    self.specs = specs
    self.names = names
    places.reserveCapacity(specs.reduce(0) { $0 + $1.spec.requests.count })
    scenesByName = Dictionary(project.scenes.map { ($0.name.value, $0) }) { first, _ in first }
  }

  private mutating func run() -> [Diagnostic] {
    for (number, spec) in specs.enumerated() {
      // By index, since copies would be expensive.
      for position in spec.spec.requests.indices {
        checkName(spec.spec.requests[position], at: Place(spec: number, position: position))
        checkNames(of: spec.spec.requests[position].responses, \.name, "response")
        if spec.spec.requests[position].refersToResponses {
          checkResponseNames(spec.spec.requests[position], at: Place(spec: number, position: position))
        }
      }
      for index in spec.matches.indices where !spec.matches[index].params.isEmpty {
        checkParameters(spec.matches[index])
      }
    }
    checkNames(of: project.scenes, \.name, "scene")
    let extensions = SceneExtensions(project.scenes, scenesByName)
    for scene in project.scenes { check(scene, extensions) }
    if let scene = extensions.excessive { diagnostics.append(Self.tooManySelections(scene)) }
    return diagnostics
  }

  private func request(at place: Place) -> Spec.Request { specs[place.spec].spec.requests[place.position] }

  private mutating func checkName(_ request: Spec.Request, at place: Place) {
    let name = request.name
    guard let known = places[name.value] else {
      places[name.value] = place
      return
    }
    let other = self.request(at: known)
    let first = other.name
    // Two collections with one name are reported once.
    if let items = request.items, other.items != nil, items.operation != .list { return }
    if known.spec != place.spec || (request.items == nil) != (other.items == nil) {
      diagnostics.append(Self.duplicateRequest(name, first: first.range))
    } else {
      reportSameName(name, "request", first: first)
    }
  }

  /// Reports names that select the same, although their bytes differ.
  private mutating func checkNames<Item>(of items: [Item], _ name: (Item) -> Located<String>, _ kind: String) {
    guard items.contains(where: { !name($0).value.utf8.allSatisfy { $0 < 0x80 } }) else { return }
    var known: [String: Located<String>] = [:]
    for name in items.map(name) {
      guard let first = known[name.value] else {
        known[name.value] = name
        continue
      }
      reportSameName(name, kind, first: first)
    }
  }

  /// Reports a name that occurs twice in one file, unless the bytes are the same, which the parser reports.
  private mutating func reportSameName(_ name: Located<String>, _ kind: String, first: Located<String>) {
    if first.value.hasSameBytes(as: name.value) { return }
    diagnostics.append(Self.sameName(name, kind, first: first.range))
  }

  private mutating func checkResponseNames(_ request: Spec.Request, at place: Place) {
    // The schema reports a request without responses.
    guard !request.responses.isEmpty else { return }
    if let name = request.defaultName { checkResponses([name], of: request, at: place) }
    checkResponses(request.sequence.map(\.response), of: request, at: place)
  }

  private mutating func checkResponses(_ names: [Located<String>], of request: Spec.Request, at place: Place) {
    if names.isEmpty { return }
    let known = responses[place] ?? Set(request.responses.map(\.name.value))
    responses[place] = known
    for name in names where !known.isEmpty && !known.contains(name.value) && !name.value.isEmpty {
      diagnostics.append(
        Self.unknownResponse(
          name, of: request.name,
          known: comparableNames(.responses(place)) { request.responses.map(\.name.value) }))
    }
  }

  /// Returns the names for suggestions; `nil` after many comparisons, since their number grows with problems × names.
  private mutating func comparableNames(_ kind: Kind, _ names: () -> [String]) -> KnownNames? {
    guard compared < Self.comparisonLimit else { return nil }
    let known = comparable[kind] ?? KnownNames(names())
    comparable[kind] = known
    compared += known.names.count
    return known
  }

  private mutating func checkParameters(_ match: MatchRules) {
    let captured = match.path.value?.value.captures ?? []
    let known = Set(captured)
    for rule in match.params where rule.matchers.value != nil && !known.contains(rule.key.text) {
      let names = match.path.value.flatMap { path in comparableNames(.captures(path.range)) { captured } }
      diagnostics.append(Self.unknownParameter(rule, captured: names))
    }
  }

  // MARK: - Scenes

  private mutating func check(_ scene: ProjectSpec.Scene, _ extensions: SceneExtensions) {
    let extended = scene.selections.first { $0.request.value == "extends" && places[$0.request.value] == nil }
    if let extended, scenesByName[extended.response.value] != nil,
      let other = scene.selections.first(where: { $0.request.value != "extends" })
    {
      diagnostics.append(Self.notSelected(other.request, base: extended.response))
    }
    for (name, response) in scene.selections where name.range != extended?.request.range {
      if standIns[name.value]?.contains(response.value) == true { continue }
      if let place = places[name.value] {
        checkResponses([response], of: request(at: place), at: place)
      } else if names == .all, !name.value.isEmpty, standIns[name.value] == nil {
        diagnostics.append(
          Self.unknownRequest(name, known: comparableNames(.requests) { [places] in places.keys.sorted() }))
      }
    }
    guard let base = scene.extends, !base.value.isEmpty else { return }
    if scenesByName[base.value] == nil {
      let known = comparableNames(.scenes) { [project] in project.scenes.map(\.name.value) }
      diagnostics.append(Self.unknownScene(base, of: scene.name, known: known))
    } else if let others = extensions.circles[scene.name.value] {
      // Each circle is reported at its first scene.
      diagnostics.append(Self.circularScene(scene.name, others.map(\.name.excerpt), at: base.range))
    }
  }
}

extension Spec.Request {
  /// Whether a default or a sequence names a response.
  fileprivate var refersToResponses: Bool { defaultName != nil || !sequence.isEmpty }
}

extension ProjectCheck {
  static func duplicateRequest(_ name: Located<String>, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-request", "request '\(name.value)' is defined twice in this project", at: name.range,
      notes: [.init("'\(name.value)' is first defined here", at: first)], help: "names are unique; rename one of them")
  }

  /// The error of a spec that isn't served since it has the name of a request that is.
  static func nameInUse(_ name: Located<String>, by other: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-request", "request '\(name.excerpt)' is defined in '\(other.file.path)', too", at: name.range,
      notes: [.init("this request '\(name.excerpt)' is served", at: other)],
      help: "names are unique; rename one of them")
  }

  static func sameName(_ name: Located<String>, _ kind: String, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-key", "\(kind) '\(name.excerpt)' is defined twice", at: name.range,
      notes: [.init("'\(name.excerpt)' is first defined here, in another Unicode form", at: first)],
      help: "names are compared as characters, not as bytes; rename one of them")
  }

  static func unknownResponse(_ name: Located<String>, of request: Located<String>, known: KnownNames?) -> Diagnostic {
    Diagnostic(
      .error, "unknown-response", "request '\(request.excerpt)' has no response '\(name.excerpt)'", at: name.range,
      notes: [.init("the request is defined here", at: request.range)], help: suggestion(name.value, known))
  }

  static func unknownRequest(_ name: Located<String>, known: KnownNames?) -> Diagnostic {
    Diagnostic(
      .error, "unknown-request", "no request is named '\(name.excerpt)'", at: name.range,
      help: suggestion(name.value, known))
  }

  static func notSelected(_ name: Located<String>, base: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, "misplaced-key", "'\(name.excerpt)' belongs in 'select', since the scene extends '\(base.excerpt)'",
      at: name.range, help: "write {extends: \(base.value), select: {\(name.value): …}}")
  }

  static func unknownScene(_ name: Located<String>, of scene: Located<String>, known: KnownNames?) -> Diagnostic {
    Diagnostic(
      .error, "unknown-scene", "no scene is named '\(name.excerpt)'", at: name.range,
      help: suggestion(name.value, known, except: scene.value))
  }

  static func circularScene(_ name: Located<String>, _ others: [String], at range: SourceRange) -> Diagnostic {
    let way = others.prefix(4).map { "'\($0)'" } + (others.count > 4 ? ["\(others.count - 4) more"] : [])
    return Diagnostic(
      .error, "circular-scene",
      "scene '\(name.excerpt)' extends itself" + (way.isEmpty ? "" : ", by way of \(way.listed)"), at: range,
      help: way.isEmpty ? nil : "remove 'extends' from one of these scenes")
  }

  static func tooManySelections(_ scene: ProjectSpec.Scene) -> Diagnostic {
    Diagnostic(
      .error, "too-many", "the scenes inherit more than \(SceneExtensions.limit) selections from others, all together",
      at: (scene.extends ?? scene.name).range, help: "extend smaller scenes, or fewer one after the other")
  }

  static func unknownParameter(_ rule: NamedRule, captured: KnownNames?) -> Diagnostic {
    return Diagnostic(
      .error, "unknown-parameter", "no '{\(rule.key.text)}' is captured by the path", at: rule.name.range,
      help: captured?.help(rule.key.text) ?? capturedNames(captured)
        ?? "write '{\(rule.key.text)}' as a whole segment of the path")
  }

  private static func capturedNames(_ captured: KnownNames?) -> String? {
    guard let names = captured?.names, !names.isEmpty else { return nil }
    return "the path captures \(names.prefix(8).map { "'{\($0)}'" }.joined(separator: ", "))"
  }

  private static func suggestion(_ name: String, _ known: KnownNames?, except excluded: String? = nil) -> String? {
    guard let known else { return nil }
    if let help = known.help(name, except: excluded) { return help }
    let others = known.names.lazy.filter { $0 != excluded }.prefix(9)
    guard !others.isEmpty else { return nil }
    return "known names: \(others.prefix(8).joined(separator: ", "))\(others.count > 8 ? ", …" : "")"
  }
}
