import MockSpec

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A socket in the file system that only its user can connect to.
struct UnixSocket: Sendable {
  let descriptor: CInt
  private let path: String
  private let identity: Identity

  private struct Identity: Sendable, Equatable {
    let device: UInt64
    let number: UInt64

    init(_ info: stat) { (device, number) = (UInt64(truncatingIfNeeded: info.st_dev), UInt64(info.st_ino)) }
  }

  /// Creates a socket.
  ///
  /// An existing socket with the path is replaced if no process listens on it. If several processes do this at the same
  /// time, one gets the path.
  ///
  /// - Parameter path: An absolute path.
  static func listening(at path: String) throws(MockServerError) -> UnixSocket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let limit = MemoryLayout.size(ofValue: address.sun_path) - 1
    guard path.utf8.count <= limit, !path.utf8.contains(0) else {
      throw error(
        path, "its path has \(path.utf8.count) bytes, and the system allows at most \(limit); choose a shorter one")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let folder = open(FilePath.parent(path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { throw error(path, "its folder can't be used: \(String(cString: strerror(errno)))") }
    // Also ends the lock.
    defer { close(folder) }
    lock(folder)
    try removeDead(path, &address)
    return try bound(path, &address)
  }

  /// Waits a moment while another server checks and binds a path of the folder.
  private static func lock(_ folder: CInt) {
    for _ in 0..<100 where flock(folder, LOCK_EX | LOCK_NB) != 0 { usleep(20_000) }
  }

  /// Removes a socket on which no process listens.
  private static func removeDead(_ path: String, _ address: inout sockaddr_un) throws(MockServerError) {
    var info = stat()
    guard lstat(path, &info) == 0 else { return }
    guard info.st_mode & S_IFMT == S_IFSOCK else {
      throw error(path, "a file that isn't a socket has this path; choose another one")
    }
    let probe = makeSocket()
    guard probe >= 0 else { throw error(path, String(cString: strerror(errno))) }
    defer { close(probe) }
    // A server with a full queue would block.
    _ = fcntl(probe, F_SETFL, O_NONBLOCK)
    guard withAddress(&address, { connect(probe, $0, $1) }) != 0, errno == ECONNREFUSED else {
      throw error(path, "another program listens there, or may; choose another path")
    }
    unlink(path)
  }

  private static func bound(_ path: String, _ address: inout sockaddr_un) throws(MockServerError) -> UnixSocket {
    let descriptor = makeSocket()
    guard descriptor >= 0 else { throw error(path, String(cString: strerror(errno))) }
    #if canImport(Darwin)
      let mask = umask(0o177)
      let status = withAddress(&address) { bind(descriptor, $0, $1) }
      umask(mask)
    #else
      // The file gets the mode that its socket has when it is bound.
      fchmod(descriptor, 0o600)
      let status = withAddress(&address) { bind(descriptor, $0, $1) }
    #endif
    var info = stat()
    // A server that checks the path after the lock must find a listening socket.
    guard status == 0, listen(descriptor, 512) == 0, lstat(path, &info) == 0 else {
      let reason = String(cString: strerror(errno))
      close(descriptor)
      throw error(path, reason)
    }
    guard info.st_mode & 0o077 == 0 else {
      unlink(path)
      close(descriptor)
      throw error(path, "the file system gives it to other users, too; choose a folder on another one")
    }
    return UnixSocket(descriptor: descriptor, path: path, identity: Identity(info))
  }

  /// Removes the file, unless it was replaced meanwhile.
  func remove() {
    var info = stat()
    if lstat(path, &info) == 0, Identity(info) == identity { unlink(path) }
  }

  private static func makeSocket() -> CInt {
    #if canImport(Darwin)
      let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
      let descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
    #endif
    if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return descriptor
  }

  private static func withAddress(
    _ address: inout sockaddr_un, _ call: (UnsafePointer<sockaddr>, socklen_t) -> CInt
  ) -> CInt {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  private static func error(_ path: String, _ reason: String) -> MockServerError {
    MockServerError(.socket("can't listen on '\(path)': \(reason)"), host: path, port: 0)
  }
}
