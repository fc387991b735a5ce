import Foundation

/// A process in this one's group, so that ending the group ends all. Foundation's `Process` starts a group of its own for
/// each, and polls for their end.
struct ChildProcess {
  let id: pid_t
  let name: String

  /// - Parameter output: The file that takes standard output and error.
  init(_ path: String, _ arguments: [String], output: String = "/dev/null") throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var id: pid_t = 0
    let status = posix_spawn(&id, path, &actions, nil, &words, environ)
    guard status == 0 else { throw ProcessError("\(path): \(String(cString: strerror(status)))") }
    self.id = id
    name = path
  }

  /// Runs a program to its end.
  ///
  /// - Returns: the seconds from before its start to after its end.
  /// - Throws: `ProcessError` unless it succeeds.
  static func time(_ path: String, _ arguments: [String]) throws -> Double {
    try Stopwatch.seconds { try ChildProcess(path, arguments).wait() }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter scratch: A file to be overwritten.
  /// - Returns: what it printed.
  static func output(of path: String, _ arguments: [String], scratch: String) throws -> String {
    try ChildProcess(path, arguments, output: scratch).wait()
    return try String(contentsOfFile: scratch, encoding: .utf8)
  }

  func wait() throws {
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1, errno == EINTR {}
    guard status == 0 else { throw ProcessError("\(name) failed with wait status \(status)") }
  }

  func end() {
    kill(id, SIGKILL)
    try? wait()
  }

  /// Seconds of processor time so far, in user and kernel mode. Linux only; in steps of 10 ms.
  func processorSeconds() throws -> Double {
    let line = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    // The second of the fields is a name in parentheses, which may contain anything; utime and stime are 14 and 15.
    let fields = line[line.lastIndex(of: ")")!...].split(separator: " ")
    return (Double(fields[12])! + Double(fields[13])!) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}

struct ProcessError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
