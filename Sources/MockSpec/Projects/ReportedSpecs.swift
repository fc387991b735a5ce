import MockSpecDiagnostics
import MockSpecDocument

/// What lint rules find in each spec of a project, found when it is first needed. After a change, only specs that are new or
/// have changed are looked at.
final class ReportedSpecs: Sendable {
  /// What rules have found in a spec, with its index among the specs.
  private typealias Found = (index: Int, findings: SpecFindings)

  /// What rules found before in specs that haven't changed, with their present indexes; and the indexes of the others.
  private let change: (kept: [Found], new: [Int])?
  /// The specs in which rules find something.
  private let known = Once<[Found]>()

  init() { change = nil }

  /// - Parameter change: The change of the specs since `earlier`.
  init(after earlier: ReportedSpecs, _ change: UnitChange) {
    guard let found = earlier.known.known else {
      self.change = nil
      return
    }
    let removed = Set(change.removed.map(\.index))
    let new = Set(change.changed.map(\.index) + change.added.map(\.index))
    var kept: [Found] = []
    for (index, findings) in found where !removed.contains(index) {
      let now = change.orders[index]
      if !new.contains(now) { kept.append((now, findings)) }
    }
    self.change = (kept, new.sorted())
  }

  /// Returns what rules find in the project file and in the specs.
  ///
  /// - Parameter reading: The files of the one version of the project to which this belongs.
  func findings(in reading: ProjectReading) -> [SpecFindings] {
    let bodies = LintedSpec.BodyProblems()
    let specs = known.value {
      let indexes = change?.new ?? Array(reading.units.indices)
      let new = indexes.concurrentMap { (index: $0, findings: reading.findings(of: reading.units[$0], bodies)) }
      return ((change?.kept ?? []) + new.filter { !$0.findings.isEmpty }).sorted { $0.index < $1.index }
    }.map(\.findings)
    return [reading.findingsInSettings(bodies)].compactMap(\.self) + specs
  }
}

extension ProjectReading {
  /// Returns what rules find in the parts of the project file and of the specs that have no errors.
  func findings(beside errors: ErrorPlaces) -> [SpecFindings] {
    let bodies = LintedSpec.BodyProblems()
    // Requests inherit the project's defaults.
    let hasDefaults = settings.map { $0.reading.root.map(errors.spareDefaults) ?? false } ?? true
    let specs = units.map(\.self).concurrentMap { unit in
      if hasDefaults, !errors.exist(in: unit.reading.file) { return findings(of: unit, bodies) }
      var spec = linted(unit, bodies)
      let requests = hasDefaults ? errors.requestsSpared(in: unit.reading) : nil
      if requests == nil { spec.defaults = Spec.Defaults() }
      spec.requests = requests ?? []
      return SpecFindings(spec)
    }
    return [findingsInSettings(bodies, hasDefaults: hasDefaults)].compactMap(\.self) + specs
  }

  fileprivate func findingsInSettings(
    _ bodies: LintedSpec.BodyProblems, hasDefaults: Bool = true
  ) -> SpecFindings? {
    guard let settings else { return nil }
    return SpecFindings(
      LintedSpec(
        scenes: project.scenes.map(\.name), defaults: hasDefaults ? project.defaults : Spec.Defaults(),
        document: settings.reading.root, bodies: bodies))
  }

  fileprivate func findings(of unit: Unit, _ bodies: LintedSpec.BodyProblems) -> SpecFindings {
    unit.findings.value { SpecFindings(linted(unit, bodies)) }
  }

  private func linted(_ unit: Unit, _ bodies: LintedSpec.BodyProblems) -> LintedSpec {
    let requests = unit.reading.spec?.requests ?? []
    return LintedSpec(
      requests: requests.compactMap(\.written), lists: requests.filter { $0.items?.operation == .list },
      defaults: unit.reading.spec?.spec.defaults ?? Spec.Defaults(),
      inherited: project.defaults, passthrough: project.settings.passthrough,
      allowedCallbacks: project.settings.allowedCallbacks, root: root, document: unit.reading.reading.root,
      // An earlier spec can have earlier versions of bodies.
      bodies: held.contains(unit.path) ? LintedSpec.BodyProblems() : bodies)
  }
}
