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

  /// Foundation's `Process.run()` has crashed where several ran at once.
  private static let starting = Mutex(())

  static func start(_ process: Process) throws {
    try starting.withLock { _ in try process.run() }
  }

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
          try start(process)
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
