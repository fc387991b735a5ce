package import MockSpecDiagnostics
package import MockSpecDocument
internal import Synchronization

/// A spec that was added at run time. It is kept in memory.
package struct RuntimeSpec: Sendable {
  package let name: String
  package let text: [UInt8]
  package let format: DocumentParser.Format
  /// The names of its requests.
  package let requests: [String]
  /// The states that it declares.
  let states: [StateDeclaration]
  /// The errors that it has since a reload. Its last valid version is in use.
  package fileprivate(set) var errors: [Diagnostic] = []
  fileprivate let dependsOnProject: Bool
  /// The one that was added last is tried first.
  fileprivate let order: Int
  /// The compiler of the project for which it was compiled.
  fileprivate var compiler: any RuntimeCompiler
  /// Released with the spec.
  fileprivate let share: (any AnyObject & Sendable)?
}

/// Why a spec can't be added at run time.
package enum RuntimeSpecError: Error, Sendable {
  /// It has errors.
  case invalid([Diagnostic])
  /// A request of this name is in another spec that was added at run time (its name), or built in code (`nil`).
  case inUse(request: String, spec: String?)
  /// A state of this name is declared by another spec that was added at run time (its name), or by a file (`nil`).
  case stateInUse(String, spec: String?)
  /// The project was built without files.
  case unsupported
}

// Specs that are added at run time.
extension MockSession {
  /// The specs that were added at run time, by name.
  package var runtimeSpecs: [RuntimeSpec] {
    runtime.withLock { $0.values.sorted { $0.name < $1.name } }
  }

  /// Returns the names of loaded requests that a spec replaces.
  package func loadedRequests(replacedBy spec: RuntimeSpec) -> [String] {
    let project = project
    return spec.requests.filter { project[$0] != nil }
  }

  /// Adds or replaces a spec at run time. Its requests are tried after those built in code, and before those of files; they
  /// replace those of files with the same names.
  ///
  /// - Parameters:
  ///   - share: Kept as long as the spec.
  /// - Returns: Whether it replaces one with the same name.
  /// - Throws: `RuntimeSpecError` if it isn't valid. Then nothing changes.
  @discardableResult
  package func put(
    _ name: String, _ text: [UInt8], _ format: DocumentParser.Format, share: (any AnyObject & Sendable)? = nil
  ) throws(RuntimeSpecError) -> (spec: RuntimeSpec, isNew: Bool) {
    var result: (spec: RuntimeSpec, isNew: Bool)?
    try changeOverlay { overlay, project throws(RuntimeSpecError) in
      let (spec, sets) = try compile(name, text, format, overlay, project, share: share)
      let old = runtime.withLock { $0.updateValue(spec, forKey: name) }
      result = (spec, old == nil)
      return overlay.removing(old?.requests ?? []).adding(sets, isRuntime: true, over: project.sets)
        .declaring(declaredStates)
    }
    return result!
  }

  /// The states that the specs declare.
  private var declaredStates: [StateDeclaration] {
    runtime.withLock { Array($0.values).states }
  }

  /// Returns the spec that `put` would add now. Nothing changes.
  ///
  /// - Throws: `RuntimeSpecError` if it isn't valid.
  package func check(
    _ name: String, _ text: [UInt8], _ format: DocumentParser.Format
  ) throws(RuntimeSpecError) -> RuntimeSpec {
    let (overlay, project) = overlaid
    return try compile(name, text, format, overlay, project, share: nil).spec
  }

  private func compile(
    _ name: String, _ text: [UInt8], _ format: DocumentParser.Format, _ overlay: Overlay, _ project: ResponseSets,
    share: (any AnyObject & Sendable)?
  ) throws(RuntimeSpecError) -> (spec: RuntimeSpec, sets: [ResponseSet]) {
    guard let compiler = project.compiler else { throw RuntimeSpecError.unsupported }
    let specs = runtime.withLock { $0 }
    let own = Set(specs[name]?.requests ?? [])
    let compiled = compiler.compile(
      text, format, name: name, in: project,
      states: project.usableStates(beside: overlay.removing(own), specs.values.filter { $0.name != name }.states))
    guard let sets = compiled.sets else { throw RuntimeSpecError.invalid(compiled.diagnostics) }
    let names = sets.filter(\.isFirstAlternative).map(\.name)
    let unique = Set(names)
    for other in specs.values where other.name != name {
      guard let used = other.requests.first(where: unique.contains) else { continue }
      throw RuntimeSpecError.inUse(request: used, spec: other.name)
    }
    for state in compiled.states.map(\.name.value) {
      let other = specs.values.first { $0.name != name && $0.states.contains { $0.name.value == state } }
      if other != nil || project.states[state] != nil {
        throw RuntimeSpecError.stateInUse(state, spec: other?.name)
      }
    }
    if let used = names.first(where: { overlay[$0] != nil && !own.contains($0) }) {
      throw RuntimeSpecError.inUse(request: used, spec: nil)
    }
    let spec = RuntimeSpec(
      name: name, text: text, format: format, requests: names, states: compiled.states,
      dependsOnProject: compiled.dependsOnProject,
      order: (specs.values.map(\.order).max() ?? 0) + 1, compiler: compiler, share: share)
    return (spec, sets)
  }

  /// Removes a spec that was added at run time. Loaded requests with the names of its requests answer again.
  ///
  /// - Throws: `UnknownNameError` if there is none.
  package func removeSpec(_ name: String) throws(UnknownNameError) {
    try changeOverlay { overlay, _ throws(UnknownNameError) in
      let (old, known) = runtime.withLock { ($0.removeValue(forKey: name), $0.keys.sorted()) }
      guard let old else {
        throw UnknownNameError("no spec that was added at run time is named '\(name)'", name, known: known)
      }
      return overlay.removing(old.requests).declaring(declaredStates)
    }
  }

  /// Compiles the specs that were added at run time for another version of the project.
  ///
  /// - Returns: The overlay with them, and notices about those that have errors now, whose last valid versions stay.
  func recompile(_ overlay: Overlay, for project: ResponseSets) -> (overlay: Overlay, notices: [String]) {
    guard let compiler = project.compiler else { return (overlay, []) }
    return runtime.withLock { specs in
      var notices: [String] = []
      var compiled: [String: [ResponseSet]] = [:]
      for var spec in specs.values.sorted(by: { $0.name < $1.name }) {
        // The project can have a state of the same name now.
        let isSame =
          !spec.dependsOnProject && spec.states.isEmpty && spec.errors.isEmpty
          && compiler.hasSameDefaults(as: spec.compiler)
        spec.compiler = compiler
        if !isSame {
          let others = specs.values.filter { $0.name != spec.name }
          let result = compiler.compile(
            spec.text, spec.format, name: spec.name, in: project,
            states: project.usableStates(beside: overlay, others.states))
          spec.errors = result.sets == nil ? result.diagnostics : result.repeatedStates
          if spec.errors.isEmpty {
            compiled[spec.name] = result.sets
          } else {
            notices.append("the spec '\(spec.name)', added at run time, has errors now; its last valid version stays")
          }
        }
        specs[spec.name] = spec
      }
      if compiled.isEmpty { return (overlay, notices) }
      // All are added again, so that their order stays.
      let changed = specs.values.sorted { $0.order < $1.order }.reduce(overlay) { overlay, spec in
        let sets = compiled[spec.name] ?? spec.requests.flatMap(overlay.alternatives)
        return overlay.removing(spec.requests).adding(sets, isRuntime: true, over: project.sets)
      }
      return (changed, notices)
    }
  }
}

extension [RuntimeSpec] {
  /// The states that the specs declare, in the order in which these were added.
  fileprivate var states: [StateDeclaration] { sorted { $0.order < $1.order }.flatMap(\.states) }
}
