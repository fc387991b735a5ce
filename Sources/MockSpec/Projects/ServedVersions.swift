import MockSpecDiagnostics

/// Which version of each of some specs is served: the newest one, the last one that was served if the newest has errors, or
/// none.
///
/// A name that several specs define holds those that have changed since they were served, compared with what is served. Of
/// several that have changed, the first one is served.
struct ServedVersions {
  struct Spec {
    let path: String
    /// The newest version; `nil` if it can't be found or read.
    let newest: ProjectReading.Unit?
    /// The version that is served, or was until now; it has no errors. `nil` if there is none.
    let earlier: ProjectReading.Unit?
    /// The chosen version.
    fileprivate(set) var served: ProjectReading.Unit?
    fileprivate var diagnostics: [Diagnostic] = []

    init(_ path: String, newest: ProjectReading.Unit?, earlier: ProjectReading.Unit?) {
      self.path = path
      self.newest = newest
      guard let newest, newest.isValid else {
        self.earlier = earlier
        served = earlier
        return
      }
      // A file that was only saved again hasn't changed.
      self.earlier = earlier?.hasSameContents(as: newest) == true ? newest : earlier
      served = newest
    }

    /// Whether another version than the newest one is served.
    fileprivate var isHeld: Bool { served !== newest }
    /// Whether the version that was served until now can take the place of the chosen one.
    fileprivate var canBeHeld: Bool { served === newest && newest !== earlier }
  }

  private(set) var specs: [Spec]

  /// - Parameters:
  ///   - specs: The specs, in the order in which requests are tried if nothing else decides.
  ///   - names: Whether all files that can declare states are among the specs.
  ///   - other: Returns the location of a request of another spec that is served, by the request's name.
  init(_ specs: [Spec], states names: ProjectCheck.Names = .all, served other: (String) -> SourceRange?) {
    self.specs = specs
    // Each round holds at least one more spec. The versions that were served until now have no names in common.
    while hold(other) || holdSpecsWithStates(names) {}
  }

  /// The specs whose newest version isn't served.
  var held: [HeldSpec] {
    specs.filter(\.isHeld).map { spec in
      var held = HeldSpec(path: spec.path, newest: spec.newest, earlier: spec.earlier)
      let own = spec.newest?.isValid == false ? spec.newest?.shownProblems ?? [] : []
      held.diagnostics = own + spec.diagnostics
      return held
    }
  }

  /// Holds a spec with an error about a state: the one that has it if that has changed, or else those that have changed and
  /// can have caused it.
  ///
  /// - Returns: Whether there was one. Then what is served has changed.
  private mutating func holdSpecsWithStates(_ names: ProjectCheck.Names) -> Bool {
    // What is served already comes first, so that a second declaration is an error of the spec that has changed.
    let served = (specs.filter { !$0.canBeHeld } + specs.filter(\.canBeHeld)).compactMap(\.served).filter(\.sharesNames)
    guard let error = StateCheck(served.compactMap(\.reading.spec?.spec)).problems(names).first else { return false }
    let own = specs.indices.filter { specs[$0].canBeHeld && specs[$0].served?.reading.file.shown == error.file }
    let others = specs.indices.filter { specs[$0].canBeHeld && specs[$0].earlier?.sharesNames == true }
    let causes = own.isEmpty ? others : own
    for index in causes {
      specs[index].served = specs[index].earlier
      specs[index].diagnostics.append(error)
    }
    return !causes.isEmpty
  }

  /// Holds the specs with names that others have, too.
  ///
  /// - Returns: Whether there were any. Then the versions that take their places can have names that others have now.
  private mutating func hold(_ other: (String) -> SourceRange?) -> Bool {
    var owners: [String: SourceRange] = [:]
    for spec in specs where !spec.canBeHeld {
      for name in spec.served?.names ?? [] { owners[name.value] = name.range }
    }
    var isChanged = false
    for index in specs.indices where specs[index].canBeHeld {
      let names = specs[index].served?.names ?? []
      let used = names.compactMap { name in
        (other(name.value) ?? owners[name.value]).map { (name: name, other: $0) }
      }
      if used.isEmpty {
        for name in names { owners[name.value] = name.range }
      } else {
        specs[index].served = specs[index].earlier
        specs[index].diagnostics = used.map { ProjectCheck.nameInUse($0.name, by: $0.other) }
        isChanged = true
      }
    }
    return isChanged
  }
}

extension ProjectReading.Unit {
  fileprivate var names: [Located<String>] { reading.spec?.spec.requests.map(\.name) ?? [] }

  /// The problems without those that comments silence.
  fileprivate var shownProblems: [Diagnostic] {
    LintRules.unsilenced(problems, in: [reading.reading.root].compactMap(\.self))
  }
}
