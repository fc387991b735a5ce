import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// A folder of generated files that is updated when their sources change.
///
/// A list in the folder contains the names of the generated files. No other files are overwritten or removed.
struct OutputFolder {
  /// Begins with a dot, so that it isn't loaded as part of a project.
  static let listName = ".mockspec-convert"

  struct Changes {
    var written = 0
    var removed = 0
  }

  /// The absolute path.
  let path: String

  /// Writes the changed files, and removes listed files that aren't generated anymore.
  ///
  /// - Throws: `WriteError`. If a file that isn't in the list is in the way, nothing has been changed.
  func replace(with files: [ProjectConversion.File]) throws(WriteError) -> Changes {
    let listed = try readList()
    let current = Set(files.map(\.path))
    var pending: [ProjectConversion.File] = []
    for file in files where try needsWriting(file, listed) { pending.append(file) }
    // A file that isn't in the list isn't added to it if it already has the right content.
    let ours = listed.intersection(current).union(pending.map(\.path))

    // The list is written before the files, so that it is complete even if the run is interrupted.
    try writeList(listed.union(ours), over: listed)
    for file in pending {
      let path = FilePath.join(path, file.path)
      try FileSystem.makeFolder(FilePath.parent(path))
      try FileSystem.replace(path, with: file.bytes)
    }
    var changes = Changes(written: pending.count)
    for stale in listed.subtracting(current).sorted() where try remove(stale) { changes.removed += 1 }
    try writeList(ours, over: listed.union(ours))
    return changes
  }

  private func needsWriting(_ file: ProjectConversion.File, _ listed: Set<String>) throws(WriteError) -> Bool {
    let path = FilePath.join(path, file.path)
    guard isInside(path) else { throw Self.linked(shown(path)) }
    // This command doesn't create links, so it didn't create this one.
    let isLink = FileSystem.isLink(path)
    guard isLink || FileSystem.find(path) != nil else { return true }
    if (try? FileSystem.read(path, limit: file.bytes.count)) == file.bytes { return false }
    guard listed.contains(file.path), !isLink else { throw Self.foreign(shown(path)) }
    return true
  }

  private func remove(_ name: String) throws(WriteError) -> Bool {
    let file = FilePath.absolute(name, in: path)
    guard isInside(file), !FileSystem.isLink(file), FileSystem.find(file)?.kind == .file else { return false }
    try FileSystem.remove(file)
    var folder = FilePath.parent(file)
    while folder != path, FileSystem.removeEmptyFolder(folder) { folder = FilePath.parent(folder) }
    return true
  }

  /// Whether a path is inside the folder after all links are resolved. It is checked since the list isn't trusted.
  private func isInside(_ file: String) -> Bool {
    FilePath.isBeneath(file, path) && file != path
      && FilePath.isBeneath(
        FileSystem.futureRealPath(FilePath.parent(file)), FileSystem.futureRealPath(path))
  }

  private func shown(_ path: String) -> String { FilePath.shown(path, in: FileSystem.workingDirectory) }
}

// MARK: - The list

extension OutputFolder {
  private var list: String { FilePath.join(path, Self.listName) }

  private func readList() throws(WriteError) -> Set<String> {
    guard FileSystem.find(list) != nil else { return [] }
    guard let bytes = try? FileSystem.read(list, limit: 16 << 20),
      let root = DocumentParser.parseJSON(bytes)?.root,
      let files = root.value("files"), root.value("mockspec-convert")?.intValue == 1
    else { throw Self.notAList(shown(list)) }
    return Set(files.elements.map(\.text))
  }

  private func writeList(_ files: Set<String>, over old: Set<String>) throws(WriteError) {
    guard files != old else { return }
    var json = JSONText()
    json.raw("{\"mockspec-convert\": 1, \"files\": [")
    for file in files.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
      json.separate()
      json.raw("\n  ")
      json.string(file)
    }
    json.raw("\n]}\n")
    try FileSystem.makeFolder(path)
    try FileSystem.replace(list, with: json.bytes)
  }

  private static func notAList(_ list: String) -> WriteError {
    WriteError("'\(list)' isn't a list written by 'mockspec convert'; remove it, or choose another folder")
  }

  private static func foreign(_ file: String) -> WriteError {
    WriteError("'\(file)' is in the way and wasn't written by 'mockspec convert'; remove it, or choose another folder")
  }

  private static func linked(_ file: String) -> WriteError {
    WriteError("'\(file)' would be written outside the output folder, because a link leads there")
  }
}
