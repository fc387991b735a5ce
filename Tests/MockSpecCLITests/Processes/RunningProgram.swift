import Foundation
import TestSupport
import Testing

/// A running `mockspec`, or another built program.
final class RunningProgram: Sendable {
  let process: ChildProcess
  /// The lines of its standard output.
  private let lines: AsyncStream<String>
  private let errors: AsyncStream<String>
  /// Kept open where it isn't read.
  private let errorFile: FileHandle

  /// - Parameters:
  ///   - readsErrors: Whether the standard error is read; its pipe fills up otherwise.
  ///   - start: The start of a shell command that is replaced by the program, such as `ulimit -n 20 && exec`.
  ///   - path: The program.
  init(
    _ arguments: [String], in folder: String, readsErrors: Bool = true, start: String? = nil,
    path: String = Program.path
  ) throws {
    let shell = start.map { ("/bin/sh", ["-c", "\($0) \"$0\" \"$@\"", path]) }
    let (path, prefix) = shell ?? (path, [])
    let (process, output, errors) = try ChildProcess.piped(path, prefix + arguments, in: folder)
    self.process = process
    errorFile = errors
    lines = Self.lines(of: output)
    self.errors = readsErrors ? Self.lines(of: errors) : AsyncStream { nil }
  }

  deinit { process.send(SIGTERM) }

  func nextLine() async -> String? { await lines.first { _ in true } }
  func nextError() async -> String? { await errors.first { !$0.isEmpty } }

  /// - Returns: The exit status.
  func end(by signal: Int32) async -> Int32 {
    process.send(signal)
    return await process.status()
  }

  private static func lines(of file: FileHandle) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      var rest = Data()
      while case let data = file.availableData, !data.isEmpty {
        rest += data
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
          continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
          rest = rest[rest.index(after: end)...]
        }
      }
      continuation.finish()
    }
    return stream
  }
}

/// A running `mockspec serve`.
struct RunningServer {
  let program: RunningProgram
  let url: String

  /// Returns when the server listens.
  ///
  /// - Parameter isForPrograms: Whether programs read the standard output, so that the ready line is an error line.
  init(
    _ arguments: [String], in folder: String, readsErrors: Bool = true, start: String? = nil,
    isForPrograms: Bool = false
  ) async throws {
    program = try RunningProgram(
      ["serve"] + arguments + ["--port", "0"], in: folder, readsErrors: readsErrors, start: start)
    let ready = try #require(isForPrograms ? await program.nextError() : await program.nextLine())
    url = String(try #require(ready.split(separator: " ").first { $0.contains("://") }))
  }

  func nextLine() async -> String? { await program.nextLine() }
  func nextError() async -> String? { await program.nextError() }
  /// Returns the line of the next reload without times.
  func nextReload() async -> String? {
    await nextLine()?.replacing(#/^\d\d:\d\d:\d\d /#, with: "").replacing(#/ in [\d.]+ ms/#, with: "")
  }
  func end(by signal: Int32) async -> Int32 { await program.end(by: signal) }
}
