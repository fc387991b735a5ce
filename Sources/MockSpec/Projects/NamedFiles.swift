import Synchronization

/// For each body and schema file of a project, the specs that name it. They are found when they are first needed, which is
/// after the first edit.
final class NamedFiles: Sendable {
  private enum State {
    case units(ChunkedArray<ProjectReading.Unit>)
    /// The paths of the specs.
    case specs([String: [String]])
  }

  private let state: Mutex<State>
  /// The versions of folders that were listed, with the files that no spec names.
  private let listed = Mutex<[String: (version: FileVersion, files: [String])]>([:])

  init(_ units: ChunkedArray<ProjectReading.Unit>) { state = Mutex(.units(units)) }

  private init(_ specs: [String: [String]]) { state = Mutex(.specs(specs)) }

  /// Returns the files of a folder of bodies that no spec names. Lists the folder only if it has changed.
  func unusedBodies(in folder: String) -> [String] {
    guard let version = FileSystem.version(of: folder) else { return [] }
    if let known = listed.withLock({ $0[folder] }), known.version == version { return known.files }
    let specs = specs
    let files = UnusedBodyFile.unknownFiles(in: folder) { specs[$0] != nil }
    // A change right after the listing could be hidden.
    if version.age >= FileVersion.longestTick { listed.withLock { $0[folder] = (version, files) } }
    return files
  }

  /// Returns the files after a change of some specs.
  func replacing(_ old: [ProjectReading.Unit], with new: [ProjectReading.Unit]) -> NamedFiles {
    var specs = specs
    for unit in old {
      for path in unit.namedPaths {
        specs[path]?.removeAll { $0 == unit.path }
        if specs[path] == [] { specs[path] = nil }
      }
    }
    for unit in new { specs.add(unit) }
    return NamedFiles(specs)
  }

  /// Returns the paths of the specs that name a file.
  ///
  /// - Parameter path: The absolute path of the file.
  subscript(path: String) -> [String] { specs[path] ?? [] }

  private var specs: [String: [String]] {
    state.withLock { state in
      switch state {
      case .specs(let specs): return specs
      case .units(let units):
        let specs = units.reduce(into: [:]) { $0.add($1) }
        // The units are released, since later readings replace them.
        state = .specs(specs)
        return specs
      }
    }
  }
}

extension ProjectReading.Unit {
  /// The paths of the body and schema files that the spec names.
  fileprivate var namedPaths: [String] { inputs.map(\.path).filter { $0 != path } }
}

extension [String: [String]] {
  fileprivate mutating func add(_ unit: ProjectReading.Unit) {
    for path in unit.namedPaths { self[path, default: []].append(unit.path) }
  }
}
