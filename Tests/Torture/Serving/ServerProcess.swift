import Foundation
package import TestSupport

/// A running `mockspec serve`, whose output is in a file.
package final class ServerProcess: Sendable {
  package let process: ChildProcess
  package let port: Int
  private let log: String

  /// Starts the server and waits until it is ready.
  ///
  /// - Parameters:
  ///   - command: The path of `mockspec`, or of a program that starts it, and all arguments.
  ///   - log: The path of the file for its output.
  package init(_ command: [String], log: String) throws {
    self.log = log
    try Data().write(to: URL(fileURLWithPath: log))
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process = try ChildProcess(command[0], Array(command.dropFirst()), output: output)
    let deadline = ContinuousClock.now + .seconds(30)
    while true {
      if let line = text(of: log).split(separator: "\n").first(where: { $0.hasPrefix("listening on ") }),
        let url = line.split(separator: " ").dropFirst(2).first,
        let port = url.split(separator: ":").last.flatMap({ Int($0) })
      {
        self.port = port
        break
      }
      guard .now < deadline else {
        process.send(SIGKILL)
        throw TortureError("serve isn't ready: \(text(of: log))")
      }
      usleep(10_000)
    }
  }

  deinit { process.send(SIGKILL) }

  /// The number of lines in the log that have a time and begin with a text.
  package func lines(_ start: String) -> Int { Self.lines(in: text(of: log), start) }

  private static func lines(in log: String, _ start: String) -> Int {
    log.split(separator: "\n").count { $0.dropFirst("00:00:00 ".count).hasPrefix(start) }
  }

  /// The size of the log in bytes.
  package var logSize: Int { (try? FileManager.default.attributesOfItem(atPath: log)[.size] as? Int) ?? 0 }

  /// Returns whether the log has such a line after some bytes.
  package func logs(_ start: String, after size: Int) -> Bool {
    guard let file = FileHandle(forReadingAtPath: log), (try? file.seek(toOffset: UInt64(size))) != nil else {
      return false
    }
    return Self.lines(in: String(decoding: file.readDataToEndOfFile(), as: UTF8.self), start) > 0
  }

  package var lastLines: [Substring] { text(of: log).split(separator: "\n").suffix(20) }

  package var resources: Resources { Resources(of: process.id) }

  /// Stops the server.
  ///
  /// - Returns: The exit status.
  package func end() -> Int32 {
    process.send(SIGCONT)
    process.send(SIGTERM)
    return process.wait()
  }
}

func text(of path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }

package struct TortureError: Error, CustomStringConvertible {
  package let description: String
  package init(_ description: String) { self.description = description }
}
