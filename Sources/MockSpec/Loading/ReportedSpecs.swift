import MockSpecDiagnostics
import MockSpecDocument

/// What rules find in the specs of a project, one by one. After a change, only changed specs are looked at.
final class ReportedSpecs: Sendable {
  /// What rules have found in a spec, with its index among the specs.
  private typealias Found = (index: Int, findings: SpecFindings)

  private struct Change {
    /// What rules found before in the specs that haven't changed, with their present indexes.
    let kept: [Found]
    /// The indexes of the specs that are new or have changed.
    let new: [Int]
  }

  private let change: Change?
  /// The specs in which rules find something.
  private let known = Once<[Found]>()

  init() { change = nil }

  /// - Parameter change: The change of the specs since `earlier`.
  init(after earlier: ReportedSpecs, _ change: UnitChange) {
    let removed = Set(change.removed.map(\.index))
    let new = Set(change.changed.map(\.index) + change.added.map(\.index))
    self.change = earlier.known.known.map { found in
      let left = found.lazy.filter { !removed.contains($0.index) }.map { (change.orders[$0.index], $0.findings) }
      return Change(kept: left.filter { !new.contains($0.0) }, new: new.sorted())
    }
  }

  /// Returns what rules find in the project file and in the specs.
  func findings(in reading: ProjectReading) -> [SpecFindings] {
    let bodies = OnceByKey<LintedSpec.BodyCheck, [LintedSpec.BodyProblem]>()
    let specs = known.value {
      let indexes = change?.new ?? Array(reading.units.indices)
      let new = indexes.concurrentMap { (index: $0, findings: reading.findings(of: reading.units[$0], bodies)) }
      return ((change?.kept ?? []) + new.filter { !$0.findings.isEmpty }).sorted { $0.index < $1.index }
    }.map(\.findings)
    guard let settings = reading.settings else { return specs }
    let scenes = reading.project.scenes.map(\.name)
    let source = settings.reading.root?.range.file
    return [SpecFindings(LintedSpec(scenes: scenes, source: source, bodies: bodies))] + specs
  }
}

extension ProjectReading {
  fileprivate func findings(
    of unit: Unit, _ bodies: OnceByKey<LintedSpec.BodyCheck, [LintedSpec.BodyProblem]>
  ) -> SpecFindings {
    unit.findings.value {
      SpecFindings(
        LintedSpec(
          requests: unit.reading.spec?.requests ?? [], source: unit.reading.reading.root?.range.file,
          // An earlier spec can have earlier versions of bodies.
          bodies: held.contains(unit.path) ? OnceByKey() : bodies))
    }
  }
}
