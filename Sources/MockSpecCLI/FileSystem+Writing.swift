import MockSpec

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

extension FileSystem {
  /// With all folders above it; nothing happens if it is there.
  static func makeFolder(_ path: String) throws(WriteError) {
    guard find(path) == nil else { return }
    try makeFolder(FilePath.parent(path))
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw WriteError(path, errno) }
  }

  /// Fails if someone else has made the file meanwhile.
  static func create(_ path: String, _ bytes: [UInt8]) throws(WriteError) {
    guard let file = fopen(path, "wx") else { throw WriteError(path, errno) }
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    let code = errno
    if fclose(file) != 0 || !isWritten { throw WriteError(path, isWritten ? errno : code) }
  }

  /// Whoever reads the file meanwhile sees all of the old content or all of the new one.
  ///
  /// - Parameters:
  ///   - keepsMode: The new file may be read, written and run by whom the old one might.
  ///   - check: What must still be true when all else is done.
  static func replace(
    _ path: String, with bytes: [UInt8], keepsMode: Bool = false,
    check: () throws(WriteError) -> Void = {}
  ) throws(WriteError) {
    // Not the name of a spec, since a walk takes specs that begin with a dot.
    let temporary = FilePath.join(FilePath.parent(path), ".mockspec-\(getpid()).tmp")
    unlink(temporary)
    do throws(WriteError) {
      try create(temporary, bytes)
      if keepsMode { try copyMode(of: path, to: temporary) }
      try check()
      guard rename(temporary, path) == 0 else { throw WriteError(path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  private static func copyMode(of path: String, to other: String) throws(WriteError) {
    var info = stat()
    guard access(path, W_OK) == 0, stat(path, &info) == 0 else { throw WriteError(path, errno) }
    // Only a superuser may give a file away, and for anyone else it is theirs already.
    _ = chown(other, info.st_uid, info.st_gid)
    guard chmod(other, info.st_mode & 0o7777) == 0 else { throw WriteError(path, errno) }
  }

  /// A link itself, and not what it leads to. Nothing happens if the file isn't there.
  static func remove(_ path: String) throws(WriteError) {
    if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw WriteError(path, errno) }
  }

  /// - Returns: Whether there was such a folder, and it was empty.
  static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path) == 0 }
}

/// A file or folder that couldn't be written.
struct WriteError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ code: Int32) {
    description =
      "can't write '\(FilePath.shown(path, in: FileSystem.workingDirectory))': \(String(cString: strerror(code)))"
  }

  init(_ description: String) { self.description = description }
}
