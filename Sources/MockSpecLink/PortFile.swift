import MockSpec

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The file that has the port of a link while it runs.
struct PortFile: Sendable {
  private let path: String
  /// The file that was written, which another link can have replaced.
  private let id: FileID?

  private struct FileID: Equatable, Sendable {
    let device: dev_t
    let number: ino_t

    init(_ info: stat) { (device, number) = (info.st_dev, info.st_ino) }
  }

  /// Checks that a file can be written: that there is none, or a regular one of this user.
  static func check(_ path: String) throws(MockLinkError) {
    if let reason = problem(path) { throw .portFile(path: path, reason: reason) }
  }

  /// The reason why a file can't be written.
  private static func problem(_ path: String) -> String? {
    if path.utf8.contains(0) { return "the path contains a NUL character" }
    guard let info = info(of: path) else {
      // `ENOENT` can also mean that the folder doesn't exist.
      if errno == ENOENT, access(FilePath.parent(absolute(path)), F_OK) == 0 { return nil }
      return String(cString: strerror(errno))
    }
    switch info.st_mode & S_IFMT {
    case S_IFREG: return info.st_uid == geteuid() ? nil : "it belongs to another user"
    case S_IFLNK: return "it is a symbolic link"
    default: return "it isn't a regular file"
    }
  }

  /// Writes the port, so that readers see the old file or the whole new one.
  init(writing port: Int, to path: String) throws(MockLinkError) {
    var id: FileID?
    do throws(WriteError) {
      try FileSystem.replace(Self.absolute(path), with: Array("\(port)\n".utf8), mode: 0o600) {
        (temporary) throws(WriteError) in
        id = Self.info(of: temporary).map(FileID.init)
        if let reason = Self.problem(path) { throw WriteError(reason) }
      }
    } catch {
      throw .portFile(path: path, reason: error.reason)
    }
    self.path = path
    self.id = id
  }

  /// Removes the file, unless another one has its path now.
  func remove() {
    if let info = Self.info(of: path), FileID(info) == id { unlink(path) }
  }

  /// Returns the status of a file, without following a link.
  private static func info(of path: String) -> stat? {
    var info = stat()
    return lstat(path, &info) == 0 ? info : nil
  }

  private static func absolute(_ path: String) -> String { FilePath.absolute(path, in: FileSystem.workingDirectory) }
}
