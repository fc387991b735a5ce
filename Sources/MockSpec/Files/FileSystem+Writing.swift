#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension FileSystem {
  /// Creates a folder and its parents, unless it exists.
  package static func makeFolder(_ path: String) throws(WriteError) {
    guard find(path) == nil else { return }
    try makeFolder(FilePath.parent(path))
    if mkdir(path, 0o777) != 0, errno != EEXIST { throw WriteError(path, errno) }
  }

  /// Creates a file. Fails if anything exists at the path, even a link. If writing fails, no file is left.
  ///
  /// - Parameter mode: The permissions of the file, reduced by the process's `umask`.
  package static func create(_ path: String, _ bytes: [UInt8], mode: UInt32 = 0o666) throws(WriteError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(mode))
    guard descriptor >= 0, let file = fdopen(descriptor, "w") else { throw WriteError(path, errno) }
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    let code = errno
    // Closing writes buffered bytes, so both steps can fail because the disk is full.
    guard fclose(file) == 0, isWritten else {
      let error = WriteError(path, isWritten ? errno : code)
      unlink(path)
      throw error
    }
  }

  /// Creates a file atomically: concurrent readers see either nothing or the whole content. Fails if anything exists at the path,
  /// even a link.
  package static func createWhole(_ path: String, _ bytes: [UInt8]) throws(WriteError) {
    let temporary = try createTemporary(beside: path, bytes)
    defer { unlink(temporary) }
    // Unlike a renamed file, a link replaces nothing.
    if link(temporary, path) == 0 { return }
    guard errno != EEXIST else { throw WriteError(path, EEXIST) }
    // The file system has no links.
    try create(path, bytes)
  }

  /// Creates a file at an unused path in the same folder, and returns this path. The name doesn't end like that of a spec, so
  /// that the file is never loaded as one. Other threads and processes use other names.
  ///
  /// - Throws: `WriteError` about the path itself.
  private static func createTemporary(
    beside path: String, _ bytes: [UInt8], mode: UInt32 = 0o666
  ) throws(WriteError) -> String {
    let number = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let temporary = FilePath.join(FilePath.parent(path), ".mockspec-\(getpid())-\(number).tmp")
    do throws(WriteError) {
      try create(temporary, bytes, mode: mode)
    } catch {
      throw WriteError(path, error.code)
    }
    return temporary
  }

  /// Replaces a file atomically: concurrent readers see either the old content or the new one.
  ///
  /// - Parameters:
  ///   - mode: The permissions of the new file, reduced by the process's `umask`.
  ///   - check: Called with the path of the new file immediately before it replaces the old one. If it throws, nothing is
  ///     replaced.
  package static func replace(
    _ path: String, with bytes: [UInt8], mode: UInt32 = 0o666,
    check: (_ temporary: String) throws(WriteError) -> Void = { _ in }
  ) throws(WriteError) {
    let temporary = try createTemporary(beside: path, bytes, mode: mode)
    do throws(WriteError) {
      try check(temporary)
      guard rename(temporary, path) == 0 else { throw WriteError(path, errno) }
    } catch {
      unlink(temporary)
      throw error
    }
  }

  /// Replaces a file atomically. A file that already has the content isn't replaced, and keeps its times.
  ///
  /// - Returns: Whether the file was replaced.
  package static func update(_ path: String, with bytes: [UInt8]) throws(WriteError) -> Bool {
    if hasContent(path, bytes) { return false }
    try replace(path, with: bytes)
    return true
  }

  /// Returns whether a file can be read and has exactly this content.
  package static func hasContent(_ path: String, _ bytes: [UInt8]) -> Bool {
    (try? read(path, limit: bytes.count)) == bytes
  }

  /// Removes a file, or a link itself rather than its destination. Does nothing if the file doesn't exist.
  package static func remove(_ path: String) throws(WriteError) {
    if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw WriteError(path, errno) }
  }

  /// Removes a folder if it is empty.
  ///
  /// - Returns: Whether a folder was removed.
  package static func removeEmptyFolder(_ path: String) -> Bool { rmdir(path) == 0 }
}

/// An error message about a file or folder that couldn't be written.
package struct WriteError: Error, CustomStringConvertible {
  package let description: String
  /// The reason without the path.
  package let reason: String
  /// The value of `errno`; 0 if there is none.
  package let code: Int32

  package init(_ path: String, _ code: Int32) {
    reason = String(cString: strerror(code))
    description = "can't write '\(FilePath.shown(path, in: FileSystem.workingDirectory))': \(reason)"
    self.code = code
  }

  package init(_ description: String) { (self.description, reason, code) = (description, description, 0) }
}
