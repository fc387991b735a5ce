import Foundation
import TestSupport
import Testing

/// The control API of `mockspec serve`.
@Suite(.timeLimit(.minutes(20)))
struct ServeControlTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["specs/a.mock.yaml": Self.spec("text: a")])
  }

  private static func spec(_ response: String) -> String {
    "mockspec: 1\nrequests: {A: {match: GET /a, responses: {R: {\(response)}, S: {text: s}}}}\n"
  }

  private func run(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let output = try await Program.run(Program.path, arguments, in: folder.path)
    return (output.status, output.output + output.errors)
  }

  @Test func `a saved file with errors is a problem, and mending it ends that`() async throws {
    let server = try await RunningServer(["specs"], in: folder.path, readsErrors: false)
    #expect(try await run("select", "A=S", "--server", server.url).output == "A → S  [selection]\n")
    try folder.save(Self.spec("txt: a"), to: "specs/a.mock.yaml")
    while try await !run("status", "--server", server.url).output.contains("unknown key 'txt'") {
      try Task.checkCancellation()
    }
    try folder.save(Self.spec("text: b"), to: "specs/a.mock.yaml")
    var status: (status: Int32, output: String)
    repeat {
      try Task.checkCancellation()
      status = try await run("status", "--server", server.url)
    } while status.status != 0 || status.output.contains("problem")
    #expect(status.output.contains("→ S  [selection]"), "\(status.output)")
    #expect(await server.program.end(by: SIGTERM) == 0)
  }

  @Test func `a project that forwards has a port of its own for it`() async throws {
    try folder.save(Self.spec("forward: http://127.0.0.1:9"), to: "specs/a.mock.yaml")
    let program = try RunningProgram(["serve", "specs", "--port", "0"], in: folder.path)
    let line = try #require(await program.nextLine())
    let urls = line.matches(of: #/http://[0-9.:]+/#).map { String($0.0) }
    #expect(urls.count == 2 && line.contains("steered on"), "\(line)")
    #expect(try await run("status", "--server", urls[0]).output.contains("another port"))
    #expect(try await run("status", "--server", urls[1]).status == 0)
  }

  @Test func `the first forward of a reload closes the API on the port of the mocks`() async throws {
    let server = try await RunningServer(["specs"], in: folder.path)
    #expect(try await run("status", "--server", server.url).status == 0)
    try folder.save(Self.spec("forward: http://127.0.0.1:9"), to: "specs/a.mock.yaml")
    #expect(await server.nextError()?.contains("no control API on this port any more") == true)
    let status = try await run("status", "--server", server.url)
    #expect(status.status == 1 && status.output.contains("start the server again"), "\(status.output)")
  }

  @Test func `a token is made, and needed`() async throws {
    let server = try await RunningServer(["specs", "--token-file", "token"], in: folder.path)
    let mode = try FileManager.default.attributesOfItem(atPath: folder["token"])[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try await run("status", "--server", server.url).status == 1)
    #expect(try await run("status", "--server", server.url, "--token-file", "token").status == 0)
  }

  @Test func `the size of the journals is limited`() async throws {
    let server = try await RunningServer(["specs", "--journal-bytes", "2000"], in: folder.path)
    for _ in 0..<20 { _ = try await RawClient(port: Int(server.url.split(separator: ":").last ?? "")).get("/a") }
    let calls = try await run("calls", "--server", server.url).output.split(separator: "\n")
    #expect((1..<20).contains(calls.count), "\(calls)")
    #expect(try await run("verify", "A", "--exactly", "20", "--server", server.url).status == 0)
  }

  @Test func `other machines need a token`() async throws {
    let server = try await RunningServer(["specs", "--host", "0.0.0.0"], in: folder.path)
    #expect(await server.nextError()?.contains("no control API without '--token-file'") == true)
    #expect(try await run("status", "--server", server.url).status == 69)
  }

  @Test(arguments: [
    (["--no-control", "--read-only"], "can't be combined"), (["--control-port", "70000"], "from 0 to 65535"),
    (["--control-host", "a:80"], "without a port"), (["--journal-bytes", "-1"], "0 bytes or more"),
    (["--control-port", "-1"], "from 0 to 65535"), (["--port", "-1"], "from 0 to 65535"),
    (["--threads", "-1"], "from 1 to 64 threads"),
    (["--port", "8123", "--control-port", "8123"], "a port of its own"),
  ])
  func `options that don't go together are refused`(options: [String], message: String) async throws {
    let result = try await Program.run(Program.path, ["serve", "specs"] + options, in: folder.path)
    #expect(result.status == 64 && result.errors.contains(message), "\(result.errors)")
  }
}
