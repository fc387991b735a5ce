import Foundation
import Testing

/// A `mockspec` that goes on until it is ended.
final class RunningProgram: @unchecked Sendable {
  private let process = Process()
  /// Its standard output, line by line.
  private let lines: AsyncStream<String>
  private let errors: AsyncStream<String>

  init(_ arguments: [String], in folder: String) throws {
    process.executableURL = URL(filePath: Program.path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errorOutput = Pipe()
    process.standardOutput = output
    process.standardError = errorOutput
    lines = Self.lines(of: output)
    errors = Self.lines(of: errorOutput)
    try Program.start(process)
  }

  deinit {
    if process.isRunning { process.terminate() }
  }

  func nextLine() async -> String? { await lines.first { _ in true } }
  func nextError() async -> String? { await errors.first { !$0.isEmpty } }

  /// - Returns: the exit status.
  func end(by signal: Int32) async -> Int32 {
    kill(process.processIdentifier, signal)
    return await withCheckedContinuation { continuation in
      DispatchQueue.global().async { [process] in
        process.waitUntilExit()
        continuation.resume(returning: process.terminationReason == .exit ? process.terminationStatus : -1)
      }
    }
  }

  private static func lines(of pipe: Pipe) -> AsyncStream<String> {
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    Thread.detachNewThread {
      var rest = Data()
      while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
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
