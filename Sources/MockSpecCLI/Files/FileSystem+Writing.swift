import MockSpec

#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#else
  @preconcurrency import Darwin
#endif

extension FileSystem {
  /// Creates a folder and its parents, unless it exists.
  static func makeFolder(_ path: String) throws(WriteError) {
    guard find(path) == nil else { return }
    try makeFolder(FilePath.parent(path))
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw WriteError(path, errno) }
  }

  /// Creates a file, and fails if it exists.
  ///
  /// - Parameter mode: Its permissions, less those of the process's `umask`.
  static func create(_ path: String, _ bytes: [UInt8], mode: mode_t = 0o666) throws(WriteError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else { throw WriteError(path, errno) }
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    let code = errno
    if fclose(file) != 0 || !isWritten { throw WriteError(path, isWritten ? errno : code) }
  }

  /// Replaces a file atomically: concurrent readers see either the old content or the new one.
  ///
  /// - Parameters:
  ///   - keepsMode: Whether the new file gets the owner and the permissions of the old one.
  ///   - check: Called immediately before the file is replaced, which doesn't happen if it throws.
  static func replace(
    _ path: String, with bytes: [UInt8], keepsMode: Bool = false,
    check: () throws(WriteError) -> Void = {}
  ) throws(WriteError) {
    // Doesn't end like a spec, because specs whose names begin with a dot are loaded, too.
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
    // Fails for other users than root, who can only replace files of their own anyway.
    _ = chown(other, info.st_uid, info.st_gid)
    guard chmod(other, info.st_mode & 0o7777) == 0 else { throw WriteError(path, errno) }
  }

  /// Removes a file, or a link itself rather than its destination. Does nothing if the file doesn't exist.
  static func remove(_ path: String) throws(WriteError) {
    if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw WriteError(path, errno) }
  }

  /// Removes a folder if it is empty.
  ///
  /// - Returns: Whether a folder was removed.
  static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path) == 0 }
}

/// An error message about a file or folder that couldn't be written.
struct WriteError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ code: Int32) {
    description =
      "can't write '\(FilePath.shown(path, in: FileSystem.workingDirectory))': \(String(cString: strerror(code)))"
  }

  init(_ description: String) { self.description = description }
}
