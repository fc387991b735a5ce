import Foundation
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpecCLI

/// The access log of `mockspec serve`.
@Suite(.timeLimit(.minutes(20)))
struct AccessLogTests {
  /// Header fields with quotes, a backslash, and control characters that a terminal would obey (`\u{9B}31m` is red).
  static let fields = "Host: x\r\nReferer: http://a/?token=s3cret\r\nUser-Agent: a\"b\\c\u{9B}31m\tz\r\n"
  static let call = "GET /a?token=s3cret&x=%0A HTTP/1.1\r\n\(fields)\r\n"

  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nredact: [token]\n", "a.mock.yaml": ServeTests.good,
    ])
  }

  /// Returns the line of a call.
  func line(_ options: String..., call: String = Self.call) async throws -> String {
    let server = try await RunningServer(["."] + options, in: folder.path, isForPrograms: true)
    let client = try RawClient(port: Int(server.url.split(separator: ":").last ?? ""))
    try await client.send(call)
    return try #require(await server.nextLine())
  }

  @Test func `a JSON line is one object with all that is known`() async throws {
    let line = try await line("--log-format", "json")
    let call = try #require(DocumentParser.parseJSON(Array(line.utf8))?.root)
    let expected = [
      "client": "127.0.0.1", "method": "GET", "target": "/a?token=‹redacted, 6 characters›&x=%0A",
      "protocol": "HTTP/1.1", "status": "200", "bodySize": "2", "request": "A", "response": "R", "reason": "default",
    ]
    for (name, value) in expected { #expect(call.value(name)?.text == value, "\(name)") }
    #expect(call.value("note")?.kind == .null)
    let (time, duration) = (call.value("time")?.text ?? "", call.value("duration")?.text ?? "")
    #expect(time.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/) != nil, "\(time)")
    #expect(duration.wholeMatch(of: /\d+\.\d{6}/) != nil, "\(duration)")
  }

  @Test func `a JSON line has the session that the call names`() async throws {
    let call = "GET /a HTTP/1.1\r\nHost: x\r\nMockspec-Session: checkout-7\r\n\r\n"
    let line = try await line("--log-format", "json", call: call)
    #expect(DocumentParser.parseJSON(Array(line.utf8))?.root.value("session")?.text == "checkout-7")
    let other = try await self.line("--log-format", "json")
    #expect(DocumentParser.parseJSON(Array(other.utf8))?.root.value("session")?.kind == .null)
  }

  @Test func `a line of a malformed request has null for what isn't known`() async throws {
    let line = try await line("--log-format", "json", call: "nonsense\r\n\r\n")
    let call = try #require(DocumentParser.parseJSON(Array(line.utf8))?.root)
    for name in ["method", "target", "protocol", "request", "duration"] {
      #expect(call.value(name)?.kind == .null, "\(name)")
    }
    #expect(call.value("status")?.text == "400")
    #expect(call.value("note")?.text.isEmpty == false)
    let common = try await self.line("--log-format", "common", call: "nonsense\r\n\r\n")
    #expect(common.wholeMatch(of: /127\.0\.0\.1 - - \[[^\]]+\] "-" 400 \d+/) != nil, "\(common)")
  }

  @Test func `the common and the combined format are those of Apache, with its escapes`() async throws {
    let target = #""GET /a\?token=\\xe2\\x80\\xb9redacted,%206%20characters\\xe2\\x80\\xba&x=%0A HTTP/1\.1" 200 2"#
    let start = #"127\.0\.0\.1 - - \[\d\d/[A-Z][a-z]{2}/\d{4}:\d\d:\d\d:\d\d \+0000\] "# + target
    let common = try await line("--log-format", "common")
    #expect(try Regex(start).wholeMatch(in: common) != nil, "\(common)")
    let combined = try await line("--log-format", "combined")
    let fields =
      #" "http://a/\?token=\\xe2\\x80\\xb9redacted, 6 characters\\xe2\\x80\\xba" "a\\"b\\\\c\\xc2\\x9b31m\\tz""#
    #expect(try Regex(start + fields).wholeMatch(in: combined) != nil, "\(combined)")
  }

  @Test func `a long target is cut`() async throws {
    let path = String(repeating: "a", count: 5_000)
    let line = try await line("--log-format", "common", call: "GET /\(path) HTTP/1.1\r\nHost: x\r\n\r\n")
    #expect(line.utf8.count < 400, "\(line)")
  }

  #if os(Linux)
    @Test func `a quiet server prints only errors`() async throws {
      try folder.save("mockspec: 1\nunmatched: passthrough\n", to: "mockspec.yaml")
      let program = try RunningProgram(
        ["serve", ".", "--quiet", "--port", "0", "--token-file", "token"], in: folder.path)
      // Made when the project is loaded and watched.
      try await folder.appearance(of: "token")
      try folder.save(ServeTests.good.replacing("status", with: "staus"), to: "a.mock.yaml")
      #expect(await program.nextError() == "a.mock.yaml:5:21: error: unknown key 'staus' [unknown-key]")
      #expect(await program.end(by: SIGTERM) == 0)
      #expect(await program.nextLine() == nil)
    }
  #endif

  @Test func `an unknown format is a usage error that names the formats`() async throws {
    let outcome = try await Program.run("serve", ".", "--log-format", "xml", in: folder.path)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("'text', 'json', 'common' or 'combined'"))
  }
}
