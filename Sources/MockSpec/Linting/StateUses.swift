import MockSpecDiagnostics

/// A rule that checks the states of a project with all that uses them.
protocol StateRule: LintRule {
  static func check(_ states: StateUses) -> [Diagnostic]
}

/// The states of a project without errors, and what reads and sets them.
struct StateUses {
  let declared: [StateDeclaration]
  let requests: [Spec.Request]
  /// The states that requests and responses read.
  let read: Set<String>
  /// The values that responses and scenes set, by state.
  let set: [String: Set<String>]

  init(_ project: ResolvedProject, _ scenes: [ProjectSpec.Scene]) {
    declared = project.states.all
    // A request with alternatives is listed once for each of them.
    requests = project.requests.filter { $0.alternative?.isFirst ?? true }.map(\.spec).filter(\.usesStates)
    read = Set(requests.flatMap { $0.when + $0.responses.flatMap(\.when) }.map(\.state.value))
    let changes = requests.flatMap(\.responses).flatMap(\.changes) + scenes.flatMap(\.states)
    set = changes.reduce(into: [:]) { $0[$1.state.value, default: []].insert($1.value.value) }
  }
}

extension LintRules {
  static let ofStates = all.compactMap { $0 as? any StateRule.Type }

  /// Returns the warnings of the rules about states.
  static func warnings(about project: ResolvedProject?, _ scenes: [ProjectSpec.Scene]) -> [Diagnostic] {
    guard let project, !project.states.isEmpty else { return [] }
    let uses = StateUses(project, scenes)
    return ofStates.flatMap { $0.check(uses) }
  }
}
