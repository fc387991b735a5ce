import Foundation
import Serving
import TestSupport

/// The programs that operations run.
struct Tools: Sendable {
  private let paths: [String: String]
  private let log: FileHandle

  /// - Parameter log: The path of a file for the output of all programs.
  init(_ names: [String], log: String) throws {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    var paths: [String: String] = [:]
    for name in names { paths[name] = folders.map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 } }
    self.paths = paths
    try Disk.write("", to: log)
    self.log = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
  }

  func has(_ name: String) -> Bool { paths[name] != nil }

  subscript(name: String) -> String { paths[name] ?? name }

  /// Runs a program to its end.
  func run(_ name: String, _ arguments: String..., in folder: String? = nil) throws {
    try run(name, list: arguments, in: folder)
  }

  func run(_ name: String, list arguments: [String], in folder: String? = nil) throws {
    let status = try ChildProcess(self[name], arguments, in: folder, output: log).wait()
    guard status == 0 else { throw TortureError("\(name) \(arguments.joined(separator: " ")): exit status \(status)") }
  }
}
