import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Loads the specs of a project: finds the files, compiles each by `Pipeline`, and checks them together.
///
///     paths ─ Discovery ─▶ files ─ Pipeline ─▶ SpecReadings ─ ProjectCheck ─▶ diagnostics
///           ─ ResolvedProject ─ LintRules ─▶ warnings
///                             ─────────────────────▶ ResponseSets
///
/// Only the last lines require a project without errors.
package struct SpecLoader: Sendable, Hashable {
  private let source: SpecSource
  private let workingDirectory: String
  private let files: SpecFiles
  private let isLinting: Bool

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - source: The specs to load.
  ///   - workingDirectory: The absolute path to which paths are relative.
  ///   - files: The files that are read. Compiled specs are read from the disk.
  ///   - isLinting: Whether `load` and `check` also check lint rules.
  package init(
    _ source: SpecSource, workingDirectory: String = FileSystem.workingDirectory, files: SpecFiles = .disk,
    isLinting: Bool = false
  ) {
    self.source = source
    self.workingDirectory = workingDirectory
    self.files = files
    self.isLinting = isLinting
  }

  /// Returns the path of a file as shown to users.
  package func shown(_ path: String) -> String { FilePath.shown(path, in: workingDirectory) }

  /// The path of compiled specs as shown to users; `nil` for others.
  package var shownLocation: String? {
    if case .compiled(let path) = source { shown(FilePath.absolute(path, in: workingDirectory)) } else { nil }
  }

  /// Returns a loader whose default path is already looked up, so that all later loads use the same project.
  ///
  /// - Throws: `SpecPathError` if no path was named and none is found.
  package func pinned() throws(SpecPathError) -> SpecLoader {
    guard case .paths(let paths) = source, paths.isEmpty else { return self }
    let found = try Discovery.defaultPath(workingDirectory, in: files)
    return SpecLoader(.paths([found]), workingDirectory: workingDirectory, files: files, isLinting: isLinting)
  }

  /// Loads a project whose files don't change during the load, so that each spec and the files that it names are from
  /// one moment.
  ///
  /// If the files don't stop changing, it returns what it has read last. `isSettled` is then false.
  ///
  /// - Parameters:
  ///   - number: The number of the snapshot, unique in an engine.
  ///   - previous: The last load of the same project, of which unchanged specs are used again. Lint rules are then
  ///     left to `linted`.
  ///   - changed: The absolute paths of the only files that can have changed since then; `nil` if they aren't known.
  ///   - writers: Decides whether a file is whole. In place of a spec that isn't, the one of `previous` is used. Without
  ///     it, all files are read.
  ///   - isServing: Whether the first load has a snapshot of the files without errors if others have errors. It has none if the
  ///     project file is invalid or no spec is valid.
  ///   - progress: A closure that is called after each batch of files, with the number of checked files and of all
  ///     files.
  ///   - missing: Returns the names that may have been missing during the load; `nil` if removals aren't watched. In place
  ///     of a spec that lacks one that may come back, that of `previous` is used.
  /// If some files have errors, a reload has the last valid versions of these, and the newest of the others.
  ///
  /// - Throws: `SpecPathError` if there is nothing to load. Errors in files are returned as diagnostics.
  package func loadSettled(
    number: Int, after previous: LoadedProject? = nil, changed: Set<String>? = nil, writers: FileWriters? = nil,
    isServing: Bool = false, progress: (_ checked: Int, _ all: Int) -> Void = { _, _ in },
    missing: () -> MissingNames? = { nil }
  ) throws(SpecPathError) -> LoadedProject {
    guard let previous else {
      let reading = try read(attempts: Self.attemptLimit, writers: writers, progress: progress)
      return load(reading, number: number, isServing: isServing)
    }
    let reading = try reload(after: previous, changed: changed, writers: writers, missing: missing)
    return previous.updated(with: reading, number: number)
      ?? load(reading, number: number, isReload: true, after: previous)
  }

  /// Reads the changes of a project. A project file with which specs that are served would have errors isn't used.
  private func reload(
    after previous: LoadedProject, changed: Set<String>? = nil, writers: FileWriters?,
    missing: () -> MissingNames? = { nil }
  ) throws(SpecPathError) -> ProjectReading {
    func read(_ changed: Set<String>?, refusing refused: HeldSettings?) throws(SpecPathError) -> ProjectReading {
      try self.read(
        attempts: Self.attemptLimit, after: previous, refusing: refused, changed: changed, writers: writers,
        missing: missing
      ) { _, _ in }
    }
    let known = previous.newest.heldSettings
    var reading = try read(changed, refusing: known)
    if let known, reading.heldSettings != nil, known.concerns(reading, after: previous.newest) {
      reading = try read(nil, refusing: nil)
    }
    if let conflict = previous.conflict(with: reading) { reading = try read(nil, refusing: conflict) }
    // It was changed once more.
    if previous.conflict(with: reading) != nil { reading.isSettled = false }
    return reading
  }

  /// Returns the present version of a project that is loaded already: `version` itself if no file has another content.
  ///
  /// - Parameters:
  ///   - version: The version in use.
  ///   - last: The last load, which has the same contents. Its unchanged specs are used again.
  ///   - number: The number of the snapshot if it isn't `version`.
  ///   - writers: Decides whether a file is whole. In place of a spec that isn't, the one of `last` is used.
  /// - Throws: `SpecPathError` if there is nothing to load. Errors in files are returned as diagnostics.
  package func current(
    _ version: LoadedProject, after last: LoadedProject, number: Int, writers: FileWriters
  ) throws(SpecPathError) -> LoadedProject {
    let reading = try reload(after: last, writers: writers)
    let current =
      version.isVersion(of: reading, after: last.newest)
      ? version : load(reading, number: number, isReload: true, after: last)
    return isLinting ? linted(current) : current
  }

  private static let attemptLimit = 8

  /// Loads all files, each read once.
  ///
  /// - Parameters:
  ///   - number: The number of the snapshot, unique in an engine.
  ///   - progress: A closure that is called after each batch of files, with the number of checked files and of all
  ///     files.
  /// - Throws: `SpecPathError` if there is nothing to load. Errors in files are returned as diagnostics.
  package func load(
    number: Int, progress: (_ checked: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(SpecPathError) -> LoadedProject {
    load(try read(attempts: 1, progress: progress), number: number, isServing: false)
  }

  /// Finds the same diagnostics as `load` in less time. It builds no response sets, so `sets` of the result is `nil`.
  ///
  /// - Parameter progress: Called after each batch of spec files.
  /// - Throws: `SpecPathError` if there is nothing to load.
  package func check(
    progress: (_ checked: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(SpecPathError) -> LoadedProject {
    load(try read(attempts: 1, progress: progress), number: nil)
  }

  private func read(
    attempts: Int, after previous: LoadedProject? = nil, refusing refused: HeldSettings? = nil,
    changed: Set<String>? = nil, writers: FileWriters? = nil, missing: () -> MissingNames? = { nil },
    progress: (Int, Int) -> Void
  ) throws(SpecPathError) -> ProjectReading {
    let reader = ProjectReader(
      workingDirectory: workingDirectory, previous: previous?.newest, source: files, writers: writers,
      refused: refused, keepsSettings: previous?.sets != nil)
    switch source {
    case .paths(let paths):
      SchemaLibrary.prepare()
      return try reader.read(paths, attempts: attempts, changed: changed, missing: missing, progress: progress)
    case .inline(let text): return reader.read(inline: text)
    case .compiled(let path): return try reader.read(compiled: path)
    }
  }

  /// Returns a project with the diagnostics of lint rules. If there are errors, these are the rules that check each spec
  /// alone, for the requests without errors.
  package func linted(_ project: LoadedProject) -> LoadedProject {
    var project = project
    guard let requests = project.resolved?.requests else {
      let specs = project.reading.findings(beside: ErrorPlaces(of: project))
      project.diagnostics = LoadedProject.shown(LintRules.warnings(specs, misnamed(in: project), after: project.found))
      return project
    }
    let (specs, pairs) = concurrently { [reading = project.reading, specs = project.reportedSpecs] in
      specs.findings(in: reading)
    } and: { [pairs = project.reportedPairs, paths = project.sets?.loaded.paths] in
      pairs.warnings(requests, paths: paths)
    }
    let states = LintRules.warnings(about: project.resolved, project.reading.project.scenes)
    let unused = UnusedBodyFile.warnings(project.reading.unusedBodies(specs), shown: shown)
    project.diagnostics = LoadedProject.shown(
      LintRules.warnings(
        specs, pairs + states + unused + misnamed(in: project), after: project.found, codes: RulePages.severities))
    return project
  }

  private func misnamed(in project: LoadedProject) -> [Diagnostic] {
    let files = project.reading.discovery?.otherFiles ?? []
    // Without any spec, the names of specs are a part of that warning.
    if files.isEmpty || project.reading.units.isEmpty { return [] }
    let named = project.reading.namedFiles
    return MisnamedSpec.warnings(files.filter { named[$0].isEmpty }, shown: shown)
  }

  /// - Parameters:
  ///   - reading: The files. They aren't accessed again.
  ///   - number: The number of the response sets; `nil` to build none.
  ///   - isReload: Whether lint rules are left to `linted`, and a spec that a program writes for the first time is
  ///     awaited, which is otherwise an error.
  ///   - previous: The last load of the same project.
  ///   - isServing: Whether the files without errors are served if others have errors.
  private func load(
    _ reading: ProjectReading, number: Int?, isReload: Bool = false, after previous: LoadedProject? = nil,
    isServing: Bool = true
  ) -> LoadedProject {
    // That of the project file has been reported.
    let awaited = isReload ? [] : reading.awaited.filter { $0 != reading.settings?.path }.sorted()
    let busy = awaited.map { Self.busy(FilePath.shown($0, in: workingDirectory)) }
    var diagnostics = reading.diagnostics + busy
    let specs = reading.units.compactMap(\.reading.spec)
    // Several specs can find the same error in the project's defaults or in a file that they name.
    diagnostics += specs.flatMap(\.diagnostics).withoutRepetitions()
    let names = reading.isPartial ? ProjectCheck.Names.partial : .all
    let project = reading.project
    let (found, allResolved) = concurrently {
      ProjectCheck.problems(in: specs, of: project, names: names)
    } and: {
      ResolvedProject(specs, project: project)
    }
    diagnostics += found + StateCheck(specs.map(\.spec), of: project).problems(names)

    var loaded: LoadedProject
    if isServing, let number, diagnostics.hasErrors, !reading.isIncomplete,
      let served = reading.served(number: number, after: previous, busy: busy)
    {
      loaded = served
    } else {
      let resolved = diagnostics.hasErrors ? nil : allResolved
      loaded = LoadedProject(reading, resolved: resolved, number: number, found: diagnostics)
    }
    return isLinting && !isReload ? linted(loaded) : loaded
  }

  private static func busy(_ file: String) -> Diagnostic {
    Diagnostic(.error, "unreadable", "the file is being written", file: file)
  }
}

extension ProjectSummary {
  /// Adds the requests of a spec, or subtracts them if `times` is -1.
  mutating func add(_ unit: ProjectReading.Unit, times: Int = 1) {
    let found = unit.reading.spec?.spec.requests ?? []
    requests += times * found.count
    responses += times * found.reduce(0) { $0 + $1.responses.count }
  }
}

extension ProjectReading {
  /// Whether names can be missing that other files define.
  var isPartial: Bool {
    !lacking.isEmpty || discovery?.isWhole == false || isPartOfProject || newestSettings?.reading.isPartial == true
      || units.contains { $0.reading.reading.isPartial }
  }

  /// The roots of the project file and of the specs.
  var documents: [Node] { ([settings?.reading.root] + units.map(\.reading.reading.root)).compactMap(\.self) }

  /// The diagnostics of the search and of each file alone.
  var diagnostics: [Diagnostic] {
    var diagnostics = discovery?.diagnostics ?? []
    // A folder that can't be read can contain specs.
    let broken = brokenLinks
    diagnostics += broken
    if let discovery, units.isEmpty, !discovery.diagnostics.hasErrors, broken.isEmpty {
      diagnostics.append(Self.noSpecs(FilePath.shown(root, in: workingDirectory)))
    }
    diagnostics += heldSettings?.diagnostics ?? settings?.reported ?? []
    for unit in units { diagnostics += unit.reported }
    return diagnostics
  }

  /// The errors about links that lead nowhere. What may come back is read in its last version.
  private var brokenLinks: [Diagnostic] {
    guard let links = discovery?.brokenLinks, !links.isEmpty else { return [] }
    let kept = Set(units.map(\.path)).union(absent)
    return links.filter { !kept.contains($0.key) }.sorted { $0.key < $1.key }.map { path, problem in
      Diagnostic(
        .error, "unreadable", "the file \(problem)", file: FilePath.shown(path, in: workingDirectory),
        help: "correct the link, or remove it")
    }
  }

  /// The files in folders of bodies that no spec names.
  fileprivate func unusedBodies(_ specs: [SpecFindings]) -> [String] {
    let folders = specs.reduce(into: Set()) { $0.formUnion($1.bodyFolders) }
    return folders.sorted().flatMap(namedFiles.unusedBodies).filter { $0 != settings?.path }
  }

  private static func noSpecs(_ folder: String) -> Diagnostic {
    Diagnostic(
      .warning, "no-specs", "no spec files in '\(folder)'", file: folder,
      help: "spec files end in .mock.yaml, .mock.yml or .mock.json; 'mockspec init' writes a first one")
  }
}
