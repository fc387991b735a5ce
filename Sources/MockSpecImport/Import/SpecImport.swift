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
  /// Errors of the input, and losses, each at its location in the source.
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
  ///   - progress: Called with what is done next, such as `reading shop.json`.
  /// - Throws: `SpecPathError` if a path doesn't exist.
  package init(
    _ paths: [String], format: ImportFormat? = nil, workingDirectory: String = FileSystem.workingDirectory,
    progress: (_ step: String) -> Void = { _ in }
  ) throws(SpecPathError) {
    var project = ImportedProject()
    var names = ImportedNames()
    for path in paths {
      let absolute = FilePath.absolute(path, in: workingDirectory)
      guard let found = FileSystem.find(absolute) else { throw .notFound(path) }
      let sources =
        found.kind == .folder
        ? InputSource.sources(inFolder: absolute, workingDirectory: workingDirectory, &project.losses)
        : [InputSource(file: absolute, below: "/")]
      for source in sources {
        let shown = FilePath.shown(source.path, in: workingDirectory)
        progress("reading \(DisplayText(shown).text)")
        guard let file = InputFile(source, shown: shown, format, &project.losses) else { continue }
        project += Self.read(file, format ?? source.format, &names)
      }
    }
    project.mergeSpecs()
    progress("checking the specs")
    let written = WrittenProject(project)
    progress("trying the calls of the source")
    replay = Replay(written)
    files = written.text.files
    // Problems of the written text are mistakes of the import itself.
    diagnostics = (written.project.losses.diagnostics + replay.differences + written.problems).sortedByPlace()
    summary = written.loaded?.summary ?? ProjectSummary(files: 0)
    let specs = written.project.specs
    let exactness = specs.flatMap(\.requests).flatMap(\.exactness) + specs.flatMap(\.collections).map(\.isExact)
    counts = ImportCounts(
      exact: exactness.count { $0 }, approximated: exactness.count { !$0 }, refused: written.project.losses.refused,
      skipped: written.project.losses.skipped)
  }

  private static func read(_ file: InputFile, _ format: ImportFormat?, _ names: inout ImportedNames) -> ImportedProject
  {
    var project = ImportedProject()
    guard let format = format ?? file.format else {
      project.losses.report(ImportFormat.unknown(file.root))
      return project
    }
    switch format {
    case .wiremock: WireMockReader.read(file, into: &project, &names)
    case .har: HARReader.read(file, into: &project, &names)
    case .postman: PostmanReader.read(file, into: &project, &names)
    case .mockoon: MockoonReader.read(file, into: &project, &names)
    case .openapi: OpenAPIReader.read(file, into: &project, &names)
    case .hoverfly: HoverflyReader.read(file, into: &project, &names)
    case .killgrave: KillgraveReader.read(file, into: &project, &names)
    case .curl: CurlReader.read(file, into: &project, &names)
    case .jsonServer: JSONServerReader.read(file, into: &project, &names)
    }
    let isEmpty = project.specs.allSatisfy { $0.requests.isEmpty && $0.collections.isEmpty }
    if isEmpty, project.losses.diagnostics.isEmpty, project.losses.skipped == 0 {
      project.losses.refuse("the file has nothing to import", at: file.root)
    }
    return project
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
      merged[place].states += spec.states
    }
    specs = merged
  }

  /// Declares each state once, with the values that all files give it.
  mutating func mergeStates() {
    var places: [String: (spec: Int, state: Int)] = [:]
    for index in specs.indices {
      let states = specs[index].states
      specs[index].states = []
      for state in states {
        guard let place = places[state.name] else {
          places[state.name] = (index, specs[index].states.count)
          specs[index].states.append(state)
          continue
        }
        let known = Set(specs[place.spec].states[place.state].values)
        specs[place.spec].states[place.state].values += state.values.filter { !known.contains($0) }
      }
    }
  }
}
