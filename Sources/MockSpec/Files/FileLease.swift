#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Whether a file is open for writing, as far as the system says.
enum WriteAccess: Sendable {
  /// A process has the file open for writing, or mapped for writing.
  case open
  /// No process has.
  case none
  /// The system doesn't say: the file belongs to another user, or its file system has no leases.
  case unknown

  /// Returns the access as soon as the file isn't open, or at the deadline. Blocks the thread. Without a deadline, asks once.
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
    // Not imported from <fcntl.h>, where they are GNU extensions.
    private static let setSignal: Int32 = 10
    private static let setLease: Int32 = 1024

    /// Asks for a read lease and gives it back at once (fcntl(2), "Leases").
    ///
    /// A process that opens the file for writing in between waits for some microseconds. The kernel then sends a signal
    /// to this process; SIGURG is ignored by default, unlike SIGIO, which would end it.
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
