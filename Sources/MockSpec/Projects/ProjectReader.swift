import MockSpecDiagnostics
import MockSpecDocument

/// Reads the files of a project.
struct ProjectReader {
  let workingDirectory: String
  /// The last complete reading of the same project, of which unchanged specs are used again.
  let previous: ProjectReading?
  /// The files that are read.
  let source: SpecFiles
  /// Decides whether a file is whole; `nil` to read all files.
  let writers: FileWriters?
  /// The project file that isn't used, although it has no errors of its own.
  var refused: HeldSettings?
  /// Whether the project file of the previous reading stays in use while a newer one has errors.
  var keepsSettings = false

  /// The number of files per batch.
  private static let batchSize = 256

  /// Reads the text of one spec.
  func read(inline text: String) -> ProjectReading {
    var result = ProjectReading(discovery: nil, root: workingDirectory, workingDirectory: workingDirectory)
    let files = files(for: result, knownTo: [])
    let format: DocumentParser.Format = text.first { !$0.isWhitespace } == "{" ? .json : .yaml
    let file = SpecFile(path: FilePath.join(workingDirectory, "inline"), shown: "inline")
    let spec = Pipeline.compile(
      Pipeline.read(Array(text.utf8), as: .spec, shown: file.shown, format), of: file,
      in: Pipeline.Context(files: files))
    result.units = [Self.unit(spec, files, nil)]
    return result
  }

  /// Reads files again until none is changed, added or removed meanwhile.
  ///
  /// - Parameters:
  ///   - paths: The named files and folders; empty for the nearest project.
  ///   - attempts: The maximum number of times that the files are read. If they go on changing, the result isn't current.
  ///   - changed: The absolute paths of the only files that can have changed since the previous reading; `nil` if they
  ///     aren't known.
  ///   - missing: Returns the names that may have been missing during the reading; `nil` if removals aren't watched.
  ///   - progress: Called after each batch of files, with the number of specs that were read and of all specs.
  func read(
    _ paths: [String], attempts: Int, changed: Set<String>? = nil, missing: () -> MissingNames? = { nil },
    progress: (_ read: Int, _ all: Int) -> Void
  ) throws(SpecPathError) -> ProjectReading {
    if let changed, let reading = read(onlyChanged: changed, attempts: attempts, missing) { return reading }
    func find() throws(SpecPathError) -> Discovery {
      try Discovery(paths: paths, workingDirectory: workingDirectory, in: source)
    }
    var reading = read(try find(), earlier: previous, missing, progress)
    var attempt = 1
    while attempt < attempts {
      if reading.isCurrent(in: source) { return reading }
      reading = read(try find(), earlier: reading, missing, progress)
      attempt += 1
    }
    reading.isSettled = attempts == 1 || reading.isCurrent(in: source)
    return reading
  }

  /// - Parameters:
  ///   - discovery: The search for the files.
  ///   - earlier: A reading whose unchanged files are used again.
  ///   - progress: Called after each batch of files, with the number of specs that were read and of all specs.
  private func read(
    _ discovery: Discovery, earlier: ProjectReading?, _ missing: () -> MissingNames?,
    _ progress: (_ read: Int, _ all: Int) -> Void
  ) -> ProjectReading {
    var result = ProjectReading(discovery: discovery, root: discovery.root, workingDirectory: workingDirectory)
    result.settings = settings(discovery, earlier?.newestSettings)
    if let settings = result.settings, settings.input.isBusy {
      result.awaited.insert(settings.path)
      if let previous {
        result.isMixed = true
        (result.settings, result.heldSettings) = (previous.settings, previous.heldSettings)
      }
    } else if keepsSettings, let previous, let settings = result.settings, let held = hold(settings) {
      (result.settings, result.heldSettings) = (previous.settings, held)
    }
    let isSameProject = earlier.map { result.goesTogether(with: $0) } ?? false
    let files = files(for: result, knownTo: earlier?.units ?? [])
    let readings = read(
      discovery, Pipeline.Context(defaults: result.project.defaults, files: files), files,
      known: isSameProject ? earlier : nil, progress)
    keepWhole(readings, missing(), in: &result)
    result.namedFiles = NamedFiles(result.units)
    return result
  }

  /// Returns why a project file can't be used; `nil` if it can.
  private func hold(_ settings: ProjectReading.Settings) -> HeldSettings? {
    if settings.compiled.diagnostics.hasErrors { return HeldSettings(settings, settings.reported) }
    guard let refused, refused.settings.path == settings.path,
      refused.settings.input.hasSameContent(as: settings.input)
    else { return nil }
    return refused
  }

  /// Takes each spec that was read as a whole, and the previous one in place of another.
  private func keepWhole(_ units: [ProjectReading.Unit], _ missing: MissingNames?, in result: inout ProjectReading) {
    let known = previous?.unitsByPath ?? [:]
    let found = Set(units.map(\.path))
    let mayLack = previous != nil && missing != nil
    if let path = previous?.newestSettings?.path, result.newestSettings == nil,
      missing?.mayReturn(path, wasThere: true) == true
    {
      result.absent.insert(path)
      result.isMixed = true
    }
    guard
      units.contains(where: { $0.isBusy || (mayLack && $0.lacksFiles) })
        || (mayLack && known.keys.contains { !found.contains($0) })
    else {
      result.units = ChunkedArray(units)
      return
    }
    for unit in units {
      let there = Set((known[unit.path]?.inputs ?? []).filter { $0.version != nil }.map(\.path))
      let absent = unit.inputs.filter { input in
        mayLack && input.version == nil
          && missing?.mayReturn(input.path, wasThere: there.contains(input.path)) == true
      }
      guard unit.isBusy || !absent.isEmpty else {
        result.units.append(unit)
        continue
      }
      result.awaited.formUnion(unit.inputs.filter(\.isBusy).map(\.path))
      result.absent.formUnion(absent.map(\.path))
      if let whole = known[unit.path] {
        result.units.append(whole)
        result.held.insert(whole.path)
      } else if unit.isBusy {
        result.lacking[unit.path] = previous?.lacking[unit.path] ?? .now
      } else {
        result.units.append(unit)
      }
    }
    if let previous, let missing { keepAbsent(previous, missing, in: &result) }
    // Specs that were resolved with other defaults can't be used.
    if let previous, !result.held.isEmpty, !result.goesTogether(with: previous) { result.isMixed = true }
  }

  /// Keeps the previous specs that weren't found but may come back, in their places. While a program writes a new spec, all
  /// of them are kept for a while, since it may be one of them under another name.
  private func keepAbsent(_ previous: ProjectReading, _ missing: MissingNames, in result: inout ProjectReading) {
    let found = Set(result.units.map(\.path))
    // Its files may rest for as long after they have been written for as long.
    let longest = (writers?.rest ?? .zero) * 2
    let keepsAll = result.lacking.values.contains { .now - $0 < longest }
    var absent = previous.units.filter { unit in
      !found.contains(unit.path) && source.find(unit.path) == nil
        && (keepsAll || missing.mayReturn(unit.path, wasThere: true))
    }
    if absent.isEmpty { return }
    // Those whose requests are found elsewhere have been moved.
    let names = Set(result.units.flatMap(\.requestNames))
    absent.removeAll { unit in unit.requestNames.contains { names.contains($0) } }
    let paths = Set(absent.map(\.path))
    result.absent.formUnion(paths.filter { missing.mayReturn($0, wasThere: true) })
    result.held.formUnion(paths)
    // Each after the spec that it followed before.
    var followers: [String: [ProjectReading.Unit]] = [:]
    var place = ""
    for unit in previous.units {
      if paths.contains(unit.path) { followers[place, default: []].append(unit) }
      if found.contains(unit.path) { place = unit.path }
    }
    result.units = ChunkedArray((followers[""] ?? []) + result.units.flatMap { [$0] + (followers[$0.path] ?? []) })
  }

  /// - Parameter units: Specs whose body and schema files are read again only if they have changed.
  func files(for reading: ProjectReading, knownTo units: some Sequence<ProjectReading.Unit>) -> ProjectFiles {
    let known = units.flatMap { $0.inputs.dropFirst() }.map { ($0.path, $0) }
    return ProjectFiles(
      root: reading.root,
      allowOutside: reading.project.allowOutside.map { FilePath.absolute($0.value, in: reading.root) },
      workingDirectory: workingDirectory, earlier: Dictionary(known) { first, _ in first }, source: source,
      writers: writers)
  }

  private func settings(_ discovery: Discovery, _ earlier: ProjectReading.Settings?) -> ProjectReading.Settings? {
    guard let path = discovery.projectFile else { return nil }
    if let earlier, earlier.path == path, earlier.input.isUnchanged(in: source) { return earlier }
    let shown = FilePath.shown(path, in: workingDirectory)
    let (input, reading) = read(path, as: .project, shown: shown, isAllowed: nil, writers) { bytes in
      Pipeline.read(bytes, as: .project, shown: shown, .init(path: path))
    }
    if var earlier, earlier.path == path, earlier.input.hasSameContent(as: input) {
      earlier.input = input
      return earlier
    }
    return .init(Pipeline.settings(reading, folder: FilePath.parent(path)), input: input)
  }

  /// Reads a spec or project file.
  private func read(
    _ path: String, as level: Level, shown: String, isAllowed: ((String) -> Bool)?, _ writers: FileWriters?,
    parse: ([UInt8]) -> FileReading
  ) -> (FileInput, FileReading) {
    do {
      let content = try source.content(
        of: path, limit: DocumentLimits().bytes, isAllowed: isAllowed, writers: writers)
      return (FileInput(path, content), parse(content.bytes))
    } catch {
      return (FileInput(path, error, in: source), FileReading(error, shown: shown, as: level))
    }
  }

  /// - Parameter known: A reading of the same project, whose unchanged specs are used again.
  private func read(
    _ discovery: Discovery, _ context: Pipeline.Context, _ files: ProjectFiles, known: ProjectReading?,
    _ progress: (Int, Int) -> Void
  ) -> [ProjectReading.Unit] {
    let known = known?.unitsByPath ?? [:]
    let read = reader(discovery, context, files)
    var units: [ProjectReading.Unit] = []
    while units.count < discovery.specs.count {
      let batch = Array(discovery.specs[units.count...].prefix(Self.batchSize))
      units += batch.concurrentMap { file in read(file, known[file.path]) }
      progress(units.count, discovery.specs.count)
    }
    return units
  }

  /// Returns a function that reads a spec and the files that it names, on any thread. Of an earlier reading, it uses
  /// again what hasn't changed.
  func reader(
    _ discovery: Discovery, _ context: Pipeline.Context, _ files: ProjectFiles
  ) -> @Sendable (SpecFile, _ earlier: ProjectReading.Unit?) -> ProjectReading.Unit {
    let writers = writers
    // Folders that the user named may be outside the project.
    let named = discovery.walked.compactMap(source.realPath)
    let isAllowed: @Sendable (String) -> Bool = { path in
      files.isAllowed(path) || named.contains { FilePath.isBeneath(path, $0) }
    }
    return { file, earlier in
      let earlier = earlier.flatMap { $0.reading.file == file ? $0 : nil }
      if let earlier, earlier.isUnchanged(in: source) { return earlier }
      var check: ((String) -> Bool)?
      if file.isLinked { check = isAllowed }
      var same: ProjectReading.Unit?
      let (input, reading) = self.read(
        file.path, as: .spec, shown: file.shown, isAllowed: check, writers
      ) { bytes in
        if let earlier, earlier.reading.reading.bytes == bytes { same = earlier }
        return same?.reading.reading
          ?? Pipeline.read(bytes, as: .spec, shown: file.shown, .init(path: file.path))
      }
      if let same = same?.refreshed(input, files) { return same }
      return Self.unit(Pipeline.compile(reading, of: file, in: context), files, input)
    }
  }

  private static func unit(
    _ reading: SpecReading, _ files: ProjectFiles, _ input: FileInput?
  ) -> ProjectReading.Unit {
    ProjectReading.Unit(
      reading, inputs: [input].compactMap(\.self) + (reading.spec?.files ?? []).sorted().map(files.input))
  }
}

extension ProjectReading.Unit {
  /// Returns the unit with the present versions of its files; `nil` if a file that the spec names has changed.
  fileprivate func refreshed(_ spec: FileInput, _ files: ProjectFiles) -> ProjectReading.Unit? {
    let now = inputs.dropFirst().map { files.input($0.path) }
    guard now.elementsEqual(inputs.dropFirst(), by: { $0.hasSameContent(as: $1) }) else { return nil }
    return ProjectReading.Unit(reading, inputs: [spec] + now)
  }
}
