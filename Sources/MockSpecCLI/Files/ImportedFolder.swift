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
    /// The file was changed by hand. The source has it as it was imported, has it in another way, or doesn't have it.
    case kept, keptOutdated, keptGone
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
    /// While files are written, the hash that the file gets; `nil` otherwise. If the run is interrupted, the file has either.
    var next: String?

    func isOf(_ bytes: [UInt8]) -> Bool { [hash, next].contains(ImportedFolder.hash(bytes)) }
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
      try Self.checkPlace(full, in: folder)
      let isFile = FileSystem.find(full)?.kind == .file && !FileSystem.isLink(full)
      let old = isFile ? try? FileSystem.read(full, limit: Self.sizeLimit) : nil
      let isInTheWay = old == nil && (FileSystem.find(full) != nil || FileSystem.isLink(full))
      // A file of another source is in the way.
      let (entry, bytes) = (list[path].flatMap { $0.source == source ? $0 : nil }, new[path])
      if isInTheWay || (old != nil && old != bytes && entry == nil) {
        foreign.append(FilePath.shown(full, in: FileSystem.workingDirectory))
        continue
      }
      let change: Change
      switch (old, bytes) {
      case (let old?, let bytes?) where old == bytes: change = .same
      case (let old?, let bytes?) where entry?.isOf(old) != true:
        change = entry?.isOf(bytes) == true ? .kept : .keptOutdated
      case (.some, .some): change = .changed
      case (nil, .some): change = .new
      case (let old?, nil): change = entry?.isOf(old) == true ? .gone : .keptGone
      case (nil, nil): change = .same
      }
      steps.append(Step(path: path, change: change, old: old, new: bytes))
      // The hash of a file that is kept stays that of the import from which it was changed. A file that was there without one
      // stays the user's.
      let isOurs = change != .same || entry != nil || old == nil
      if [.kept, .keptOutdated, .keptGone].contains(change) || !isOurs { continue }
      next[path] = bytes.map { Entry(source: source, hash: Self.hash($0)) }
    }
    (self.steps, self.foreign, nextList) = (steps, foreign, next)
  }

  /// Returns the changes as a diff, from what is on the disk to what the source has.
  func diff(shownIn output: String) -> String {
    steps.filter { $0.change != .keptGone }
      .map { UnifiedDiff(from: $0.old, to: $0.new).text(path: FilePath.join(output, $0.path)) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Writes and removes files: all of them or none. SIGHUP, SIGINT and SIGTERM have no effect meanwhile.
  func write() throws(WriteError) {
    let signals = [SIGHUP, SIGINT, SIGTERM]
    let handlers = signals.map { signal($0, SIG_IGN) }
    defer { for (number, handler) in zip(signals, handlers) { signal(number, handler) } }
    var done: [Step] = []
    do throws(WriteError) {
      // The list knows each file even if the run is interrupted.
      try writeList(
        list.merging(nextList) { Entry(source: $0.source, hash: $0.hash, next: $1.hash == $0.hash ? nil : $1.hash) })
      for step in steps {
        try perform(step)
        done.append(step)
      }
      try writeList(nextList)
    } catch {
      for step in done.reversed() { undo(step) }
      if list.isEmpty {
        try? FileSystem.remove(FilePath.join(folder, Self.listName))
        _ = FileSystem.removeEmptyFolder(folder)
      } else {
        try? writeList(list)
      }
      throw error
    }
  }

  private static func checkPlace(_ full: String, in folder: String) throws(WriteError) {
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
    case (.changed, let bytes?): try FileSystem.rewrite(path, from: step.old ?? [], to: bytes)
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
    case (.changed, let old?): try? FileSystem.rewrite(path, from: step.new ?? [], to: old)
    case (.gone, let old?):
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
  fileprivate static func hash(_ bytes: [UInt8]) -> String { String(FNV1a(bytes).value, radix: 16) }
}

// MARK: - The list

extension ImportedFolder {
  private static func readList(_ folder: String) throws(WriteError) -> [String: Entry] {
    let path = FilePath.join(folder, listName)
    guard FileSystem.find(path) != nil else { return [:] }
    guard let bytes = try? FileSystem.read(path, limit: 64 << 20), let root = DocumentParser.parseJSON(bytes)?.root,
      let files = root.value("files"), files.kind == .mapping, root.value("mockspec-import")?.intValue == 1
    else {
      throw WriteError(
        "'\(shown(path))' isn't a list written by 'mockspec import'; remove it, or choose another folder")
    }
    var list: [String: Entry] = [:]
    for file in files.entries {
      // The list isn't trusted: files are removed by its names.
      guard isImportable(file.key.text), let source = file.value.value("source")?.text,
        let hash = file.value.value("hash")?.text
      else { continue }
      list[file.key.text] = Entry(source: source, hash: hash, next: file.value.value("next")?.text)
    }
    return list
  }

  /// Whether a path can be that of an imported file.
  private static func isImportable(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    let isSafe = parts.allSatisfy { part in
      part.first != UInt8(ascii: ".")
        && part.allSatisfy { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || "-_.".utf8.contains($0) } && !part.isEmpty
    }
    let isBody = parts.first?.elementsEqual("bodies".utf8) == true
    return isSafe && (path.hasSuffix(".mock.yaml") || path == "mockspec.yaml" || isBody)
  }

  private func writeList(_ list: [String: Entry]) throws(WriteError) {
    // An import that changes nothing writes nothing.
    let isChanging = steps.contains { [.new, .changed, .gone].contains($0.change) }
    guard isChanging || self.list != nextList else { return }
    var json = JSONText()
    json.raw("{\"mockspec-import\": 1, \"files\": {")
    for (path, entry) in list.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      json.separate()
      json.raw("\n  ")
      json.string(path)
      json.raw(": ")
      json.object {
        $0.member("source", entry.source)
        $0.member("hash", entry.hash)
        if let next = entry.next { $0.member("next", next) }
      }
    }
    json.raw("\n}}\n")
    try FileSystem.makeFolder(folder)
    try FileSystem.replace(FilePath.join(folder, Self.listName), with: json.bytes)
  }
}
