import Foundation
import TestSupport
import Testing

/// A running `MockSpecTestLinkApp`, which commands steer.
final class LinkedApp: Sendable {
  static let token = "token-of-a-test-0123"

  let program: RunningProgram
  let url: String
  let folder: TemporaryFolder
  private let input: FileHandle

  /// Returns when the app has a link.
  ///
  /// - Parameter folder: Its working directory, with the folder `specs`. It gets the file `port`.
  init(in folder: TemporaryFolder) async throws {
    self.folder = folder
    let name = "input-\(UUID().uuidString)"
    try folder.makePipe(name)
    // Also for reading: otherwise it would wait for the app.
    input = try #require(FileHandle(forUpdatingAtPath: folder[name]))
    program = try RunningProgram(
      ["specs"], in: folder.path, start: "exec < \(name) env MOCKSPEC_TOKEN=\(Self.token) MOCKSPEC_LINK_PORT_FILE=port",
      path: BuiltProgram.path("MockSpecTestLinkApp"))
    url = try #require(await program.nextLine())
  }

  /// Calls a URL in the app.
  ///
  /// - Returns: The status and the body.
  func call(_ url: String) async throws -> String? {
    try send(url)
    return await program.nextLine()
  }

  /// Writes a line of input.
  func send(_ line: String) throws { try input.write(contentsOf: Data((line + "\n").utf8)) }

  /// Runs `mockspec` with the link's URL and the token.
  func run(_ arguments: String..., token: String? = token) async throws -> Program.Outcome {
    try await Program.run("/usr/bin/env", environment(token) + [Program.path] + arguments, in: folder.path)
  }

  /// Starts `mockspec` with the link's URL and the token.
  func start(_ arguments: String...) throws -> RunningProgram {
    try RunningProgram(
      Array(arguments), in: folder.path, start: "exec env \(environment(Self.token).joined(separator: " "))")
  }

  private func environment(_ token: String?) -> [String] {
    ["MOCKSPEC_SERVER=\(url)", "MOCKSPEC_TOKEN=\(token ?? "")"]
  }

  /// Stops the process until it gets SIGCONT.
  func suspend() async {
    let process = program.process
    process.send(SIGSTOP)
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        var info = siginfo_t()
        while waitid(P_PID, id_t(process.id), &info, WSTOPPED | WNOWAIT) == -1, errno == EINTR {}
        continuation.resume()
      }
    }
  }
}
