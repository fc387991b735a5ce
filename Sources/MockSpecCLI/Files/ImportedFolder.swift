import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A plan to write imported files to a folder, which may have files of an earlier import.
///
/// A list in the folder contains a hash of each file as it was imported. A file with another content was changed by hand, and
/// is kept. Files that aren't in the list are never changed.
struct ImportedFolder {
  /// Begins with a dot, so that it isn't loaded as part of a project.
  static let listName = ".mockspec-import"

  /// What happens to a file.
  enum Change: Equatable {
    case new, changed, same
    /// The source doesn't have the file's content any more.
    case gone
    /// The file was changed by hand. `false` if the source would have the file as it was imported.
    case kept(isOutdated: Bool)
  }

  struct Step {
    /// Relative to the folder.
    let path: String
    let change: Change
    /// The content on the disk, and that of the source; `nil` for none.
    let old: [UInt8]?
    let new: [UInt8]?
  }

  /// The maximum size of a file that is compared.
  private static let sizeLimit = 256 << 20

  private struct Entry: Equatable {
    let source: String
    let hash: String
  }

  /// The absolute path of the folder, which needn't exist.
  private let folder: String
  /// The files to be written and those of earlier imports of the source, by path.
  let steps: [Step]
  /// The files in the way, as shown to users: they aren't of an earlier import.
  let foreign: [String]
  private let list: [String: Entry]
  private let nextList: [String: Entry]

  /// - Parameters:
  ///   - sources: The absolute paths of the sources. Only files of these are gone if they aren't imported any more.
  /// - Throws: `WriteError` if the list can't be read.
  init(_ folder: String, _ files: [DraftFile], from sources: [String]) throws(WriteError) {
    self.folder = folder
    let source = sources.map { FilePath.relative($0, to: folder) }.sorted().joined(separator: " ")
    list = try Self.readList(folder)
    var (steps, next): ([Step], [String: Entry]) = ([], list)
    var foreign: [String] = []
    let new = Dictionary(files.map { ($0.path, $0.bytes) }) { $1 }
    let gone = list.filter { new[$0.key] == nil && $0.value.source == source }
    for path in (Array(new.keys) + gone.keys).sorted() {
      let full = FilePath.join(folder, path)
      let isFile = FileSystem.find(full)?.kind == .file && !FileSystem.isLink(full)
      let old = isFile ? try? FileSystem.read(full, limit: Self.sizeLimit) : nil
      let isInTheWay = old == nil && (FileSystem.find(full) != nil || FileSystem.isLink(full))
      let (entry, bytes) = (list[path], new[path])
      if isInTheWay || (old != nil && old != bytes && entry == nil) {
        foreign.append(FilePath.shown(full, in: FileSystem.workingDirectory))
        continue
      }
      let change: Change
      switch (old, bytes) {
      case (let old?, let bytes?) where old == bytes: change = .same
      case (let old?, let bytes?) where Self.hash(old) != entry?.hash:
        change = .kept(isOutdated: Self.hash(bytes) != entry?.hash)
      case (.some, .some): change = .changed
      case (nil, .some): change = .new
      case (let old?, nil): change = Self.hash(old) == entry?.hash ? .gone : .kept(isOutdated: true)
      case (nil, nil): change = .same
      }
      steps.append(Step(path: path, change: change, old: old, new: bytes))
      // The hash of a file that is kept stays that of the import from which it was changed.
      if case .kept = change { continue }
      next[path] = bytes.map { Entry(source: source, hash: Self.hash($0)) }
    }
    (self.steps, self.foreign, nextList) = (steps, foreign, next)
  }

  /// Returns the changes as a diff, from what is on the disk to what the source has.
  func diff(shownIn output: String) -> String {
    steps.map { UnifiedDiff(from: $0.old ?? [], to: $0.new ?? []).text(path: FilePath.join(output, $0.path)) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Writes and removes files: all of them or none. SIGINT and SIGTERM have no effect meanwhile.
  func write() throws(WriteError) {
    for step in steps { try checkPlace(of: step.path) }
    let handlers = (signal(SIGINT, SIG_IGN), signal(SIGTERM, SIG_IGN))
    defer {
      signal(SIGINT, handlers.0)
      signal(SIGTERM, handlers.1)
    }
    var done: [Step] = []
    do throws(WriteError) {
      for step in steps {
        try perform(step)
        done.append(step)
      }
      try writeList()
    } catch {
      for step in done.reversed() { undo(step) }
      throw error
    }
  }

  private func checkPlace(of path: String) throws(WriteError) {
    let full = FilePath.join(folder, path)
    let parent = FileSystem.futureRealPath(FilePath.parent(full))
    guard FilePath.isBeneath(parent, FileSystem.futureRealPath(folder)) else {
      throw WriteError("'\(Self.shown(full))' would be outside the output folder, because a link leads there")
    }
  }

  private func perform(_ step: Step) throws(WriteError) {
    let path = FilePath.join(folder, step.path)
    switch (step.change, step.new) {
    case (.new, let bytes?):
      try FileSystem.makeFolder(FilePath.parent(path))
      try FileSystem.createWhole(path, bytes)
    case (.changed, let bytes?): try FileSystem.replace(path, with: bytes)
    case (.gone, _):
      try FileSystem.remove(path)
      removeEmptyFolders(above: path)
    default: break
    }
  }

  private func undo(_ step: Step) {
    let path = FilePath.join(folder, step.path)
    switch (step.change, step.old) {
    case (.new, _):
      try? FileSystem.remove(path)
      removeEmptyFolders(above: path)
    case (.changed, let old?), (.gone, let old?):
      try? FileSystem.makeFolder(FilePath.parent(path))
      try? FileSystem.replace(path, with: old)
    default: break
    }
  }

  private func removeEmptyFolders(above path: String) {
    var parent = FilePath.parent(path)
    while FilePath.isBeneath(parent, folder), FileSystem.removeEmptyFolder(parent) { parent = FilePath.parent(parent) }
  }

  private static func shown(_ path: String) -> String { FilePath.shown(path, in: FileSystem.workingDirectory) }
  private static func hash(_ bytes: [UInt8]) -> String { String(FNV1a(bytes).value, radix: 16) }
}

// MARK: - The list

extension ImportedFolder {
  private static func readList(_ folder: String) throws(WriteError) -> [String: Entry] {
    let path = FilePath.join(folder, listName)
    guard FileSystem.find(path) != nil else { return [:] }
    guard let bytes = try? FileSystem.read(path, limit: 64 << 20), let root = DocumentParser.parseJSON(bytes)?.root,
      let files = root.value("files"), files.kind == .mapping, root.value("mockspec-import")?.intValue == 1
    else {
      throw WriteError("'\(shown(path))' isn't a list written by 'mockspec import'; remove it, or choose another folder")
    }
    var list: [String: Entry] = [:]
    for file in files.entries {
      // The list isn't trusted: files are removed by its names.
      guard !file.key.text.hasPrefix("/"), !file.key.text.split(separator: "/").contains(".."),
        let source = file.value.value("source")?.text, let hash = file.value.value("hash")?.text
      else { continue }
      list[file.key.text] = Entry(source: source, hash: hash)
    }
    return list
  }

  private func writeList() throws(WriteError) {
    guard nextList != list else { return }
    var json = JSONText()
    json.raw("{\"mockspec-import\": 1, \"files\": {")
    for (path, entry) in nextList.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      json.separate()
      json.raw("\n  ")
      json.string(path)
      json.raw(": ")
      json.object {
        $0.member("source", entry.source)
        $0.member("hash", entry.hash)
      }
    }
    json.raw("\n}}\n")
    try FileSystem.replace(FilePath.join(folder, Self.listName), with: json.bytes)
  }
}
