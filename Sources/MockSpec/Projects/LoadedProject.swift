public import MockSpecDiagnostics

/// The result of a load.
package struct LoadedProject: Sendable {
  /// The files that are served, or if nothing is, the newest ones. A command can exit without freeing them, which takes long.
  let reading: ProjectReading
  /// The newest files.
  let newest: ProjectReading
  /// The newest files that aren't served, since they have errors.
  let held: HeldFiles
  /// The resolved specs; `nil` if nothing can be served because of errors.
  let resolved: ResolvedProject?
  /// The snapshot; `nil` if nothing can be served because of errors, or if the project was only checked.
  package let sets: ResponseSets?
  /// The pairs of requests that lint rules report.
  let reportedPairs: ReportedPairs
  /// What lint rules report about single specs.
  let reportedSpecs: ReportedSpecs
  /// The diagnostics before comments in specs silence some. Those of `held` aren't included.
  let found: [Diagnostic]
  /// The diagnostics, sorted by location.
  package internal(set) var diagnostics: [Diagnostic]
  /// The number of files, requests and responses.
  package let summary: ProjectSummary

  /// - Parameter diagnostics: The diagnostics; `nil` for those of `found` that aren't silenced.
  init(
    reading: ProjectReading, newest: ProjectReading? = nil, held: HeldFiles = HeldFiles(),
    resolved: ResolvedProject?, sets: ResponseSets?, found: [Diagnostic],
    diagnostics: [Diagnostic]? = nil, summary: ProjectSummary, reportedPairs: ReportedPairs = ReportedPairs(),
    reportedSpecs: ReportedSpecs = ReportedSpecs()
  ) {
    self.reading = reading
    self.newest = newest ?? reading
    self.held = held
    self.resolved = resolved
    self.sets = sets
    self.found = found
    self.summary = summary
    self.reportedPairs = reportedPairs
    self.reportedSpecs = reportedSpecs
    self.diagnostics = diagnostics ?? Self.shown(LintRules.unsilenced(found, in: reading.documents))
  }

  /// Creates the result of a load.
  ///
  /// - Parameters:
  ///   - reading: The files that are served.
  ///   - newest: The newest files; `nil` if they are served.
  ///   - held: The newest files that aren't served.
  ///   - resolved: The resolved specs; `nil` if nothing can be served.
  ///   - number: The number of the snapshot; `nil` to build none.
  ///   - found: The diagnostics of the files that are served.
  init(
    _ reading: ProjectReading, newest: ProjectReading? = nil, held: HeldFiles = HeldFiles(),
    resolved: ResolvedProject?, number: Int?, found: [Diagnostic]
  ) {
    var summary = ProjectSummary(files: reading.units.count)
    for unit in reading.units { summary.add(unit) }
    let sets = number.flatMap { number in
      resolved.map {
        ResponseSets(
          $0, number: number, summary: summary, heldFiles: held.files, compiler: ProjectCompiler(reading))
      }
    }
    self.init(
      reading: reading, newest: newest, held: held, resolved: resolved, sets: sets, found: found, summary: summary)
  }

  static func shown(_ diagnostics: [Diagnostic]) -> [Diagnostic] { ProblemLimit.apply(to: diagnostics).sortedByPlace() }
}

extension LoadedProject {
  /// The absolute path of the project's root.
  package var root: String { reading.root }
  /// The absolute path of the project file; `nil` if there is none.
  package var projectFile: String? { reading.discovery?.projectFile }
  /// The absolute paths of the specs, in the order in which they are read.
  package var specs: [String] { reading.discovery?.specs.map(\.path) ?? [] }
  /// Whether the whole project was named, rather than some of its files.
  var isWhole: Bool { reading.discovery?.isWhole != false }
  /// The paths of the project file and of all specs as shown to users, in the order of reading, including files that
  /// couldn't be read.
  package var files: [String] {
    let project = projectFile.map { [FilePath.shown($0, in: reading.workingDirectory)] } ?? []
    return project + (reading.discovery?.specs ?? reading.units.map(\.reading.file)).map(\.shown)
  }
  /// The contents of all files that were read, by absolute path.
  package var contents: [String: [UInt8]] {
    let read = newest.inputs.compactMap { input in (try? input.content.get()).map { (input.path, $0) } }
    return Dictionary(read) { first, _ in first }
  }
  /// The files that a program is writing, as shown to users. An earlier version of each is in use, or none.
  package var awaited: [String] { newest.awaited.map { FilePath.shown($0, in: reading.workingDirectory) }.sorted() }
  /// The absolute paths of these files.
  package var awaitedPaths: Set<String> { newest.awaited }
  /// The files that were read although they are open for writing, since they don't change, as shown to users.
  package var openFiles: [String] {
    newest.openPaths.map { FilePath.shown($0, in: newest.workingDirectory) }.sorted()
  }
  /// The files that are mounted alone, as shown to users. They stay the same if a program replaces the mounted file by
  /// another one.
  package var mountedFiles: [String] {
    let mounted = Mounts.shared.paths
    let names = Set(mounted.map(FilePath.name))
    return reading.inputs.map(\.path).filter { path in
      names.contains(FilePath.name(path)) && FileSystem.find(path)?.kind == .file
        && (mounted.contains(path) || FileSystem.realPath(path).map(mounted.contains) == true)
    }.map { FilePath.shown($0, in: reading.workingDirectory) }.sorted()
  }
  /// The absolute paths of the files that aren't there but may come back. Their last version is in use.
  package var absentPaths: Set<String> { newest.absent }
  /// Whether the load can't be used, since a program is writing or replacing the project file, on which all others
  /// depend.
  package var isMixed: Bool { newest.isMixed }
  /// Whether something couldn't be read for a temporary reason, such as a lack of file descriptors. The diagnostics
  /// then contain an error for it, and a later load can succeed.
  package var isIncomplete: Bool { newest.isIncomplete }

  /// Whether the files stopped changing while they were read.
  package var isSettled: Bool { newest.isSettled }

  /// Whether no file has been changed, added or removed since the load. Accesses the file system.
  package var isCurrent: Bool { newest.isCurrent(in: .disk) }

  /// Returns whether both have the same files with the same contents.
  package func hasSameContents(as other: LoadedProject) -> Bool {
    newest.hasSameContents(as: other.newest) && newest.hasSameHeldSettings(as: other.newest)
  }

  /// Returns whether a load of a reading would give this project.
  ///
  /// - Parameter last: A reading with the contents of this project.
  func isVersion(of reading: ProjectReading, after last: ProjectReading) -> Bool {
    sets != nil && newest.isWhole && reading.isWhole && reading.hasSameContents(as: last)
      && reading.hasSameHeldSettings(as: last)
      && reading.openPaths == newest.openPaths
      && reading.discovery?.diagnostics.map(\.description) == last.discovery?.diagnostics.map(\.description)
  }

  /// The files whose newest version isn't served, since it has errors.
  package var heldFiles: [HeldFile] { held.files }
  /// Whether all newest files are served.
  package var isServedWhole: Bool { sets != nil && held.isEmpty }
  /// The diagnostics of all newest files, sorted by location. A new empty spec is an error, as in `mockspec validate`.
  package var allDiagnostics: [Diagnostic] {
    if held.isEmpty { return diagnostics }
    let empty = Set(held.warnings.map(\.description))
    let errors = held.others.diagnostics + held.specs.map(\.file).diagnostics
    return Self.shown(diagnostics.filter { !empty.contains($0.description) } + errors.withoutRepetitions())
  }
  /// Returns the errors in newest files that an earlier load didn't have.
  package func newErrors(after earlier: LoadedProject) -> [Diagnostic] {
    let errors = (sets == nil ? found : heldFiles.diagnostics).filter { $0.severity == .error }
    if errors.isEmpty { return [] }
    let known = Set(earlier.heldFiles.diagnostics.map(\.description))
    return errors.filter { !known.contains($0.description) }
  }
  /// Returns whether both serve the same files with the same contents.
  package func servesSameContents(as other: LoadedProject) -> Bool { reading.hasSameContents(as: other.reading) }
  /// The diagnostics of the files, without those of lint rules, as text.
  package var problems: [String] { (found + heldFiles.diagnostics).map(\.description) }

  /// The names whose changes can change the project. Accesses the file system.
  package var watchedNames: WatchedNames {
    var names = WatchedNames()
    if reading.isCompiled { return names }
    reading.discovery?.addNames(to: &names)
    for input in newest.inputs { names.addFile(input.path) }
    for path in newest.awaited { names.addFile(path) }
    names.markMountedFiles()
    return names
  }

  /// Returns the names whose changes can change the project, and perhaps some that no longer can. Accesses the file system
  /// only if the project was searched for files, or if there are new ones.
  ///
  /// - Parameter earlier: The names of the load before.
  /// - Returns: `nil` if the project wasn't searched, and no file is new.
  package func watchedNames(after earlier: WatchedNames) -> WatchedNames? {
    guard let paths = newest.newPaths else { return watchedNames }
    if paths.isEmpty { return nil }
    var names = earlier
    for path in paths { names.addFile(path) }
    names.markMountedFiles()
    return names
  }

  /// Returns whether specs in a folder would be loaded as part of the project.
  ///
  /// - Parameter folder: The absolute path of the folder, which may not exist.
  package func reaches(_ folder: String) -> Bool {
    let folder = FileSystem.futureRealPath(folder)
    return (reading.discovery?.walked ?? []).contains { start in
      let start = FileSystem.futureRealPath(start)
      return FilePath.isBeneath(folder, start)
        && !folder.dropFirst(start.count).split(separator: "/").contains { Discovery.isSkipped(folder: String($0)) }
    }
  }
}

extension ProjectReading {
  /// Whether no file was being written or replaced.
  fileprivate var isWhole: Bool { awaited.isEmpty && absent.isEmpty && !isMixed && !isIncomplete }

  /// The absolute paths of the files that were open for writing, but were read.
  fileprivate var openPaths: Set<String> {
    let project = [newestSettings?.input].compactMap(\.self)
    return Set((project + units.filter(\.isOpen).flatMap(\.inputs)).filter(\.isOpen).map(\.path))
  }
}

/// The error of a project that has errors in its files.
public struct SpecError: Error, Sendable, CustomStringConvertible {
  /// The diagnostics of all files, including warnings, sorted by file and location.
  public let diagnostics: [Diagnostic]

  package init(_ diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

  /// The diagnostics as `mockspec validate` prints them.
  public var description: String { "\n" + HumanRenderer().render(diagnostics) }
}
