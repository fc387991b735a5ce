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
    guard kind(path) == nil else { return }
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
}

/// A file or folder that couldn't be written.
struct WriteError: Error, CustomStringConvertible {
  let description: String

  init(_ path: String, _ code: Int32) {
    description =
      "can't write '\(FilePath.shown(path, in: FileSystem.workingDirectory))': \(String(cString: strerror(code)))"
  }
}
