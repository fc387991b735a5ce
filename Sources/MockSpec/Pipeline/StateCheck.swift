import MockSpecDiagnostics

/// Checks the names and values of states, and the names of collections in templates, across a whole project.
struct StateCheck {
  private let specs: [Spec]
  private let project: ProjectSpec
  private let declared: DeclaredStates
  /// Whether a declaration may be missing because of an error that is reported.
  private let isIncomplete: Bool
  /// The collections that templates read, and those that are declared.
  private let usedCollections: [Located<String>]
  private let collections: Set<String>

  /// - Parameters:
  ///   - specs: All specs that belong together.
  ///   - project: The project file, whose scenes set states.
  ///   - declared: States that are declared elsewhere.
  init(_ specs: some Sequence<Spec>, of project: ProjectSpec = ProjectSpec(), beside declared: DeclaredStates = .init())
  {
    isIncomplete = specs.contains(where: \.lacksStates)
    self.specs = specs.filter { !$0.states.isEmpty || $0.usesStates }
    self.project = project
    usedCollections = specs.flatMap(\.usedCollections)
    collections =
      usedCollections.isEmpty
      ? [] : declared.collections.union(specs.lazy.flatMap(\.collections).map(\.name.value))
    var all = DeclaredStates(self.specs.lazy.flatMap(\.states))
    all.add(declared.all)
    self.declared = all
  }

  /// Returns the errors: states that several files declare, and, if all files are known, unknown names and values.
  func problems(_ names: ProjectCheck.Names) -> [Diagnostic] {
    let unknownCollections = names == .all ? unknownCollections : []
    if specs.isEmpty && project.scenes.allSatisfy(\.states.isEmpty) { return unknownCollections }
    return repeated + (names == .all ? unknown : []) + unknownCollections
  }

  private var unknownCollections: [Diagnostic] {
    if isIncomplete { return [] }
    let unknown = usedCollections.filter { !collections.contains($0.value) }
    if unknown.isEmpty { return [] }
    let known = KnownNames(collections.sorted())
    return unknown.map { name in
      Diagnostic(
        .error, "template", "no collection is named '\(name.excerpt)'", at: name.range,
        help: Self.help(with: name, among: known, "collections", declaredAs: "{path: …, items: …}"))
    }
  }

  private var repeated: [Diagnostic] {
    specs.flatMap(\.states).compactMap { state in
      guard let first = declared[state.name.value]?.name, first.range != state.name.range else { return nil }
      return Self.duplicate(state.name, first: first.range)
    }
  }

  private var unknown: [Diagnostic] {
    let uses = specs.flatMap(\.stateUses) + project.scenes.flatMap(\.states).map { ($0.state, [$0.value]) }
    return uses.flatMap { state, values in
      guard let declaration = declared[state.value] else { return isIncomplete ? [] : [unknownState(state)] }
      if declaration.values.isEmpty { return [] }
      return values.filter { !declaration.has($0.value) }.map { Self.unknownValue($0, of: declaration) }
    }
  }

  private func unknownState(_ name: Located<String>) -> Diagnostic {
    Diagnostic(
      .error, "unknown-state", "no state is named '\(name.excerpt)'", at: name.range,
      help: Self.help(
        with: name, among: KnownNames(declared.names), "states", declaredAs: "[first value, second value]"))
  }

  /// Returns the help about an unknown name.
  ///
  /// - Parameters:
  ///   - key: The key of a spec file under which such names are declared.
  ///   - value: An example of the value of a declaration.
  private static func help(
    with name: Located<String>, among known: KnownNames, _ key: String, declaredAs value: String
  ) -> String {
    known.help(name.value)
      ?? (known.names.isEmpty
        ? "declare it at the top of a spec file: '\(key): {\(name.excerpt): \(value)}'"
        : "known \(key): \(listed(known.names))")
  }

  static func unknownValue(_ value: Located<String>, of state: StateDeclaration) -> Diagnostic {
    let known = state.values.map(\.value)
    return Diagnostic(
      .error, "unknown-state-value", "state '\(state.name.excerpt)' has no value '\(value.excerpt)'", at: value.range,
      notes: [.init("the state is declared here", at: state.name.range)],
      help: KnownNames(known).help(value.value) ?? "its values: \(listed(known))")
  }

  static func duplicate(_ name: Located<String>, first: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-state", "state '\(name.excerpt)' is declared twice in this project", at: name.range,
      notes: [.init("'\(name.excerpt)' is first declared here", at: first)],
      help: "the requests of all files share a state; remove one of the two declarations")
  }

  private static func listed(_ names: [String]) -> String {
    names.prefix(8).map { Excerpt.of($0) }.joined(separator: ", ") + (names.count > 8 ? ", …" : "")
  }
}

extension Spec {
  /// The states and values that conditions and responses name.
  var stateUses: [(state: Located<String>, values: [Located<String>])] {
    requests.flatMap { request in
      (request.when + request.responses.flatMap(\.when)).map { ($0.state, $0.values) }
        + request.responses.flatMap(\.changes).map { ($0.state, [$0.value]) }
    }
  }
}
