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

  @Test func `the API of a project that forwards answers programs on the port of the mocks`() async throws {
    try folder.save(Self.spec("forward: http://127.0.0.1:9"), to: "specs/a.mock.yaml")
    let server = try await RunningServer(["specs"], in: folder.path)
    #expect(try await run("status", "--server", server.url).status == 0)
    let client = try RawClient(port: Int(server.url.split(separator: ":").last ?? ""))
    #expect(try await client.get("/__mockspec/state", "Sec-Fetch-Site: same-origin").status == 403)
  }

  @Test func `the first forward of a reload leaves the API where it is`() async throws {
    let server = try await RunningServer(["specs"], in: folder.path)
    #expect(try await run("select", "A=S", "--server", server.url).status == 0)
    try folder.save(Self.spec("forward: http://127.0.0.1:9"), to: "specs/a.mock.yaml")
    #expect(await server.nextReload()?.contains("changed 'A'") == true)
    let status = try await run("status", "--server", server.url)
    #expect(status.status == 0 && status.output.contains("→ S  [selection]"), "\(status.output)")
  }

  @Test func `a browser is sent to the port of the panel`() async throws {
    let server = try await RunningServer(["specs"], in: folder.path)
    let port = Int(server.url.split(separator: ":").last ?? "") ?? 0
    let sent = try await RawClient(port: port).get("/__mockspec/")
    #expect(sent.status == 307)
    let place = try #require(sent["location"].first?.wholeMatch(of: #/http:\/\/localhost:(\d+)\/__mockspec\//#))
    #expect(try await RawClient(port: Int(place.1)).get("/__mockspec/").status == 200)
    #expect(try await RawClient(port: Int(place.1)).get("/a").status == 404)
  }

  // MARK: - Finding the server

  /// Starts a server, and runs commands, with a folder of their own for the files of servers.
  private func start() async throws -> RunningServer {
    try await RunningServer(["specs"], in: folder.path, start: "XDG_RUNTIME_DIR='\(folder.path)' exec")
  }

  private func find(_ arguments: String...) async throws -> (status: Int32, output: String) {
    let output = try await Program.run(
      "/usr/bin/env", ["XDG_RUNTIME_DIR=\(folder.path)", Program.path] + arguments, in: folder.path)
    return (output.status, output.output + output.errors)
  }

  @Test func `a command finds the server that runs, and its file is only for the user`() async throws {
    let server = try await start()
    #expect(try await find("select", "A=S").output == "A → S  [selection]\n")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder["mockspec"])
    #expect(names.count == 1)
    for (path, mode) in [("mockspec", 0o700), ("mockspec/\(names[0])", 0o600)] {
      #expect(try FileManager.default.attributesOfItem(atPath: folder[path])[.posixPermissions] as? Int == mode)
    }
    #expect(await server.end(by: SIGTERM) == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder["mockspec"]).isEmpty)
  }

  @Test func `of several servers, the user chooses one`() async throws {
    let servers = [try await start(), try await start()]
    let status = try await find("status")
    #expect(status.status == 64 && status.output.contains("2 servers run"), "\(status.output)")
    for server in servers { #expect(status.output.contains("--server \(server.url)   \(folder["specs"])")) }
    #expect(try await find("status", "--server", servers[1].url).status == 0)
    #expect(await servers[0].end(by: SIGTERM) == 0)
    #expect(try await find("status").status == 0)
  }

  @Test func `a server that was killed isn't found, nor another program on its port`() async throws {
    let (server, other) = (try await start(), try await start())
    #expect(await server.end(by: SIGKILL) == -1)
    #expect(try await find("status").status == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder["mockspec"])
    #expect(names.count == 1, "the file of the one that was killed is removed")
    // The file of another machine, whose server isn't this one.
    try folder.save("\(other.url)\nanother nonce\nspecs\n", to: "mockspec/elsewhere-1")
    #expect(try await find("status").status == 0)
  }

  @Test func `files in a folder that others can enter aren't used`() async throws {
    let server = try await start()
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder["mockspec"])
    let status = try await find("status")
    #expect(status.status == 69 && !status.output.contains(server.url), "\(status.output)")
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
