import Foundation
import TestSupport
import Testing

/// `mockspec serve` while some files have errors.
@Suite(.timeLimit(.minutes(20)))
struct ServeBrokenFilesTests {
  private static func spec(_ name: String, _ status: Int = 200) -> String {
    "mockspec: 1\nrequests:\n  \(name): {match: GET /\(name), responses: {R: {status: \(status)}}}\n"
  }

  private static let broken = "mockspec: 1\nrequests:\n  a: {match: GET /a, responses: {R: {stat: 200}}}\n"

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder(["a.mock.yaml": Self.broken, "b.mock.yaml": Self.spec("b"), "new.mock.yaml": ""])
  }

  private func get(_ path: String, _ server: RunningServer) async throws -> RawReply {
    try await RawClient(port: Int(server.url.split(separator: ":").last ?? "")).get(path, "Connection: close")
  }

  /// Returns the lines of the standard error up to one with a text.
  private func errors(_ server: RunningServer, through text: String) async -> [String] {
    var lines: [String] = []
    while let line = await server.nextError() {
      lines.append(line)
      if line.contains(text) { return lines }
    }
    Issue.record("no line with '\(text)' in \(lines)")
    return lines
  }

  @Test func `files with errors are reported at the start, and the others are served`() async throws {
    let server = try await RunningServer(["."], in: folder.path)
    let lines = await errors(server, through: "1 file has errors and isn't served: a.mock.yaml")
    #expect(lines.contains("new.mock.yaml:1:1: warning: the file is empty [empty-file]"), "\(lines)")
    #expect(lines.contains { $0.hasPrefix("a.mock.yaml:3:") && $0.hasSuffix("[unknown-key]") }, "\(lines)")
    #expect(try await get("/b", server).status == 200)
    let unmatched = try await get("/a", server)
    #expect(unmatched.status == 404)
    #expect(unmatched.body.contains("1 file has errors and isn't served: a.mock.yaml"))
    #expect(
      try await get("/__mockspec/health", server).body.contains(#""file":"a.mock.yaml","hasEarlierVersion":false"#))
    let state = try await get("/__mockspec/state", server).body
    #expect(state.contains(#""problem":{"message":"1 file has errors and isn't served: a.mock.yaml""#), "\(state)")
    let status = try await Program.run("status", "--server", server.url, in: folder.path)
    #expect(status.output.hasPrefix("problem: 1 file has errors and isn't served: a.mock.yaml\n"), "\(status)")

    try folder.save(Self.spec("a", 201), to: "a.mock.yaml")
    #expect(await server.nextReload() == "reloaded (2 requests, 2 responses, 2 files): a.mock.yaml; added 'a'")
    #expect(try await get("/a", server).status == 201)
    #expect(try await get("/__mockspec/state", server).body.contains(#""problem":null"#))
  }

  @Test func `an edit beside a file with errors is served, and so is an editor's first step`() async throws {
    try folder.save(Self.spec("a"), to: "a.mock.yaml")
    let server = try await RunningServer([".", "--select", "a=R"], in: folder.path)
    try folder.save(Self.broken, to: "a.mock.yaml")
    let line = "not reloaded: 1 file has errors, so its last valid version is served: a.mock.yaml"
    let lines = await errors(server, through: line)
    #expect(lines.contains { $0.hasPrefix("a.mock.yaml:3:") && $0.hasSuffix("[unknown-key]") }, "\(lines)")
    #expect(try await get("/a", server).status == 200)

    try folder.save(Self.spec("b", 202), to: "b.mock.yaml")
    let reload = "reloaded (2 requests, 2 responses, 2 files): b.mock.yaml; changed 'b'"
    #expect(await server.nextReload() == reload + "; 1 file has errors and isn't served")
    #expect(try await get("/b", server).status == 202)

    try folder.save("", to: "other.mock.yaml")
    #expect(await server.nextReload()?.hasPrefix("reloaded (2 requests, 2 responses, 2 files)") == true)
    try folder.save(Self.spec("b", 203), to: "b.mock.yaml")
    #expect(await server.nextReload() == reload + "; 1 file has errors and isn't served")
    try folder.save(Self.spec("a", 203), to: "a.mock.yaml")
    #expect(await server.nextReload() == "reloaded (2 requests, 2 responses, 2 files): a.mock.yaml; changed 'a'")
    #expect(try await get("/a", server).status == 203)
    // The selection belongs to the name.
    #expect(try await get("/__mockspec/state", server).body.contains(#""selected":"R""#))
  }

  @Test func `a selection of a request that isn't served yet applies once it is`() async throws {
    let server = try await RunningServer([".", "--select", "a=S"], in: folder.path)
    _ = await errors(server, through: "note: 'a=S' applies once the file with it has no errors")
    try folder.save(Self.spec("a").replacing("}}}", with: "}, S: {status: 299}}}"), to: "a.mock.yaml")
    #expect(await server.nextReload()?.contains("added 'a'") == true)
    #expect(try await get("/a", server).status == 299)
    let wrong = try await Program.run("serve", ".", "--select", "x=S", "--port", "0", in: folder.path)
    #expect(wrong.status == 64)
  }

  @Test func `--broken refuse treats the project as one unit`() async throws {
    let refused = try await Program.run("serve", ".", "--broken", "refuse", "--port", "0", in: folder.path)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("error: the file is empty [empty-file]"))
    #expect(refused.errors.hasSuffix("error: specs are invalid; fix the errors above and start again\n"))

    try folder.save(Self.spec("a"), to: "a.mock.yaml")
    try folder.remove("new.mock.yaml")
    let server = try await RunningServer([".", "--broken", "refuse"], in: folder.path)
    try folder.save(Self.broken, to: "a.mock.yaml")
    _ = await errors(server, through: "not reloaded: the last valid version stays in use")
    try folder.save(Self.spec("b", 202), to: "b.mock.yaml")
    _ = await errors(server, through: "not reloaded: the last valid version stays in use")
    #expect(try await get("/b", server).status == 200)
    try folder.save(Self.spec("a", 201), to: "a.mock.yaml")
    #expect(await server.nextReload()?.contains("changed 'a', 'b'") == true)
  }

  @Test func `explain leaves out files with errors and lists them, and validate is as strict as ever`() async throws {
    let explained = try await Program.run("explain", "GET", "/b", ".", in: folder.path)
    #expect(explained.status == 1)
    #expect(explained.output.contains("'b' answers GET /b"))
    #expect(explained.output.contains("1 file has errors and isn't served: a.mock.yaml"))
    #expect(explained.errors.contains("[unknown-key]"))
    let validated = try await Program.run("validate", ".", in: folder.path)
    #expect(validated.status == 1)
    let printed = validated.output + validated.errors
    #expect(printed.contains("[empty-file]") && printed.contains("[unknown-key]"), "\(printed)")
  }
}
