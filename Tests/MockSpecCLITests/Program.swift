import Foundation
import Synchronization
import Testing

/// The built `mockspec`, run as users run it.
struct Program {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Beside the test bundle, where SwiftPM builds both.
  static let path: String = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    #if canImport(Darwin)
      folder = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }!.bundleURL.deletingLastPathComponent()
    #endif
    return folder.appending(path: "mockspec").path
  }()

  /// The repository's root.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().path

  /// Runs to the end.
  static func run(_ arguments: String..., in folder: String = root) async throws -> Outcome {
    try await run(path, arguments, in: folder)
  }

  static func run(_ executable: String, _ arguments: [String], in folder: String = root) async throws -> Outcome {
    let process = Process()
    process.executableURL = URL(filePath: executable)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder)
    let output = Pipe()
    let errors = Pipe()
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async {
        do {
          try process.run()
        } catch {
          continuation.resume(throwing: error)
          return
        }
        // Both at once, so that neither pipe fills up and stops the program.
        let errorText = Mutex("")
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
          let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
          errorText.withLock { $0 = text }
        }
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        group.wait()
        process.waitUntilExit()
        continuation.resume(
          returning: Outcome(
            status: process.terminationStatus, output: text, errors: errorText.withLock { $0 }))
      }
    }
  }
}

/// A `mockspec serve` under way.
final class RunningServer: @unchecked Sendable {
  let process = Process()
  /// Its standard output, line by line.
  let lines: AsyncStream<String>
  let errors: AsyncStream<String>
  private(set) var url = ""

  init(_ arguments: [String], in folder: String) async throws {
    process.executableURL = URL(filePath: Program.path)
    process.arguments = ["serve"] + arguments + ["--port", "0"]
    process.currentDirectoryURL = URL(filePath: folder)
    process.standardInput = FileHandle.nullDevice
    let output = Pipe()
    let errorOutput = Pipe()
    process.standardOutput = output
    process.standardError = errorOutput
    lines = Self.lines(of: output)
    errors = Self.lines(of: errorOutput)
    try process.run()
    let ready = try #require(await nextLine())
    url = String(try #require(ready.split(separator: " ").first { $0.hasPrefix("http://") }))
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
