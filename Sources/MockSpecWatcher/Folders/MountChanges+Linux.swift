#if canImport(Glibc) || canImport(Musl)
  internal import Dispatch
  internal import MockSpec
  internal import Synchronization

  #if canImport(Glibc)
    internal import Glibc
  #else
    internal import Musl
  #endif

  /// Reports file systems that are mounted or unmounted, which causes no event in the folder that they cover.
  ///
  /// `/proc/self/mountinfo` signals a change as an exceptional condition (`POLLPRI`; see proc_pid_mountinfo(5)), which
  /// ends with the `poll` that reports it. It is always readable, so a dispatch source on it would never rest. A thread
  /// therefore waits, which costs nothing until there is a change.
  final class MountChanges: Sendable {
    typealias Handler = @Sendable (_ paths: Set<String>) -> Void

    static let shared = MountChanges()

    private struct State {
      var handlers: [Handler] = []
      var isWaiting = false
    }

    private let state = Mutex(State())

    /// Calls a handler with the paths of file systems that are mounted or unmounted from now on, for good.
    ///
    /// - Returns: Whether changes can be seen; otherwise, the handler isn't kept.
    func observe(_ handler: @escaping Handler) -> Bool {
      state.withLock { state in
        if !state.isWaiting { state.isWaiting = start() }
        if state.isWaiting { state.handlers.append(handler) }
        return state.isWaiting
      }
    }

    private func start() -> Bool {
      let descriptor = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      _ = Mounts.shared.refresh()
      DispatchQueue(label: "mockspec.mounts").async { [self] in
        while Self.waitForChange(of: descriptor) { report() }
        close(descriptor)
        state.withLock { $0.isWaiting = false }
      }
      return true
    }

    private func report() {
      var paths = Mounts.shared.refresh()
      // Reading can fail for lack of descriptors. The change isn't signalled again, so reading is repeated.
      while paths == nil {
        sleep(1)
        paths = Mounts.shared.refresh()
      }
      guard let paths, !paths.isEmpty else { return }
      for handler in state.withLock({ $0.handlers }) { handler(paths) }
    }

    private static func waitForChange(of descriptor: Int32) -> Bool {
      var wait = pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0)
      while poll(&wait, 1, -1) < 0 {
        if errno != EINTR { return false }
      }
      return Int32(wait.revents) & POLLPRI != 0
    }
  }
#endif
