import MockSpecDiagnostics
import MockSpecDocument

/// The places of a project's errors. Lint rules check only requests without errors, since what they would find in others
/// can follow from the errors.
struct ErrorPlaces {
  /// The offsets of errors and of their notes for each file, in ascending order and without repetitions; -1 for the file as a whole.
  private let offsets: [String: [Int]]

  init(of project: LoadedProject) {
    var offsets: [String: [Int]] = [:]
    func add(_ diagnostics: [Diagnostic]) {
      for error in diagnostics where error.severity == .error {
        if error.range == nil { offsets[error.file, default: []].append(-1) }
        for range in [error.range].compactMap(\.self) + error.notes.map(\.range) {
          offsets[range.file.path, default: []].append(range.bytes.lowerBound)
        }
      }
    }
    func add(_ reading: FileReading?) {
      guard let path = reading?.root?.range.file.path, reading?.failed.isEmpty == false else { return }
      offsets[path, default: []] += reading?.failed ?? []
    }
    add(project.found)
    // What is reported of a file can be the cause of these errors.
    add(project.reading.settings?.compiled.diagnostics ?? [])
    add(project.reading.settings?.reading)
    for unit in project.reading.units {
      add(unit.reading.diagnostics)
      add(unit.reading.reading)
    }
    // Aliases repeat errors.
    self.offsets = offsets.mapValues { Set($0).sorted() }
  }

  /// Returns whether a file has errors.
  func exist(in file: SpecFile) -> Bool { offsets[file.shown] != nil }

  /// Returns whether no error of the project file is in its defaults. A misspelled key of the root can be one of them.
  func spareDefaults(of root: Node) -> Bool {
    let others = root.entries.filter { $0.key.text != SpecKey.defaults.rawValue }.map(\.value.range.bytes)
    return (offsets[root.range.file.path] ?? []).allSatisfy { error in others.contains { $0.contains(error) } }
  }

  /// Returns the requests of a spec without errors; `nil` if an error is outside of requests, and may concern all of them.
  func requestsSpared(in reading: SpecReading) -> [ResolvedRequest]? {
    guard let root = reading.reading.root, let spec = reading.spec else { return nil }
    let errors = offsets[reading.file.shown] ?? []
    var inRequests: Set<Int> = []
    var broken: Set<Int> = []
    for (name, request) in root.value(SpecKey.requests.rawValue)?.entries.map(\.self) ?? [] {
      for node in [name, request] { inRequests.formUnion(errors[touching: node]) }
      // The value of an alias is elsewhere in the file.
      let isBroken = !errors[touching: name].isEmpty || request.subtree.contains { !errors[touching: $0].isEmpty }
      if isBroken { broken.insert(name.range.bytes.lowerBound) }
    }
    guard inRequests.count == errors.count else { return nil }
    return spec.resolved.filter { $0.items == nil && !broken.contains($0.spec.name.range.bytes.lowerBound) }
  }
}

extension [Int] {
  /// The offsets in a node and at its end.
  fileprivate subscript(touching node: Node) -> ArraySlice<Int> {
    let bytes = node.range.bytes
    let start = partitioningIndex { $0 >= bytes.lowerBound }
    return self[start...].prefix { $0 <= bytes.upperBound }
  }
}
