#if os(macOS) || os(Linux)
  package import Foundation
  import Synchronization

  /// A running program. It reads nothing from standard input, and is in this process's group.
  ///
  /// Foundation's `Process` isn't used: on Linux its `run` reads past the end of a directory entry
  /// (`findMaximumOpenFromProcSelfFD`) and sometimes crashes. It also starts a process group for each program.
  package final class ChildProcess: Sendable {
    package struct StartError: Error, CustomStringConvertible {
      package let description: String
    }

    package let id: pid_t
    /// The exit status once the process was reaped. Until then its ID isn't used again.
    private let reaped = Mutex<Int32?>(nil)
    private let end = DispatchGroup()

    /// Starts a program, and reaps it when it ends: as long as a process isn't reaped, swift-testing waits for exit tests in
    /// a busy loop, or never sees their end.
    ///
    /// - Parameters:
    ///   - folder: The working directory; by default that of this process.
    ///   - output: The file for standard output.
    ///   - errors: The file for standard error; by default also `output`.
    /// - Throws: `StartError`.
    package init(
      _ path: String, _ arguments: [String], in folder: String? = nil, output: FileHandle, errors: FileHandle? = nil
    ) throws {
      var actions = SpawnActions()
      defer { actions.destroy() }
      actions.open("/dev/null", as: 0)
      actions.copy(output.fileDescriptor, to: 1)
      actions.copy((errors ?? output).fileDescriptor, to: 2)
      // `posix_spawn` can't set the working directory on all systems. A shell can, and is replaced by the program.
      let (start, prefix) = folder.map { ("/bin/sh", ["-c", #"cd "$0" && exec "$@""#, $0, path]) } ?? (path, [])
      id = try actions.start(start, prefix + arguments)
      end.enter()
      Thread.detachNewThread {
        self.reap()
        self.end.leave()
      }
    }

    private func reap() {
      var info = siginfo_t()
      // Not at once: a concurrent `send` must not signal another process that has got the same ID.
      while waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
      reaped.withLock {
        var status: Int32 = 0
        while waitpid(id, &status, 0) == -1, errno == EINTR {}
        $0 = status & 0x7F == 0 ? status >> 8 & 0xFF : -1
      }
    }

    /// Blocks until the process has ended.
    ///
    /// - Returns: The exit status, or -1 if a signal ended the process.
    @discardableResult
    package func wait() -> Int32 {
      end.wait()
      return reaped.withLock { $0! }
    }

    /// Returns the exit status after the process has ended, or -1 if a signal ended it.
    package func status() async -> Int32 {
      await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: self.wait()) }
      }
    }

    /// Sends a signal, unless the process was reaped.
    package func send(_ signal: Int32) {
      reaped.withLock { if $0 == nil { kill(id, signal) } }
    }
  }

  extension ChildProcess {
    /// Starts a program whose standard output and standard error are pipes.
    ///
    /// - Parameter folder: The working directory.
    /// - Returns: The process, and the files to read its standard output and its standard error from.
    package static func piped(
      _ path: String, _ arguments: [String], in folder: String
    ) throws -> (process: ChildProcess, output: FileHandle, errors: FileHandle) {
      let (output, errors) = (Pipe(), Pipe())
      let process = try ChildProcess(
        path, arguments, in: folder, output: output.fileHandleForWriting, errors: errors.fileHandleForWriting)
      // Otherwise the pipes wouldn't end with the process.
      try output.fileHandleForWriting.close()
      try errors.fileHandleForWriting.close()
      return (process, output.fileHandleForReading, errors.fileHandleForReading)
    }
  }

  /// The state in which a program starts: only its three standard files are open, and no signal is blocked or ignored.
  private struct SpawnActions {
    #if canImport(Darwin)
      private var actions: posix_spawn_file_actions_t?
      private var attributes: posix_spawnattr_t?
      private static let closing = POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      private var actions = posix_spawn_file_actions_t()
      private var attributes = posix_spawnattr_t()
      private static let closing: Int32 = 0
    #endif

    init() {
      posix_spawn_file_actions_init(&actions)
      posix_spawnattr_init(&attributes)
      var signals = sigset_t()
      sigemptyset(&signals)
      posix_spawnattr_setsigmask(&attributes, &signals)
      sigfillset(&signals)
      posix_spawnattr_setsigdefault(&attributes, &signals)
      posix_spawnattr_setflags(
        &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | Self.closing))
    }

    mutating func destroy() {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }

    mutating func open(_ path: String, as descriptor: Int32) {
      posix_spawn_file_actions_addopen(&actions, descriptor, path, O_RDONLY, 0)
    }

    mutating func copy(_ source: Int32, to descriptor: Int32) {
      posix_spawn_file_actions_adddup2(&actions, source, descriptor)
    }

    mutating func start(_ path: String, _ arguments: [String]) throws -> pid_t {
      #if !canImport(Darwin)
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
        for descriptor in open.compactMap({ Int32($0) }) where descriptor > 2 {
          posix_spawn_file_actions_addclose(&actions, descriptor)
        }
      #endif
      var words = ([path] + arguments).map { strdup($0) } + [nil]
      // Without it, commands would find the servers of other tests.
      var environment = ProcessInfo.processInfo.environment
      environment["XDG_RUNTIME_DIR"] = "/dev/null"
      var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
      defer { for word in words + variables { free(word) } }
      var id: pid_t = 0
      let code = posix_spawn(&id, path, &actions, &attributes, &words, &variables)
      guard code == 0 else { throw ChildProcess.StartError(description: "\(path): \(String(cString: strerror(code)))") }
      return id
    }
  }
#endif
