/// The files from which specs are read: those on the disk, and buffers that take the place of some of them, such as the unsaved
/// texts of an editor.
///
/// All paths are absolute. A buffer has the path under which the project finds its file; a file that is a link has its own.
package struct SpecFiles: Sendable, Hashable {
  /// The files on the disk.
  package static let disk = SpecFiles(buffers: [:])

  private let buffers: [String: [UInt8]]
  /// The names of the buffers and of the folders that lead to them, by folder.
  private let added: [String: Set<String>]

  /// - Parameter buffers: Texts by absolute path. A file that isn't on the disk is added to its folder, which needn't exist
  ///   either.
  package init(buffers: [String: [UInt8]]) {
    self.buffers = buffers
    var added: [String: Set<String>] = [:]
    for path in buffers.keys {
      for path in FilePath.upward(from: path) {
        guard added[FilePath.parent(path), default: []].insert(FilePath.name(path)).inserted else { break }
      }
    }
    self.added = added
  }

  /// Returns the file or folder at a path; `nil` if there is none.
  func find(_ path: String) -> FileSystem.Found? {
    let found = FileSystem.find(path)
    guard let bytes = buffers[path] else {
      guard found == nil, added[path] != nil else { return found }
      let version = FileVersion(ofBuffer: [], path)
      return FileSystem.Found(kind: .folder, identity: version.identity, isLink: false, version: version)
    }
    let version = FileVersion(ofBuffer: bytes, path)
    return FileSystem.Found(
      kind: .file, identity: found?.identity ?? version.identity, isLink: found?.isLink ?? false, version: version)
  }

  /// Returns whether a path is a symbolic link.
  func isLink(_ path: String) -> Bool { FileSystem.isLink(path) }

  /// Returns the names in a folder, in the order of their bytes.
  ///
  /// - Throws: `FileError` if the folder can't be read.
  func names(in folder: String) throws(FileError) -> [String] {
    let others = self.added[folder] ?? []
    let names = others.isEmpty || FileSystem.find(folder) != nil ? try FileSystem.names(in: folder) : []
    let added = others.subtracting(names)
    if added.isEmpty { return names }
    return (names + added).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the version of the file or folder at a path; `nil` if there is none.
  func version(of path: String) -> FileVersion? {
    buffers[path].map { FileVersion(ofBuffer: $0, path) } ?? FileSystem.version(of: path)
      ?? (added[path] == nil ? nil : FileVersion(ofBuffer: [], path))
  }

  /// Returns a path without links; `nil` if nothing exists at the path.
  func realPath(_ path: String) -> String? {
    buffers[path] == nil && added[path] == nil ? FileSystem.realPath(path) : FileSystem.futureRealPath(path)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the file.
  ///   - limit: The maximum size in bytes.
  ///   - isAllowed: Returns whether a file may be read, by its real path.
  ///   - writers: Decides whether the file is whole; `nil` to read it in any case. A buffer always is.
  /// - Throws: `FileError`; see `FileSystem.content(of:limit:isAllowed:writers:)`.
  func content(
    of path: String, limit: Int, isAllowed: ((_ realPath: String) -> Bool)? = nil, writers: FileWriters? = nil
  ) throws(FileError) -> FileSystem.Content {
    guard let bytes = buffers[path] else {
      return try FileSystem.content(of: path, limit: limit, isAllowed: isAllowed, writers: writers)
    }
    let realPath = isAllowed == nil ? "" : FileSystem.futureRealPath(path)
    if let isAllowed, !isAllowed(realPath) { throw FileError(refused: path) }
    guard bytes.count <= limit else { throw FileError(path, limit: limit) }
    return FileSystem.Content(
      bytes: bytes, version: FileVersion(ofBuffer: bytes, path), realPath: realPath, isRecent: false)
  }
}
