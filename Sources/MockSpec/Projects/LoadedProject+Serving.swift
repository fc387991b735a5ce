import MockSpecDiagnostics
import MockSpecDocument

// What is served while some of the newest files have errors.

extension ProjectReading {
  /// Returns what is served of these files, some of which have errors.
  ///
  /// - Parameters:
  ///   - number: The number of the snapshot.
  ///   - previous: The last load. Its versions take the place of those with errors.
  ///   - busy: The errors of files that weren't read, since a program is writing them.
  /// - Returns: `nil` if nothing was served before, and the project file is invalid or no spec is valid.
  func served(number: Int, after previous: LoadedProject?, busy: [Diagnostic]) -> LoadedProject? {
    let previous = previous?.sets == nil ? nil : previous
    let (missing, errors) = unread(after: previous)
    // A part of a project can use states that other files declare.
    let names: ProjectCheck.Names = discovery?.isWhole == false || isPartOfProject ? .partial : .all
    let specs = ServedVersions(specs(after: previous, keeping: missing), states: names) { _ in nil }
    let scenes = sceneErrors(beside: specs.held.compactMap(\.earlier))
    if previous == nil {
      let isProjectInvalid = settings?.compiled.diagnostics.hasErrors == true || !scenes.isEmpty
      let isFolderInvalid = discovery?.diagnostics.contains { $0.severity == .error && $0.isOfProject } == true
      if isProjectInvalid || isFolderInvalid || specs.specs.allSatisfy({ $0.served == nil }) { return nil }
    }
    var held = HeldFiles(specs: specs.held, others: errors, hasUnknownNames: !scenes.isEmpty)
    held.others += busy.map { HeldFile($0.file, hasEarlierVersion: false, [$0]) }
    if let heldSettings {
      let shown = FilePath.shown(heldSettings.settings.path, in: workingDirectory)
      held.others.append(HeldFile(shown, hasEarlierVersion: settings != nil, heldSettings.diagnostics))
    }
    if let settings, !scenes.isEmpty {
      let shown = FilePath.shown(settings.path, in: workingDirectory)
      held.others.append(HeldFile(shown, hasEarlierVersion: true, scenes))
    }
    // A spec that declared a state was removed.
    for error in StateCheck(specs.specs.compactMap(\.served?.reading.spec?.spec)).problems(names) {
      held.others.append(HeldFile(error.file, hasEarlierVersion: true, [error]))
    }
    let reading = serving(ChunkedArray(specs.specs.compactMap(\.served)), held)
    var found = reading.diagnostics.filter { $0.severity != .error }
    found += held.warnings
    let resolved = reading.units.compactMap(\.reading.spec)
    found += resolved.flatMap(\.diagnostics).withoutRepetitions()
    return LoadedProject(
      reading, newest: self, held: held, resolved: ResolvedProject(resolved, project: project), number: number,
      found: found)
  }

  /// Returns the files that are served instead of these.
  func serving(_ units: ChunkedArray<Unit>, _ held: HeldFiles) -> ProjectReading {
    var reading = self
    reading.units = units
    if held.specs.isEmpty { return reading }
    // Files that only earlier versions name are used, too.
    reading.namedFiles = namedFiles.replacing([], with: held.specs.compactMap(\.earlier))
    return reading
  }

  /// The newest version of each spec with the one that was served.
  private func specs(after previous: LoadedProject?, keeping missing: [Unit]) -> [ServedVersions.Spec] {
    let known = previous?.reading.unitsByPath ?? [:]
    let isSameProject = previous.map { goesTogether(with: $0.reading) } ?? true
    let found = units.map { unit in
      var earlier = known[unit.path]
      if !isSameProject, let known = earlier, !unit.isValid || !known.hasSameContents(as: unit) {
        let resolved = known.resolved(in: self)
        if resolved.isValid { earlier = resolved }
      }
      return ServedVersions.Spec(unit.path, newest: unit, earlier: earlier)
    }
    if missing.isEmpty { return found }
    // Each after the spec that it followed before.
    let absent = missing.map { ServedVersions.Spec($0.path, newest: nil, earlier: $0) }
    guard let previous else { return found + absent }
    var followers: [String: [ServedVersions.Spec]] = [:]
    var place = ""
    let (missing, there) = (Dictionary(absent.map { ($0.path, $0) }) { first, _ in first }, Set(found.map(\.path)))
    for unit in previous.reading.units {
      if let spec = missing[unit.path] { followers[place, default: []].append(spec) }
      if there.contains(unit.path) { place = unit.path }
    }
    return (followers[""] ?? []) + found.flatMap { [$0] + (followers[$0.path] ?? []) }
  }

  /// Returns the specs that were served but can't be found any more because of an error of the search, and these errors.
  private func unread(after previous: LoadedProject?) -> (specs: [Unit], errors: [HeldFile]) {
    let errors = discovery?.diagnostics.filter { $0.severity == .error } ?? []
    if errors.isEmpty { return ([], []) }
    let there = Set(units.map(\.path))
    let known = previous?.reading.units.filter { !there.contains($0.path) } ?? []
    var specs: [Unit] = []
    let files = errors.map { error in
      let path = FilePath.absolute(error.file, in: workingDirectory)
      let kept = error.isOfProject ? [] : known.filter { $0.path == path || FilePath.isBeneath($0.path, path) }
      specs += kept
      return HeldFile(error.file, hasEarlierVersion: !kept.isEmpty, [error])
    }
    return (specs, files)
  }

  /// The errors of the project file that concern the names in specs.
  ///
  /// - Parameter standIns: The versions that are served in place of some specs.
  fileprivate func sceneErrors(beside standIns: [Unit]) -> [Diagnostic] {
    guard let settings else { return [] }
    let shown = FilePath.shown(settings.path, in: workingDirectory)
    let found = ProjectCheck.problems(
      in: units.compactMap(\.reading.spec), of: project, standIns: standIns.compactMap(\.reading.spec),
      names: isPartial ? .partial : .all)
    let names: ProjectCheck.Names = isPartial ? .partial : .all
    let specs = (units.map(\.self) + standIns).compactMap(\.reading.spec?.spec)
    let states = StateCheck(specs, of: project).problems(names)
    return (found + states).filter { $0.severity == .error && $0.file == shown }
  }
}

extension LoadedProject {
  /// Returns a new project file with which this project's specs would have errors, although it has none of its own; `nil` if
  /// a reading has no such file.
  func conflict(with reading: ProjectReading) -> HeldSettings? {
    guard sets != nil, let settings = reading.settings, !reading.goesTogether(with: self.reading) else { return nil }
    let known = self.reading.unitsByPath
    var errors: [Diagnostic] = []
    var specs: Set<String> = []
    var standIns = held.specs.compactMap(\.earlier)
    for unit in reading.units where !unit.isValid {
      guard let earlier = known[unit.path] else { continue }
      standIns.append(earlier)
      let resolved = earlier.resolved(in: reading)
      if resolved.isValid { continue }
      specs.insert(unit.path)
      errors += resolved.problems.filter { $0.severity == .error }
    }
    if let defaults: Node = settings.reading.root?.value(SpecKey.defaults.rawValue) {
      errors = errors.map { $0.adding(.init("with these defaults of the project file", at: defaults.range)) }
    }
    let scenes = reading.sceneErrors(beside: standIns)
    if errors.isEmpty && scenes.isEmpty { return nil }
    let named = scenes.isEmpty ? [] : settings.spec.scenes.flatMap(\.selections).map(\.request.value)
    return HeldSettings(settings, (scenes + errors).withoutRepetitions(), specs: specs, requests: Set(named))
  }
}

extension ProjectReading.Unit {
  /// Returns the same version, resolved with the project file of a reading. Of the files that it names, it has the same versions.
  fileprivate func resolved(in reading: ProjectReading) -> ProjectReading.Unit {
    // Defaults can name other files.
    let other = reading.units.lazy.flatMap { $0.inputs.dropFirst() }.map { ($0.path, $0) }
    let known = inputs.dropFirst().map { ($0.path, $0) } + other
    let files = ProjectFiles(
      knownOnly: Dictionary(known) { first, _ in first }, workingDirectory: reading.workingDirectory)
    let spec = Pipeline.compile(
      self.reading.reading, of: self.reading.file,
      in: Pipeline.Context(defaults: reading.project.defaults, files: files))
    let named = (spec.spec?.files ?? []).sorted().map(files.input)
    return ProjectReading.Unit(spec, inputs: Array(inputs.prefix(1)) + named)
  }
}

extension Diagnostic {
  /// Whether an error of the search concerns the project as a whole.
  fileprivate var isOfProject: Bool { ["nested-project", "several-project-files", "several-projects"].contains(code) }
}
