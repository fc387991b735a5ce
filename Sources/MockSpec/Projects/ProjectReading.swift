import MockSpecDiagnostics

/// The files of a project as they were read. Each spec and the files that it names are from one moment.
struct ProjectReading: Sendable {
  /// A spec with the files that it names. This is a class because each stage iterates over all of them, and copies would
  /// be expensive.
  final class Unit: Sendable {
    let reading: SpecReading
    /// The spec, if it is a file, then the body and schema files that it names.
    let inputs: [FileInput]
    /// Whether a program was writing a file, so that it wasn't read.
    let isBusy: Bool
    /// Whether a file couldn't be read for a temporary reason.
    let isTransient: Bool
    /// Whether a file was open for writing, but was read.
    let isOpen: Bool
    /// Whether a file has several names.
    let isShared: Bool
    /// What lint rules find in these files alone.
    let findings = Once<SpecFindings>()

    init(_ reading: SpecReading, inputs: [FileInput]) {
      self.reading = reading
      self.inputs = inputs
      isBusy = inputs.contains(where: \.isBusy)
      isTransient = inputs.contains(where: \.isTransient)
      isOpen = inputs.contains(where: \.isOpen)
      isShared = inputs.contains { $0.version?.isShared == true }
    }

    var path: String { reading.file.path }

    private let diagnosis = Once<[Diagnostic]>()
    /// What is reported of the spec alone. The mistake behind errors is found once for each version of the file.
    var reported: [Diagnostic] {
      guard reading.diagnostics.hasErrors else { return reading.diagnostics }
      return diagnosis.value {
        FileReport.diagnostics(reading.diagnostics, of: reading.reading)
      }
    }

    private let check = Once<[Diagnostic]>()
    /// What is reported of the spec with the files that it names, without other specs.
    var problems: [Diagnostic] {
      check.value {
        guard let spec = reading.spec else { return reported }
        return reported + spec.diagnostics + ProjectCheck.problems(in: [spec])
      }
    }
    /// Whether the spec can be served.
    var isValid: Bool { reading.spec?.requests != nil && !problems.hasErrors }
    /// Whether the spec has no content.
    var isEmpty: Bool {
      let errors = reading.diagnostics.filter { $0.severity == .error }
      return !errors.isEmpty && errors.allSatisfy { $0.code == "empty-file" }
    }

    /// Whether the spec declares states or collections, or uses those of other specs.
    var sharesNames: Bool {
      guard let spec = reading.spec?.spec else { return false }
      return !spec.states.isEmpty || !spec.collections.isEmpty || spec.dependsOnOthers
    }
    var requestNames: [String] { reading.spec?.spec.requests.map(\.name.value) ?? [] }
    /// Whether a file doesn't exist.
    var lacksFiles: Bool { inputs.contains { $0.version == nil } }
    /// Whether no file was changed since it was read. Accesses the file system.
    func isCurrent(in files: SpecFiles) -> Bool { inputs.allSatisfy { $0.isCurrent(in: files) } }
    /// Whether all files certainly have the same content as when they were read. Accesses the file system.
    func isUnchanged(in files: SpecFiles) -> Bool { inputs.allSatisfy { $0.isUnchanged(in: files) } }

    func hasSameContents(as other: Unit) -> Bool {
      path.hasSameBytes(as: other.path)
        && inputs.elementsEqual(other.inputs) { $0.path == $1.path && $0.hasSameContent(as: $1) }
    }
  }

  /// The project file.
  struct Settings: Sendable {
    let compiled: SettingsReading
    var input: FileInput
    fileprivate let diagnosis = Once<[Diagnostic]>()

    init(_ compiled: SettingsReading, input: FileInput) {
      self.compiled = compiled
      self.input = input
    }

    var reading: FileReading { compiled.reading }
    var spec: ProjectSpec { compiled.spec }
  }

  /// The search that found the files; `nil` for inline and compiled specs.
  var discovery: Discovery?
  /// Whether the files are from a `CompiledProject`, so that none is on the disk.
  var isCompiled = false
  /// Whether only a part of a project was compiled.
  var isPartOfProject = false
  let root: String
  let workingDirectory: String
  /// The project file in use. All specs were resolved with it.
  var settings: Settings?
  /// The newest version of the project file if it isn't in use.
  var heldSettings: HeldSettings?
  /// The specs, in the order of the search.
  var units: ChunkedArray<Unit> = []
  /// The paths of the specs in `units` that are from an earlier reading, since a program is writing or replacing them now.
  var held: Set<String> = []
  /// The absolute paths of the files that weren't read because a program is writing them.
  var awaited: Set<String> = []
  /// The absolute paths of the files that aren't there but may come back.
  var absent: Set<String> = []
  /// The paths of the specs that aren't in `units` because a program is writing them or a file that they name, for the
  /// first time; since when.
  var lacking: [String: ContinuousClock.Instant] = [:]
  /// Whether the reading can't be used: the files don't go together, since a program is writing the project file, or
  /// has changed it while others can't be read.
  var isMixed = false

  /// Whether something couldn't be read for a temporary reason.
  var isIncomplete: Bool {
    units.contains(where: \.isTransient) || newestSettings?.input.isTransient == true
      || discovery?.isIncomplete == true
  }

  var project: ProjectSpec { settings?.spec ?? ProjectSpec() }

  /// The newest version of the project file, which may not be in use.
  var newestSettings: Settings? { heldSettings?.settings ?? settings }

  var namedFiles = NamedFiles([])
  /// The paths of the files that the previous reading didn't have; `nil` if the project was searched for files.
  var newPaths: Set<String>?
  /// Whether files stopped being changed, added or removed while they were read.
  var isSettled = true

  /// Whether no file has been changed, added or removed since it was read. Files that a program is writing aren't
  /// considered. Accesses the file system.
  func isCurrent(in files: SpecFiles) -> Bool {
    units.allSatisfy { held.contains($0.path) || $0.isCurrent(in: files) }
      && newestSettings?.isCurrent(in: files) != false && discovery?.isCurrent != false
  }

  /// All files. A body or schema file occurs once for each spec that names it.
  var inputs: [FileInput] { [newestSettings?.input].compactMap(\.self) + units.flatMap(\.inputs) }

  /// Returns whether both have the same files with the same contents.
  func hasSameContents(as other: ProjectReading) -> Bool {
    goesTogether(with: other)
      && units.elementsEqual(other.units) { $0 === $1 || $0.hasSameContents(as: $1) }
  }

  /// Returns whether both have the same project file that isn't in use.
  func hasSameHeldSettings(as other: ProjectReading) -> Bool {
    switch (heldSettings, other.heldSettings) {
    case (nil, nil): true
    case (let mine?, let theirs?): mine.settings.input.hasSameContent(as: theirs.settings.input)
    case (nil, _?), (_?, nil): false
    }
  }

  /// The specs by path.
  var unitsByPath: [String: Unit] {
    Dictionary(units.map { ($0.path, $0) }) { first, _ in first }
  }

  /// Returns whether specs of the other reading would be resolved in the same way in this one.
  func goesTogether(with other: ProjectReading) -> Bool {
    guard root == other.root, settings?.path == other.settings?.path else { return false }
    guard let mine = settings?.input, let theirs = other.settings?.input else { return true }
    return mine.hasSameContent(as: theirs)
  }
}

extension ProjectReading.Settings {
  /// Whether the file wasn't changed since it was read. Accesses the file system.
  func isCurrent(in files: SpecFiles) -> Bool { input.isBusy || input.isCurrent(in: files) }
  var path: String { input.path }
  /// What is reported of the file alone. The mistake behind errors is found once for each version of the file.
  var reported: [Diagnostic] {
    guard compiled.diagnostics.hasErrors else { return compiled.diagnostics }
    return diagnosis.value { FileReport.diagnostics(compiled.diagnostics, of: reading) }
  }
}
