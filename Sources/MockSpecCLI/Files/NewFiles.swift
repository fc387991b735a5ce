import MockSpec

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// New files of a folder. Either all of them are written or none; existing files are never changed.
struct NewFiles {
  /// The absolute path of the folder, which needn't exist.
  let folder: String
  let files: [DraftFile]

  /// The paths that are in use, as shown to users.
  var existing: [String] {
    files.map { FilePath.join(folder, $0.path) }.filter { FileSystem.find($0) != nil || FileSystem.isLink($0) }.map(
      Self.shown)
  }

  /// Writes the files. SIGINT and SIGTERM have no effect meanwhile.
  func write() throws(WriteError) {
    for file in files {
      let parent = FileSystem.futureRealPath(FilePath.parent(FilePath.join(folder, file.path)))
      guard FilePath.isBeneath(parent, FileSystem.futureRealPath(folder)) else {
        throw WriteError(
          "'\(Self.shown(FilePath.join(folder, file.path)))' would be outside the output folder, because a link leads there"
        )
      }
    }
    let handlers = (signal(SIGINT, SIG_IGN), signal(SIGTERM, SIG_IGN))
    defer {
      signal(SIGINT, handlers.0)
      signal(SIGTERM, handlers.1)
    }
    var written: [String] = []
    do throws(WriteError) {
      for file in files {
        let path = FilePath.join(folder, file.path)
        try FileSystem.makeFolder(FilePath.parent(path))
        try FileSystem.createWhole(path, file.bytes)
        written.append(path)
      }
    } catch {
      for path in written { try? FileSystem.remove(path) }
      for folder in Set(written.map(FilePath.parent)).sorted(by: >) { _ = FileSystem.removeEmptyFolder(folder) }
      throw error
    }
  }

  private static func shown(_ path: String) -> String { FilePath.shown(path, in: FileSystem.workingDirectory) }
}
