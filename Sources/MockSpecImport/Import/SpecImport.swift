package import MockSpec
package import MockSpecDiagnostics
import MockSpecDocument

/// Files of other tools as specs.
///
///     files ─ a reader for each format ─▶ ImportedProject ─ WrittenProject ─▶ specs and body files
///
/// Nothing is written to the disk.
package struct SpecImport: Sendable {
  /// The specs and their body files, with paths relative to the output folder.
  package let files: [DraftFile]
  /// Errors of the input, and losses, each at its place in the source.
  package let diagnostics: [Diagnostic]
  package let counts: ImportCounts
  /// The numbers of what is written.
  package let summary: ProjectSummary
  /// The source's own calls, decided with the specs.
  package let replay: Replay

  /// Imports files.
  ///
  /// - Parameters:
  ///   - paths: Files, or folders of WireMock stubs; absolute or relative to the working directory.
  ///   - format: The format; `nil` to recognize it.
  ///   - workingDirectory: The absolute path of the folder to which paths in diagnostics are relative.
  /// - Throws: `SpecPathError` if a path doesn't exist.
  package init(
    _ paths: [String], format: ImportFormat? = nil, workingDirectory: String = FileSystem.workingDirectory
  ) throws(SpecPathError) {
    var project = ImportedProject()
    var names = ImportedNames()
    for path in paths {
      let absolute = FilePath.absolute(path, in: workingDirectory)
      guard let found = FileSystem.find(absolute) else { throw .notFound(path) }
      let sources = InputSource.sources(absolute, isFolder: found.kind == .folder)
      for source in sources {
        var problems: [Diagnostic] = []
        let file = InputFile(
          source.path, folder: source.folder, shown: FilePath.shown(source.path, in: workingDirectory), &problems)
        for problem in problems { project.losses.report(problem) }
        guard let file else { continue }
        project += Self.read(file, format ?? source.format, &names)
      }
    }
    project.mergeSpecs()
    var written = WrittenProject(project)
    written.settle()
    replay = Replay(written)
    files = written.text.files
    // Problems of the written text are mistakes of the import itself.
    diagnostics = (written.project.losses.diagnostics + replay.differences + written.problems).sortedByPlace()
    summary = written.loaded?.summary ?? ProjectSummary(files: 0)
    let specs = written.project.specs
    let exactness = specs.flatMap(\.requests).flatMap(\.exactness) + specs.flatMap(\.collectionExactness)
    counts = ImportCounts(
      exact: exactness.count { $0 }, approximated: exactness.count { !$0 }, refused: written.project.losses.refused,
      skipped: written.project.losses.skipped)
  }

  private static func read(_ file: InputFile, _ format: ImportFormat?, _ names: inout ImportedNames) -> ImportedProject
  {
    var project = ImportedProject()
    guard let format = format ?? ImportFormat(of: file.root) else {
      project.losses.report(ImportFormat.unknown(file.root))
      return project
    }
    switch format {
    case .wiremock: WireMockReader.read(file, into: &project, &names)
    case .har: HARReader.read(file, into: &project, &names)
    case .postman: PostmanReader.read(file, into: &project, &names)
    case .mockoon: MockoonReader.read(file, into: &project, &names)
    }
    return project
  }
}

/// A file that is read, with the folder below which its body files are.
private struct InputSource {
  let path: String
  let folder: String
  var format: ImportFormat?

  /// Returns the files of a path: itself, or the stubs in a folder of WireMock. These are in `mappings`, if there are such folders.
  static func sources(_ path: String, isFolder: Bool) -> [InputSource] {
    let top = FilePath.name(path) == "mappings" ? FilePath.parent(path) : path
    guard isFolder else { return [InputSource(path: path, folder: folder(of: path, below: "/"))] }
    let all = InputFolder(path: path).documents()
    let inMappings = all.filter { $0.split(separator: "/").dropLast().contains("mappings") }
    return (inMappings.isEmpty || top != path ? all : inMappings).map { name in
      let file = FilePath.join(path, name)
      return InputSource(path: file, folder: folder(of: file, below: top), format: .wiremock)
    }
  }

  /// Returns the folder below which the body files of a file are: its own one, or the one that has `mappings` and `__files`.
  private static func folder(of path: String, below top: String) -> String {
    let own = FilePath.parent(path)
    let folders = Array(FilePath.upward(from: own)).prefix { FilePath.isBeneath($0, top) }
    guard folders.contains(where: { FilePath.name($0) == "mappings" }) else { return own }
    let mappings = folders.firstIndex { FilePath.name($0) == "mappings" } ?? 0
    let last = top == "/" ? min(mappings + 2, folders.count) : folders.count
    return folders[..<last].first { FileSystem.find(FilePath.join($0, "__files"))?.kind == .folder } ?? own
  }
}

extension ImportedProject {
  /// Joins specs with the same title, such as those of a folder with one stub in each file.
  mutating func mergeSpecs() {
    var merged: [ImportedSpec] = []
    var places: [String: Int] = [:]
    for spec in specs {
      guard let place = places[spec.title] else {
        places[spec.title] = merged.count
        merged.append(spec)
        continue
      }
      if merged[place].source != spec.source { merged[place].source = spec.title }
      merged[place].requests += spec.requests
      merged[place].collections += spec.collections
      merged[place].collectionExactness += spec.collectionExactness
      for state in spec.states {
        guard let known = merged[place].states.firstIndex(where: { $0.name == state.name }) else {
          merged[place].states.append(state)
          continue
        }
        let values = merged[place].states[known].values
        merged[place].states[known].values += state.values.filter { !values.contains($0) }
      }
    }
    specs = merged
  }
}
