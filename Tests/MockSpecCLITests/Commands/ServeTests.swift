import Foundation
import TestSupport
import Testing

/// `mockspec serve` as a process: readiness, reloads, errors, signals.
@Suite(.timeLimit(.minutes(20)))
struct ServeTests {
  static let good = "mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses: {R: {status: 200, text: hi}}\n"

  func status(_ url: String) async throws -> Int {
    let port = Int(url.split(separator: ":").last ?? "") ?? 0
    return try await RawClient(port: port).get("/a", "Connection: close").status
  }

  @Test
  func `an edit is served after its line, an edit with errors is reported and ignored, and a fixed one is served`()
    async throws
  {
    let folder = try TemporaryFolder(["specs/a.mock.yaml": Self.good])
    let server = try await RunningServer(["specs"], in: folder.path)
    #expect(try await status(server.url) == 200)

    try folder.save(Self.good.replacing("200", with: "418"), to: "specs/a.mock.yaml")
    #expect(await server.nextReload() == "reloaded (1 request, 1 response, 1 file): specs/a.mock.yaml; changed 'A'")
    #expect(try await status(server.url) == 418)

    try folder.save(Self.good.replacing("status", with: "staus"), to: "specs/a.mock.yaml")
    #expect(await server.nextError() == "specs/a.mock.yaml:5:21: error: unknown key 'staus' [unknown-key]")
    #expect(try await status(server.url) == 418)

    try folder.save(Self.good.replacing("200", with: "201"), to: "specs/a.mock.yaml")
    #expect(await server.nextReload() == "reloaded (1 request, 1 response, 1 file): specs/a.mock.yaml; changed 'A'")
    #expect(try await status(server.url) == 201)
    #expect(await server.end(by: SIGTERM) == 0)
  }

  @Test func `a setting that needs a restart is noted unless an option overrides it`() async throws {
    let folder = try TemporaryFolder(["mockspec.yaml": "mockspec: 1\n", "a.mock.yaml": Self.good])
    let server = try await RunningServer(["."], in: folder.path)
    try folder.save("mockspec: 1\nserver: {port: 1, threads: 2}\n", to: "mockspec.yaml")
    #expect(await server.nextError() == "note: 'server.threads' is 2 now, not 1, from the next start of the server")
    #expect(
      await server.nextReload() == "reloaded (1 request, 1 response, 1 file): mockspec.yaml; settings or order changed")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `signals stop the server cleanly`(signal: Int32) async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.good])
    let server = try await RunningServer(["."], in: folder.path)
    #expect(await server.end(by: signal) == 0)
  }

  @Test func `a second signal stops the server although it hasn't finished its answers`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.good.replacing("status", with: "delay: 3600s, status")])
    let server = try await RunningServer([".", "--limit", "shutdownTimeout=3600s"], in: folder.path)
    let port = Int(server.url.split(separator: ":").last ?? "")
    let client = try RawClient(port: port)
    try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\n")
    let idle = try RawClient(port: port)
    #expect(try await idle.get("/__mockspec/calls/wait?request=A&timeout=30s").body.contains(#""complete":true"#))
    server.program.process.send(SIGTERM)
    // The first signal closes idle connections.
    #expect(try await idle.rest() == ("", .closed))
    #expect(await server.end(by: SIGTERM) == 0)
    #expect(try await client.rest() == ("", .closed))
  }

  @Test func `selections on the command line apply, and unknown names are usage errors`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.good.replacing("}}", with: "}, Gone: {status: 410}}")])
    let server = try await RunningServer(["--select", "A=Gone", "--log-requests", "."], in: folder.path)
    #expect(try await status(server.url) == 410)
    let line = try #require(await server.nextLine())
    #expect(line.wholeMatch(of: #/\d\d:\d\d:\d\d GET /a → 410 \(A: Gone\), 0 bytes in \d+\.\d ms/#) != nil, "\(line)")
    let wrong = try await Program.run("serve", ".", "--select", "A=Gon", in: folder.path)
    #expect(wrong.status == 64)
    #expect(wrong.errors.contains("did you mean 'Gone'?"))
  }

  @Test func `specs with errors aren't served at all`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": "mockspec: 1\n"])
    let outcome = try await Program.run("serve", ".", in: folder.path)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("key 'requests' is missing"))
  }

  @Test func `a host that other machines reach is noted, with the addresses`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.good])
    let server = try await RunningServer([".", "--no-control", "--host", "0.0.0.0"], in: folder.path)
    let note = try #require(await server.nextError())
    #expect(note.hasPrefix("note: other machines can reach this server"))
    #expect(!note.contains("127.0.0.1") && !note.contains("0.0.0.0"))
  }

  @Test(arguments: ["-1", "65", "100000"])
  func `a number of threads that the server can't have is a usage error`(threads: String) async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.good])
    let outcome = try await Program.run("serve", ".", "--port", "0", "--threads", threads, in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("expected from 1 to 64 threads, or 0 for one for each core, found \(threads)"))
  }

  @Test func `calls of the server's own address don't pass through, and a note says so`() async throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nunmatched: passthrough\n", "a.mock.yaml": Self.good,
    ])
    let server = try await RunningServer(["."], in: folder.path)
    #expect(
      await server.nextError()
        == "note: calls of \(server.url) itself aren't passed through; without a matching request, they are 404")
  }

  @Test func `limits are set by the project file, and by options`() async throws {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nserver: {limits: {bodyBytes: 5, connections: 1}}\n", "a.mock.yaml": Self.good,
    ])
    let server = try await RunningServer(
      [".", "--limit", "connections=2", "--limit", "headerTimeout=50ms"], in: folder.path)
    let port = Int(server.url.split(separator: ":").last ?? "")
    let first = try RawClient(port: port)
    try await first.send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n123456")
    let second = try RawClient(port: port)
    try await second.send("GET /a HTTP/1.1\r\n")
    #expect(try await first.answer().status == 413)
    #expect(try await second.answer().status == 408)
    try folder.save("mockspec: 1\n", to: "mockspec.yaml")
    #expect(await server.nextError() == "note: 'server.limits' apply from the next start of the server")
  }

  @Test(arguments: [
    ("bodyByte=1", "did you mean 'bodyBytes'?"), ("bodyBytes", "expected 'name=value'"),
    ("connections=-1", "expected a number from 0 to 1048576, found '-1'"),
    ("idleTimeout=5", "expected a duration such as"),
  ])
  func `a wrong limit is a usage error`(limit: String, message: String) async throws {
    let outcome = try await Program.run("serve", ".", "--limit", limit)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(message))
  }

  @Test func `a port in use has its own exit status`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.good])
    let server = try await RunningServer(["."], in: folder.path)
    let port = String(server.url.split(separator: ":").last ?? "")
    let second = try await Program.run("serve", ".", "--port", port, in: folder.path)
    #expect(second.status == 69)
    #expect(second.errors.contains("is taken by another program"))
  }
}
