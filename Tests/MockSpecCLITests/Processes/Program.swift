import Foundation
import TestSupport
import Testing

/// Runs the built `mockspec`.
struct Program {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  static let path = BuiltProgram.path("mockspec")

  /// The repository's root.
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path

  /// Runs a command until it ends.
  static func run(_ arguments: String..., in folder: String = root) async throws -> Outcome {
    try await run(path, arguments, in: folder)
  }

  static func run(_ executable: String, _ arguments: [String], in folder: String = root) async throws -> Outcome {
    let (process, output, errors) = try ChildProcess.piped(executable, arguments, in: folder)
    // Reads both at the same time: the program would stop at a full pipe.
    async let outputText = text(of: output)
    async let errorText = text(of: errors)
    return Outcome(status: await process.status(), output: await outputText, errors: await errorText)
  }

  private static func text(of file: FileHandle) async -> String {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: String(decoding: file.readDataToEndOfFile(), as: UTF8.self))
      }
    }
  }
}
