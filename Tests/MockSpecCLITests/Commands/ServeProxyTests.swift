import Foundation
import MockSpecServer
import TestSupport
import Testing

@testable import MockSpecTLS

/// `mockspec serve --proxy`, with curl as the device.
@Suite(.timeLimit(.minutes(20)))
struct ServeProxyTests {
  private let folder: TemporaryFolder

  private static let spec = """
    mockspec: 1
    requests:
      A: {match: 'GET https://api.example.com/a', responses: {R: {text: mocked}}}
      B: {match: 'GET http://plain.example.com/b', responses: {R: {text: plain}}}
      C: {match: 'GET https://api.example.com:8443/c', responses: {R: {text: '{{request.url}}', template: true}}}
      D: {match: 'GET https://foreign.example.net/d', responses: {R: {text: foreign}}}
    """

  init() throws {
    folder = try TemporaryFolder([
      "project/a.mock.yaml": Self.spec, "project/mockspec.yaml": "mockspec: 1\npassthrough: [localhost]\n",
    ])
    _ = try LocalAuthority.create(
      in: folder["own"], hosts: CertifiedHost.local + [.name("example.com")], machine: "test")
  }

  /// Runs a server with a proxy, and passes the server's URL, the proxy's and the lines of its log.
  private func withProxy(_ body: (_ proxy: String, RunningProgram) async throws -> Void) async throws {
    let program = try RunningProgram(
      ["serve", "project", "--port", "0", "--proxy", "0", "--authority", "own", "--log-requests"], in: folder.path)
    let ready = try #require(await program.nextLine())
    #expect(ready.contains("listening on http://127.0.0.1:"))
    let line = try #require(await program.nextLine())
    let parts = try #require(
      line.wholeMatch(
        of: #/proxy: (http://127\.0\.0\.1:\d+), configured by (http://127\.0\.0\.1:\d+/__mockspec/proxy\.pac)/#))
    let (url, file) = (parts.1, String(parts.2))
    #expect(ready.hasPrefix("listening on " + file.dropLast("/__mockspec/proxy.pac".count) + " "))
    #expect(try await curl("--proxy", "", file).output.contains("\"PROXY \(url.dropFirst(7))\""))
    try await body(String(url), program)
    #expect(await program.end(by: SIGTERM) == 0)
  }

  private func curl(_ arguments: String...) async throws -> Program.Outcome {
    let start = ["--silent", "--show-error", "--noproxy", "", "--cacert", folder["own/root.pem"]]
    return try await Program.run("/usr/bin/env", ["curl"] + start + arguments, in: folder.path)
  }

  @Test func `https and http calls of named hosts are mocked`() async throws {
    try await withProxy { proxy, program in
      for (url, text) in [
        ("https://api.example.com/a", "mocked"), ("http://plain.example.com/b", "plain"),
        ("https://api.example.com:8443/c", "https://api.example.com:8443/c"),
      ] {
        let answer = try await curl("--proxy", proxy, url)
        #expect((answer.status, answer.output) == (0, text), "\(url): \(answer.errors)")
      }
      let connect = try #require(await program.nextLine())
      #expect(connect.hasSuffix(" CONNECT api.example.com:443 → 200, tunnel to the mocks"))
      #expect(await program.nextLine()?.contains(" GET /a → 200 (A: R), 6 bytes in ") == true)
    }
  }

  @Test func `what isn't named, or isn't within the authority, is refused`() async throws {
    try await withProxy { proxy, _ in
      for (url, status) in [
        ("https://api.example.com:444/a", 403), ("https://other.example.com/a", 403),
        ("https://foreign.example.net/d", 502), ("https://127.0.0.1/", 403),
      ] {
        let answer = try await curl("--proxy", proxy, "--write-out", "%{http_connect}", url)
        #expect((answer.status, answer.output) == (56, "\(status)"), "\(url): \(answer.errors)")
      }
      let unnamed = try await curl("--proxy", proxy, "--write-out", "%{http_code}", "http://other.example.com/")
      #expect(unnamed.output.hasSuffix("403"))
    }
  }

  @Test(arguments: [
    (["-H", "Host: other.example.com", "https://api.example.com/a"], "421"),
    (["-H", "Host: api.example.com:8443", "https://api.example.com/a"], "421"),
    (["--request-target", "http://api.example.com/a", "https://api.example.com/a"], "421"),
    (["--request-target", "https://other.example.com/a", "https://api.example.com/a"], "421"),
    (["--request-target", "https://api.example.com/a", "https://api.example.com/a"], "200"),
    (["-X", "CONNECT", "--request-target", "api.example.com:443", "https://api.example.com/"], "400"),
    (["https://api.example.com/__mockspec/state"], "403"),
    (["-X", "DELETE", "-H", "Host: localhost", "https://api.example.com/__mockspec/selections"], "403"),
  ])
  func `inside a tunnel are only requests of its host, and never the control API`(arguments: [String], status: String)
    async throws
  {
    try await withProxy { proxy, _ in
      let answer = try await Program.run(
        "/usr/bin/env",
        [
          "curl", "--silent", "--noproxy", "", "--cacert", folder["own/root.pem"], "--proxy", proxy, "-o", "/dev/null",
          "--write-out", "%{http_code}",
        ] + arguments, in: folder.path)
      #expect(answer.output == status)
    }
  }

  @Test func `a host that passes through gets its own certificate`() async throws {
    // The project of the proxy names the port, and lets its host pass through.
    let other = try LocalAuthority.create(in: folder["other"], hosts: CertifiedHost.local, machine: "test")
    try folder.save(ServeTests.good, to: "backend/a.mock.yaml")
    let backend = try await RunningServer(["backend", "--tls", "--authority", "other"], in: folder.path)
    let port = try #require(backend.url.split(separator: ":").last)
    try folder.save(
      "mockspec: 1\nrequests: {E: {match: 'GET https://localhost:\(port)/a', responses: {R: {text: mocked}}}}\n",
      to: "project/b.mock.yaml")
    try await withProxy { proxy, program in
      let answer = try await Program.run(
        "/usr/bin/env",
        [
          "curl", "--silent", "--show-error", "--noproxy", "", "--cacert", other.root, "--proxy", proxy,
          "https://localhost:\(port)/a",
        ], in: folder.path)
      #expect((answer.status, answer.output) == (0, "hi"), "\(answer.errors)")
      #expect(await program.nextLine()?.hasSuffix(" → 200, tunnel to localhost:\(port)") == true)
    }
    #expect(await backend.end(by: SIGTERM) == 0)
  }

  @Test func `without an authority, a note says how to create it`() async throws {
    let program = try RunningProgram(
      ["serve", "project", "--port", "0", "--proxy", "0", "--authority", "none"], in: folder.path)
    #expect(
      await program.nextError()
        == "note: there is no local authority, so the proxy refuses https; create one with: "
        + "mockspec certificate --authority none api.example.com foreign.example.net")
    // From then on, it handles signals.
    while let line = await program.nextLine(), !line.hasPrefix("proxy: ") {}
    #expect(await program.end(by: SIGTERM) == 0)
  }

  @Test func `a proxy for other machines says what they can do`() async throws {
    let program = try RunningProgram(
      ["serve", "project", "--port", "0", "--proxy", "0.0.0.0:0", "--authority", "own"], in: folder.path)
    var note = await program.nextError()
    while let line = note, !line.hasPrefix("note: other machines") { note = await program.nextError() }
    #expect(note?.hasSuffix("and through it call localhost from this machine; it asks for no password") == true)
    while let line = await program.nextLine(), !line.hasPrefix("proxy: ") {}
    #expect(await program.end(by: SIGTERM) == 0)
  }

  @Test(arguments: ["http://127.0.0.1:8888", "x", "127.0.0.1", "-1", "70000"])
  func `a place that is neither a port nor an address with one is a usage error`(place: String) async throws {
    let outcome = try await Program.run(Program.path, ["serve", ".", "--proxy=\(place)"], in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("expected a port, or an address and a port such as 127.0.0.1:8888"))
  }
}
