import Foundation
import MockSpec
import Synchronization

/// A running program with pipes as its outputs.
///
/// Replaces Foundation's `Process`, whose `run` on Linux reads beyond the end of a directory entry (in
/// `findMaximumOpenFromProcSelfFD`) and sometimes crashes the tests.
final class ChildProcess: Sendable {
  let output: FileHandle
  let errors: FileHandle
  let id: pid_t
  private let state = Mutex(State())

  private struct State {
    /// The exit status; -1 after a signal.
    var status: Int32?
    var waiting: [CheckedContinuation<Int32, Never>] = []
  }

  struct StartError: Error {
    let path: String
    let reason: String
  }

  /// - Parameter folder: The working directory.
  init(_ path: String, _ arguments: [String], in folder: String) throws {
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    var actions = SpawnActions()
    defer { actions.destroy() }
    actions.open("/dev/null", as: 0)
    actions.copy(outputPipe.fileHandleForWriting.fileDescriptor, to: 1)
    actions.copy(errorPipe.fileHandleForWriting.fileDescriptor, to: 2)
    // Not all systems can set the folder of a spawned process, so a shell does, and is replaced by the program.
    id = try actions.start("/bin/sh", ["-c", #"cd "$0" && exec "$@""#, folder, path] + arguments)
    try outputPipe.fileHandleForWriting.close()
    try errorPipe.fileHandleForWriting.close()
    output = outputPipe.fileHandleForReading
    errors = errorPipe.fileHandleForReading
    Thread.detachNewThread { [self] in
      var status: Int32 = 0
      while waitpid(id, &status, 0) == -1, errno == EINTR {}
      didEnd(status & 0x7F == 0 ? status >> 8 & 0xFF : -1)
    }
  }

  /// Waits for the end of the program, and returns its exit status; -1 after a signal.
  func status() async -> Int32 {
    await withCheckedContinuation { continuation in
      let known = state.withLock { state in
        if state.status == nil { state.waiting.append(continuation) }
        return state.status
      }
      if let known { continuation.resume(returning: known) }
    }
  }

  /// Sends a signal unless the program has ended.
  func send(_ signal: Int32) {
    state.withLock { state in
      if state.status == nil { kill(id, signal) }
    }
  }

  private func didEnd(_ status: Int32) {
    let waiting = state.withLock { state in
      state.status = status
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: status) }
  }
}

/// Setup of a new process: only the three standard streams are open, and no signal is blocked or ignored.
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
      for descriptor in try FileSystem.names(in: "/proc/self/fd").compactMap({ Int32($0) }) where descriptor > 2 {
        posix_spawn_file_actions_addclose(&actions, descriptor)
      }
    #endif
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let code = posix_spawn(&id, path, &actions, &attributes, &words, environ)
    guard code == 0 else {
      throw ChildProcess.StartError(path: path, reason: String(cString: strerror(code)))
    }
    return id
  }
}
