import MockSpecDiagnostics

/// What has errors in the newest files of a project, so that it isn't served.
struct HeldFiles: Sendable {
  /// The specs whose newest version isn't served, in the order of reading.
  var specs: [HeldSpec] = []
  /// Other files and folders: the project file, and those that can't be read.
  var others: [HeldFile] = []
  /// Whether scenes name something that exists nowhere, although the project file hasn't changed.
  var hasUnknownNames = false

  var isEmpty: Bool { specs.isEmpty && others.isEmpty }
  /// The newest and the earlier versions of the specs.
  var units: [ProjectReading.Unit] { specs.flatMap { [$0.newest, $0.earlier].compactMap(\.self) } }
  /// The files as they are shown to users. A new empty spec isn't among them, since it is only a warning.
  var files: [HeldFile] { others + specs.filter { !$0.isNewAndEmpty }.map(\.file) }
  /// The warnings about new empty specs.
  var warnings: [Diagnostic] { specs.filter(\.isNewAndEmpty).flatMap(\.diagnostics).map(\.asWarning) }
}

/// A spec whose newest version isn't served.
struct HeldSpec: Sendable {
  let path: String
  /// The newest version; `nil` if it can't be found or read.
  let newest: ProjectReading.Unit?
  /// The version that is served instead; `nil` if there is none.
  let earlier: ProjectReading.Unit?
  /// The errors and warnings of the newest version, and those about names that other specs have, too.
  var diagnostics: [Diagnostic] = []

  /// Whether the spec has no content yet, and never had any.
  var isNewAndEmpty: Bool { earlier == nil && newest?.isEmpty == true }

  var file: HeldFile {
    let shown = newest?.reading.file.shown ?? earlier?.reading.file.shown ?? path
    let requests = newest?.reading.spec?.spec.requests.map(\.name.value)
    return HeldFile(shown, hasEarlierVersion: earlier != nil, diagnostics, requests: requests.map { Set($0) })
  }
}

/// The newest version of a project file while an earlier one is in use.
struct HeldSettings: Sendable {
  let settings: ProjectReading.Settings
  let diagnostics: [Diagnostic]
  /// The paths of the specs that have errors with it.
  let specs: Set<String>
  /// The requests that its scenes name, if one of the scenes has an error.
  let requests: Set<String>

  init(
    _ settings: ProjectReading.Settings, _ diagnostics: [Diagnostic], specs: Set<String> = [],
    requests: Set<String> = []
  ) {
    self.settings = settings
    self.diagnostics = diagnostics
    self.specs = specs
    self.requests = requests
  }

  /// Returns whether it may have become usable by a change of specs.
  func concerns(_ reading: ProjectReading, after earlier: ProjectReading) -> Bool {
    if specs.isEmpty && requests.isEmpty { return false }
    guard let change = UnitChange(from: earlier.units, to: reading.units) else { return true }
    return (change.old + change.new).contains { unit in
      specs.contains(unit.path) || unit.requestNames.contains(where: requests.contains)
    }
  }
}

extension HeldFiles {
  /// Returns the files after a change of some specs.
  func replacing(_ specs: [HeldSpec]) -> HeldFiles {
    var files = self
    files.specs = specs
    return files
  }
}

extension Diagnostic {
  /// The same as a warning.
  fileprivate var asWarning: Diagnostic {
    guard let range else { return Diagnostic(.warning, code, message, file: file, notes: notes, help: help) }
    return Diagnostic(.warning, code, message, at: range, label: label, notes: notes, help: help, fix: fix)
  }
}
