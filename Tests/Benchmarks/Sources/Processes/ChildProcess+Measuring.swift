import Foundation
import TestSupport

extension ChildProcess {
  /// Starts a program.
  ///
  /// - Parameter output: A file to overwrite with standard output and standard error.
  static func start(_ path: String, _ arguments: [String], output: String = "/dev/null") throws -> ChildProcess {
    let descriptor = open(output, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw BenchmarkError("\(output): \(String(cString: strerror(errno)))") }
    return try ChildProcess(
      path, arguments, output: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
  }

  /// Runs a program to its end.
  ///
  /// - Returns: The seconds from before its start to after its end.
  /// - Throws: `BenchmarkError` if its exit status isn't 0.
  static func time(_ path: String, _ arguments: [String]) throws -> Double {
    try Stopwatch.seconds { try run(path, arguments) }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter scratch: A file to overwrite.
  /// - Returns: The program's output.
  /// - Throws: `BenchmarkError` if its exit status isn't 0.
  static func output(of path: String, _ arguments: [String], scratch: String) throws -> String {
    try run(path, arguments, output: scratch)
    return try String(contentsOfFile: scratch, encoding: .utf8)
  }

  private static func run(_ path: String, _ arguments: [String], output: String = "/dev/null") throws {
    let status = try start(path, arguments, output: output).wait()
    guard status == 0 else { throw BenchmarkError("\(path) failed with exit status \(status)") }
  }

  /// Kills the process.
  func end() {
    send(SIGKILL)
    wait()
  }

  /// The processor time that all threads have used so far, also those that have ended, in seconds, in user and kernel mode.
  func processorSeconds() throws -> Double {
    var clock = clockid_t()
    var time = timespec()
    guard clock_getcpuclockid(id, &clock) == 0, clock_gettime(clock, &time) == 0 else {
      throw BenchmarkError("the processor time of process \(id) can't be read")
    }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// The memory in use, in bytes. Linux only.
  func residentBytes() throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(id)/status", encoding: .utf8)
    guard let size = status.firstMatch(of: /VmRSS:\s+([0-9]+) kB/).flatMap({ Double($0.1) }) else {
      throw BenchmarkError("the memory of process \(id) can't be read")
    }
    return size * 1024
  }
}
