import Foundation

/// Runs a program and ends the process: with 0 if `run` returns that nothing was wrong, 1 otherwise, and 64 for an error.
package func exit(after run: @Sendable () async throws -> Bool) async -> Never {
  do {
    exit(try await run() ? 0 : 1)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(64)
  }
}
