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

  /// The processor time used so far, in seconds, in user and kernel mode. Linux only, in steps of 10 ms.
  func processorSeconds() throws -> Double {
    let line = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    // The second field is a name in parentheses, which may contain any character. The 14th and 15th are utime and stime.
    let fields = line[line.lastIndex(of: ")")!...].split(separator: " ")
    return (Double(fields[12])! + Double(fields[13])!) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }
}
