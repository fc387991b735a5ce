import Foundation
import TestSupport
import Testing

/// A `mockspec` that goes on until it is ended.
final class RunningProgram: Sendable {
  private let process: ChildProcess
  /// Its standard output, line by line.
  private let lines: AsyncStream<String>
  private let errors: AsyncStream<String>

  init(_ arguments: [String], in folder: String) throws {
    let (process, output, errors) = try ChildProcess.piped(Program.path, arguments, in: folder)
    self.process = process
    lines = Self.lines(of: output)
    self.errors = Self.lines(of: errors)
  }

  deinit { process.send(SIGTERM) }

  func nextLine() async -> String? { await lines.first { _ in true } }
  func nextError() async -> String? { await errors.first { !$0.isEmpty } }

  /// - Returns: the exit status.
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

/// A `mockspec serve` under way.
struct RunningServer {
  let program: RunningProgram
  let url: String

  /// Returns when it listens.
  init(_ arguments: [String], in folder: String) async throws {
    program = try RunningProgram(["serve"] + arguments + ["--port", "0"], in: folder)
    let ready = try #require(await program.nextLine())
    url = String(try #require(ready.split(separator: " ").first { $0.hasPrefix("http://") }))
  }

  func nextLine() async -> String? { await program.nextLine() }
  func nextError() async -> String? { await program.nextError() }
  func end(by signal: Int32) async -> Int32 { await program.end(by: signal) }
}
