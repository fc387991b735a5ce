import Foundation
import TestSupport
import Testing

/// `mockspec serve --socket`.
@Suite(.timeLimit(.minutes(20)))
struct ServeSocketTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(["a.mock.yaml": ServeTests.good]) }

  @Test func `a server on a socket is called with curl, and steered`() async throws {
    let program = try RunningProgram(["serve", ".", "--socket", "my mocks"], in: folder.path)
    #expect(
      await program.nextLine() == "listening on unix:\(folder["my mocks"]) (1 request, 1 response, 1 file)")
    let advice = try #require(await program.nextLine())
    #expect(advice == "call it with: curl --unix-socket '\(folder["my mocks"])' http://localhost/")
    let call = advice.dropFirst("call it with: ".count) + "a"
    let answer = try await Program.run("/bin/sh", ["-c", "\(call) --silent"], in: folder.path)
    #expect(answer.output == "hi")
    let selected = try await Program.run(
      Program.path, ["select", "A=R", "--server", "unix:my mocks"], in: folder.path)
    #expect((selected.status, selected.output) == (0, "A → R  [selection]\n"), "\(selected.errors)")
    #expect(await program.end(by: SIGTERM) == 0)
    #expect(!FileManager.default.fileExists(atPath: folder["my mocks"]))
    let ended = try await Program.run(Program.path, ["status", "--server", "unix:my mocks"], in: folder.path)
    #expect(
      (ended.status, ended.errors) == (
        69, "error: nothing has the path of unix:my mocks; start 'mockspec serve --socket'\n"
      ))
  }

  @Test(arguments: [
    (["--socket", "s", "--port", "0"], "'--socket' can't be combined with '--host' and '--port'"),
    (["--socket", "s", "--certificate", "a", "--key", "b"], "'--socket' can't be combined with TLS; add '--no-tls'"),
    (["--socket", ""], "expected the path of a socket, found an empty text"),
  ])
  func `options that don't belong together are usage errors`(options: [String], message: String) async throws {
    let outcome = try await Program.run(Program.path, ["serve", "."] + options, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("error: \(message)"))
  }
}
