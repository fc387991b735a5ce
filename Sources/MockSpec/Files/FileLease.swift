#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether a file is open for writing, if the system knows.
enum WriteAccess: Sendable {
  /// A process has the file open for writing, or mapped for writing.
  case open
  /// No process has the file open for writing.
  case none
  /// The system doesn't know: the file belongs to another user, or its file system has no leases.
  case unknown

  /// Returns the access as soon as the file isn't open, or at the deadline. Blocks the thread. Without a deadline, `ask` is
  /// called once.
  static func settled(by deadline: ContinuousClock.Instant?, _ ask: () -> WriteAccess) -> WriteAccess {
    while true {
      let access = ask()
      guard access == .open, let deadline, .now < deadline else { return access }
      usleep(200)
    }
  }
}

#if os(Linux)
  extension WriteAccess {
    // These constants aren't imported from <fcntl.h>, since they are GNU extensions.
    private static let setSignal: Int32 = 10
    private static let setLease: Int32 = 1024

    /// Requests a read lease and releases it at once (fcntl(2), "Leases").
    ///
    /// A process that opens the file for writing meanwhile waits for some microseconds, and the kernel sends a signal
    /// to this process. SIGURG is used since it is ignored by default; SIGIO would end the process.
    init(of descriptor: Int32) {
      guard fcntl(descriptor, Self.setSignal, SIGURG) == 0 else {
        self = .unknown
        return
      }
      if fcntl(descriptor, Self.setLease, Int32(F_RDLCK)) == 0 {
        _ = fcntl(descriptor, Self.setLease, Int32(F_UNLCK))
        self = .none
      } else {
        self = errno == EAGAIN ? .open : .unknown
      }
    }
  }
#else
  extension WriteAccess {
    /// Darwin has no leases.
    init(of descriptor: Int32) { self = .unknown }
  }
#endif
