import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An app in another process, which commands steer over its link.
@Suite(.timeLimit(.minutes(20)))
struct LinkedAppTests {
  static let spec = """
    mockspec: 1
    requests:
      Login:
        match: https://api.example.com/login
        responses: {Success: {text: welcome}, Offline: {status: 503}}
      Old: {match: https://api.example.com/old, enabled: false, responses: {R: {}}}
    """
  static let login = "https://api.example.com/login"

  let app: LinkedApp

  init() async throws {
    app = try await LinkedApp(
      in: TemporaryFolder([
        "specs/a.mock.yaml": Self.spec,
        "specs/mockspec.yaml": "mockspec: 1\nscenes: {Airplane mode: {Login: Offline}}\n",
      ]))
  }

  @Test func `commands steer the app`() async throws {
    #expect(app.url == "http://127.0.0.1:\(try app.folder.read("port").dropLast())")
    #expect(try await app.call(Self.login) == "200 welcome")
    let status = try await app.run("status")
    #expect(status.status == 0 && status.errors == "", "\(status.errors)")
    #expect(
      status.output == """
        \(app.url): 2 requests, 3 responses, 1 file
        scene: none (of Airplane mode)

        specs/a.mock.yaml
          Login  https://api.example.com/login  → Success  [default]  1 call
          Old    https://api.example.com/old    → R  [default]  [disabled]

        """)
    #expect(try await app.run("select", "Login=Offline").output == "Login → Offline  [selection]\n")
    #expect(try await app.call(Self.login) == "503 ")
    #expect(try await app.run("reset").status == 0)
    #expect(try await app.run("scene", "Airplane mode").output == "scene: Airplane mode\n")
    #expect(try await app.call(Self.login) == "503 ")
    #expect(try await app.run("enable", "Old").output == "Old → R  [default]\n")
    #expect(try await app.call("https://api.example.com/old") == "200 ")
    #expect(try await app.run("verify", "Login", "--exactly", "3").output == "verified: 3 calls to 'Login'\n")
    let calls = try await app.run("calls", "--request", "Login", "--limit", "1")
    #expect(calls.output.hasSuffix("GET https://api.example.com/login → 503 (Login: Offline, by scene)\n"))
    try app.folder.save(
      "mockspec: 1\nrequests: {Extra: {match: https://api.example.com/extra, responses: {R: {text: extra}}}}\n",
      to: "extra.mock.yaml")
    #expect(try await app.run("add", "extra.mock.yaml").output == "added 'extra.mock.yaml': Extra\n")
    #expect(try await app.call("https://api.example.com/extra") == "200 extra")
    #expect(try await app.run("remove", "extra.mock.yaml").output == "removed 'extra.mock.yaml'\n")
  }

  @Test func `nothing is done without the token`() async throws {
    let missing = try await app.run("select", "Login=Offline", token: nil)
    #expect(missing.status == 1 && missing.errors.hasPrefix("error: the server needs a token: "), "\(missing.errors)")
    let wrong = try await app.run("select", "Login=Offline", token: LinkedApp.token + "4")
    #expect(wrong.status == 1 && wrong.errors == "error: the server doesn't accept the token from MOCKSPEC_TOKEN\n")
    #expect(try await app.call(Self.login) == "200 welcome")
  }

  @Test func `saved files and their errors reach the app and the commands`() async throws {
    try app.folder.save(Self.spec.replacing("status: 503", with: "staus: 503"), to: "specs/a.mock.yaml")
    var status = try await app.run("status")
    while !status.output.hasPrefix("problem: ") { status = try await app.run("status") }
    #expect(
      status.output.hasPrefix(
        """
        problem: not reloaded: the last valid version stays in use
        specs/a.mock.yaml:5:53: error: unknown key 'staus' [unknown-key]
        """), "\(status.output)")
    #expect(try await app.call(Self.login) == "200 welcome")
    try app.folder.save(Self.spec.replacing("welcome", with: "hello"), to: "specs/a.mock.yaml")
    while status.output.hasPrefix("problem: ") { status = try await app.run("status") }
    #expect(try await app.call(Self.login) == "200 hello")
  }

  @Test func `events and calls of the link go on after the process was suspended`() async throws {
    let events = try await follow()
    let port = Int(try app.folder.read("port").dropLast())
    await app.suspend()
    let client = try RawClient(port: port)
    try await client.send(
      "GET /__mockspec/state HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(LinkedApp.token)\r\n\r\n")
    app.program.process.send(SIGCONT)
    #expect(try await client.answer().status == 200)
    #expect(try await app.run("select", "Login=Offline").status == 0)
    _ = try await app.call(Self.login)
    #expect(await events.nextLine()?.hasSuffix("→ 503 (Login: Offline, by selection)") == true)
  }

  @Test func `the end of the app is noticed, and a later one takes its place`() async throws {
    let events = try await follow()
    app.program.process.send(SIGKILL)
    let message = "nothing listens on \(app.url); start 'mockspec serve', or the app that is steered there"
    #expect(await events.nextError() == "error: the connection has ended: \(message)")
    #expect(await events.process.status() == 69)
    let status = try await app.run("status")
    #expect(status.status == 69 && status.errors == "error: \(message)\n")
    let next = try await LinkedApp(in: app.folder)
    #expect(next.url.hasSuffix(":\(try app.folder.read("port").dropLast())"))
    #expect(try await next.run("status").status == 0)
  }

  @Test(arguments: ["release", "stop"])
  func `the link ends before the app`(command: String) async throws {
    let events = try await follow()
    try app.send(command)
    #expect(await events.nextError()?.hasPrefix("error: ") == true)
    #expect(await events.process.status() == 69)
    // The app goes on.
    let answer = try await app.call(Self.login)
    #expect(answer == "200 welcome" || command == "release" && answer?.hasPrefix("error: ") == true, "\(answer ?? "")")
    #expect(try await app.run("status").status == 69)
  }

  /// Starts a command that prints calls, and returns when it listens to events.
  private func follow() async throws -> RunningProgram {
    _ = try await app.call("https://api.example.com/listed")
    let events = try app.start("calls", "--follow", "--limit", "1")
    #expect(await events.nextLine()?.contains("listed") == true)
    // Events begin after the calls that were listed.
    _ = try await app.call("https://api.example.com/followed")
    #expect(await events.nextLine()?.contains("followed") == true)
    return events
  }
}
