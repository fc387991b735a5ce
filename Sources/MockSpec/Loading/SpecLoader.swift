import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Loads specs. These are the stages:
///
///     paths ─ Discovery ─▶ files ─ DocumentParser ─▶ Document ─ Schema ─▶ checked ─ SpecDecoder ─▶ Spec
///           ─ SpecResolver ─▶ ResolvedSpec ─ ProjectCheck ─▶ diagnostics
///           ─ ResolvedProject ─ LintRules ─▶ warnings
///                             ─ ResponseSetsBuilder ─▶ ResponseSets
///
/// Each stage continues with the valid parts of a file, so that one run reports all errors. Only the last lines require
/// a project without errors.
package struct SpecLoader: Sendable {
  private let source: SpecSource
  private let workingDirectory: String
  private let isLinting: Bool

  /// Creates a loader.
  ///
  /// - Parameters:
  ///   - source: The specs to load.
  ///   - workingDirectory: The absolute path to which paths are relative.
  ///   - isLinting: Whether lint rules are checked.
  package init(
    _ source: SpecSource, workingDirectory: String = FileSystem.workingDirectory, isLinting: Bool = false
  ) {
    self.source = source
    self.workingDirectory = workingDirectory
    self.isLinting = isLinting
  }

  /// Returns a loader whose default path is already looked up, so that all later loads use the same project.
  ///
  /// - Throws: `SpecPathError` if no path was named and none is found.
  package func pinned() throws(SpecPathError) -> SpecLoader {
    guard case .paths(let paths) = source, paths.isEmpty else { return self }
    let found = try Discovery.defaultPath(workingDirectory)
    return SpecLoader(.paths([found]), workingDirectory: workingDirectory, isLinting: isLinting)
  }

  /// Loads again until no file is changed, added or removed during the load, so that a file that is being saved isn't
  /// published half-written.
  ///
  /// If the files don't stop changing, it returns the result of the last of several loads. `isCurrent` is then false.
  ///
  /// - Parameters:
  ///   - number: The number of the snapshot. It must be unique in an engine, since adapters cache values by it.
  ///   - progress: A closure that is called after each batch of files, with the number of checked files and of all
  ///     files.
  /// - Throws: `SpecPathError` if there is nothing to load. Errors in files are returned as diagnostics.
  package func loadSettled(
    number: Int, progress: (_ checked: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(SpecPathError) -> LoadedProject {
    var project = try load(number: number, progress: progress)
    var attempts = 1
    while !project.isCurrent, attempts < Self.attemptLimit {
      project = try load(number: number, progress: progress)
      attempts += 1
    }
    return project
  }

  private static let attemptLimit = 8

  /// Loads all files.
  ///
  /// - Parameters:
  ///   - number: The number of the snapshot. It must be unique in an engine, since adapters cache values by it.
  ///   - progress: A closure that is called after each batch of files, with the number of checked files and of all
  ///     files.
  /// - Throws: `SpecPathError` if there is nothing to load. Errors in files are returned as diagnostics.
  package func load(
    number: Int, progress: (_ checked: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(SpecPathError) -> LoadedProject {
    try run(number: number, progress: progress)
  }

  /// Finds the same diagnostics as `load` in less time. It builds no response sets, so `sets` of the result is `nil`.
  ///
  /// - Parameter progress: Called after each batch of spec files.
  /// - Throws: `SpecPathError` if there is nothing to load.
  package func check(
    progress: (_ checked: Int, _ all: Int) -> Void = { _, _ in }
  ) throws(SpecPathError) -> LoadedProject {
    try run(number: nil, progress: progress)
  }

  private func run(number: Int?, progress: (Int, Int) -> Void) throws(SpecPathError) -> LoadedProject {
    switch source {
    case .paths(let paths):
      SchemaLibrary.prepare()
      var load = ProjectLoad(try Discovery(paths: paths, workingDirectory: workingDirectory), workingDirectory)
      return load.run(number: number, isLinting: isLinting, progress: progress)
    case .inline(let text):
      var load = ProjectLoad(inline: text, workingDirectory)
      return load.run(number: number, isLinting: isLinting, progress: progress)
    }
  }
}

/// A load in progress.
private struct ProjectLoad {
  var discovery: Discovery?
  var root: String
  let workingDirectory: String
  var inline: String?
  var diagnostics: [Diagnostic] = []
  /// The paths of the files as shown to users.
  var shownFiles: [String] = []
  var contents: [String: [UInt8]] = [:]
  var versions: [String: FileVersion?] = [:]
  var sources: [SourceFile] = []
  /// Whether a file couldn't be read as a whole, so that names to which other files refer can be missing.
  var hasUnreadableFile = false
  /// Whether a file couldn't be read for a temporary reason.
  var isIncomplete = false

  init(_ discovery: Discovery, _ workingDirectory: String) {
    self.discovery = discovery
    self.workingDirectory = workingDirectory
    root = discovery.root
    diagnostics = discovery.diagnostics
  }

  init(inline text: String, _ workingDirectory: String) {
    inline = text
    self.workingDirectory = workingDirectory
    root = workingDirectory
  }

  /// - Parameter number: The number of the response sets; `nil` to build none.
  mutating func run(number: Int?, isLinting: Bool, progress: (Int, Int) -> Void) -> LoadedProject {
    let project = readProject()
    let files = ProjectFiles(
      root: root, allowOutside: project.allowOutside.map { FilePath.absolute($0.value, in: root) },
      workingDirectory: workingDirectory)
    let resolver = SpecResolver(defaults: project.defaults, files: files)
    let specs = readSpecs(resolver, files, progress: progress)
    // A folder that can't be read can contain specs.
    if let discovery, discovery.specs.isEmpty, !discovery.diagnostics.hasErrors {
      diagnostics.append(Self.noSpecs(FilePath.shown(root, in: workingDirectory)))
    }
    // Several specs can find the same error in the project's defaults or in a file that they name.
    diagnostics += specs.flatMap(\.diagnostics).withoutRepetitions()
    let names = hasUnreadableFile || discovery?.isWhole == false ? ProjectCheck.Names.partial : .all
    let (found, allResolved) = concurrently {
      var check = ProjectCheck(project: project, specs: specs, names: names)
      return check.run()
    } and: {
      ResolvedProject(specs, project: project)
    }
    diagnostics += found

    let summary = ProjectSummary(
      files: discovery?.specs.count ?? 1, requests: specs.reduce(0) { $0 + $1.spec.requests.count },
      responses: specs.reduce(0) { $0 + $1.spec.requests.reduce(0) { $0 + $1.responses.count } })
    let resolved = diagnostics.hasErrors ? nil : allResolved
    let sets = number.flatMap { number in
      resolved.map { ResponseSetsBuilder.build($0, number: number, summary: summary) }
    }
    if isLinting, let resolved {
      let linted = LintedProject(
        resolved, scenes: project.scenes.map(\.name), files: files, sources: sources,
        shown: { [workingDirectory] in FilePath.shown($0, in: workingDirectory) })
      diagnostics = LintRules.check(linted, after: diagnostics, codes: RulePages.severities)
    } else {
      diagnostics = LintRules.unsilenced(diagnostics, in: sources)
    }
    return LoadedProject(
      root: root, projectFile: discovery?.projectFile, specs: discovery?.specs.map(\.path) ?? [],
      walked: discovery?.walked ?? [], sets: sets, diagnostics: ProblemLimit.apply(to: diagnostics).sortedByPlace(),
      summary: summary,
      files: shownFiles,
      folders: (discovery?.folders ?? []).union(files.folders),
      contents: contents.merging(files.contents) { first, _ in first },
      versions: versions.merging(files.versions) { first, _ in first },
      resolved: specs,
      discovery: discovery,
      isIncomplete: isIncomplete || files.isIncomplete || discovery?.isIncomplete == true)
  }

  private mutating func readProject() -> ProjectSpec {
    guard let path = discovery?.projectFile else { return ProjectSpec() }
    let shown = FilePath.shown(path, in: workingDirectory)
    let reading = FileReading(path, shown: shown, schema: SchemaLibrary.project)
    var decoder = ProjectDecoder(folder: FilePath.parent(path))
    var project = reading.root.map { decoder.project($0) }
    if reading.isPartial { project?.scenes = [] }
    take(reading, path: path, shown: shown, diagnostics: reading.diagnostics + decoder.diagnostics)
    return project ?? ProjectSpec()
  }

  private mutating func readSpecs(
    _ resolver: SpecResolver, _ files: ProjectFiles, progress: (Int, Int) -> Void
  ) -> [ResolvedSpec] {
    let expressions = RegularExpressionCache()
    var specs: [ResolvedSpec] = []
    if let inline {
      let format: DocumentParser.Format = inline.first { !$0.isWhitespace } == "{" ? .json : .yaml
      let file = SpecFile(path: FilePath.join(root, "inline"), shown: "inline", order: 0)
      let reading = FileReading(Array(inline.utf8), shown: file.shown, format: format, schema: SchemaLibrary.spec)
      take(SpecReading(reading, file: file, resolver, expressions), of: file, into: &specs)
    }
    let found = discovery?.specs ?? []
    // Folders that the user named may be outside the project.
    let named = (discovery?.walked ?? []).compactMap(FileSystem.realPath)
    let isAllowed: @Sendable (String) -> Bool = { path in
      files.isAllowed(path) || named.contains { FilePath.isBeneath(path, $0) }
    }
    @Sendable func read(_ file: SpecFile) -> SpecReading {
      var check: ((String) -> Bool)?
      if file.isLinked { check = isAllowed }
      let reading = FileReading(file.path, shown: file.shown, schema: SchemaLibrary.spec, isAllowed: check)
      return SpecReading(reading, file: file, resolver, expressions)
    }
    var done = 0
    while done < found.count {
      let batch = Array(found[done...].prefix(Self.batchSize))
      let readings = batch.concurrentMap { file in read(file) }
      for (file, reading) in zip(batch, readings) { take(reading, of: file, into: &specs) }
      done += batch.count
      progress(done, found.count)
    }
    return specs
  }

  /// The number of files per batch. Progress is reported after each batch.
  private static let batchSize = 256

  private mutating func take(_ reading: SpecReading, of file: SpecFile, into specs: inout [ResolvedSpec]) {
    take(reading.reading, path: file.path, shown: file.shown, diagnostics: reading.diagnostics)
    if let spec = reading.spec { specs.append(spec) }
  }

  private mutating func take(_ reading: FileReading, path: String, shown: String, diagnostics found: [Diagnostic]) {
    shownFiles.append(shown)
    contents[path] = reading.bytes
    if inline == nil { versions[path] = .some(reading.version) }
    diagnostics += found.withSafeFixes(in: reading.bytes, of: path, isProjectFile: path == discovery?.projectFile)
    if let root = reading.root { sources.append(root.range.file) }
    if reading.isPartial { hasUnreadableFile = true }
    if reading.isIncomplete { isIncomplete = true }
  }

  private static func noSpecs(_ folder: String) -> Diagnostic {
    Diagnostic(
      .warning, "no-specs", "no spec files in '\(folder)'", file: folder,
      help: "spec files end in .mock.yaml, .mock.yml or .mock.json; 'mockspec init' writes a first one")
  }
}
