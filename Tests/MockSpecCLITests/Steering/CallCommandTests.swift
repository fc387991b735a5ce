import Foundation
import HTTPTypes
import MockSpec
import MockSpecServer
import TestSupport
import Testing

/// The commands `calls` and `verify`.
@Suite(.timeLimit(.minutes(20)))
struct CallCommandTests {
  let mock: SteeredMock

  init() async throws { mock = try await SteeredMock() }

  @Test func `calls are printed with their numbers as Swift describes them`() async throws {
    #expect(try await mock.run("calls").output == "")
    mock.call("POST", "/login")
    mock.call("GET", "/nothing")
    mock.call("GET", "/items/1")
    let lines = mock.engine.session.calls.map { "\($0.number): \($0)\n" }
    #expect(try await mock.run("calls").output == lines.joined())
    #expect(lines[0].hasSuffix("/login → 200 (Login: Success, by default)\n"))
    #expect(try await mock.run("calls", "--unmatched").output == lines[1])
    #expect(try await mock.run("calls", "--request", "Login").output == lines[0])
    #expect(try await mock.run("calls", "--limit", "1").output == lines[2])
    #expect(try await mock.run("calls", "--format", "json").output.hasPrefix(#"{"calls":[{"number":1,"#))
  }

  @Test func `calls of a trace are printed`() async throws {
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    mock.call("POST", "/login")
    mock.call("GET", "/items/1", fields: [HTTPField.Name("traceparent")!: "00-\(trace)-00f067aa0ba902b7-01"])
    #expect(try await mock.run("calls", "--trace", trace).output == "2: \(mock.engine.session.calls[1])\n")
    let wrong = try await mock.run("calls", "--trace", "1")
    #expect(wrong.status == 64 && wrong.errors.contains("expected 32 hexadecimal digits"))
  }

  @Test func `calls are followed until the reader ends`() async throws {
    mock.call("GET", "/items/1")
    let program = try RunningProgram(["calls", "--follow", "--server", mock.url], in: Program.root)
    let first = try #require(await program.nextLine())
    #expect(first.hasPrefix("1: GET ") && first.contains("/items/1 → 200 (Items: A"))
    mock.call("POST", "/login")
    #expect(await program.nextLine()?.contains("/login → 200 (Login: Success") == true)
    #expect(await program.end(by: SIGINT) == -1)
    let head = try await mock.run(shell: #""$0" calls --follow | head -1"#)
    #expect(head.status == 0 && head.output.contains("/items/1"))
  }

  @Test func `the status counts all requests, also those added at run time`() async throws {
    try mock.engine.session.add(
      MockedRequest("New", "/new") {
        MockedResponse("R")
        MockedResponse("S")
      })
    #expect(try await mock.run("status").output.hasPrefix("\(mock.url): 4 requests, 8 responses, 1 file\n"))
  }

  @Test func `calls of one kind are followed, as JSON`() async throws {
    mock.call("GET", "/nothing/1")
    let program = try RunningProgram(
      ["calls", "--follow", "--limit", "1", "--unmatched", "--format", "json", "--server", mock.url], in: Program.root)
    func nextPath() async throws -> String? {
      let line = try #require(await program.nextLine())
      let call = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      #expect(call["outcome"] as? String == "unmatched")
      return call["path"] as? String
    }
    #expect(try await nextPath() == "/nothing/1")
    mock.call("POST", "/login")
    mock.call("GET", "/nothing/2")
    #expect(try await nextPath() == "/nothing/2")
  }

  @Test(arguments: [(0, false), (1, true)])
  func `with a limit of 0, earlier calls aren't printed`(limit: Int, prints: Bool) async throws {
    mock.call("GET", "/nothing/1")
    let calls = try await RawClient(port: Int(mock.url.split(separator: ":").last ?? "")).get("/__mockspec/calls")
    // Ends after this answer, so that following fails.
    let server = try CannedServer("200 OK", body: calls.body)
    let ended = try await Program.run("calls", "--follow", "--limit", "\(limit)", "--server", server.url)
    #expect(ended.status == 69, "\(ended.errors)")
    #expect(ended.output.contains("/nothing/1") == prints, "\(ended.output)")
  }

  @Test func `following ends with the server`() async throws {
    let program = try RunningProgram(["calls", "--follow", "--server", mock.url], in: Program.root)
    mock.call("POST", "/login")
    #expect(await program.nextLine() != nil)
    // The first call was perhaps made before the program asked for events.
    mock.call("GET", "/items/1")
    #expect(await program.nextLine() != nil)
    await mock.server.stop()
    #expect(
      await program.nextError()
        == "error: the connection has ended: nothing listens on \(mock.url); start 'mockspec serve', or the app that is steered there"
    )
    #expect(await program.process.status() == 69)
  }

  @Test(arguments: [["--exactly", "-1"], ["--at-least", "-1"], ["--at-most", "-1"], ["--at-most=-1"]])
  func `a negative number of calls is reported`(arguments: [String]) async throws {
    let outcome = try await Program.run(Program.path, ["verify", "Login"] + arguments, in: Program.root)
    #expect(outcome.status == 64 && outcome.errors.hasPrefix("error: expected 0 or more calls, found -1\n"))
  }

  @Test func `verify counts calls, and shows what differs`() async throws {
    mock.call("POST", "/login", body: #"{"user": "Ada"}"#)
    mock.call("POST", "/login", body: #"{"user": "Bob"}"#)
    let right = try await mock.run("verify", "Login", "--exactly", "2")
    #expect(right.status == 0 && right.output == "verified: 2 calls to 'Login'\n")
    let yaml = try await mock.run("verify", "Login", "--at-most", "1", "--match", "{body: {json: {user: Ada}}}")
    #expect(yaml.status == 0 && yaml.output == "verified: 1 call to 'Login'\n", "\(yaml.errors)")
    let json = "{\"body\":\t{\"json\": {\"user\": \"Ada\"}}}"
    let wrong = try await mock.run("verify", "Login", "--at-least", "2", "--match", json)
    #expect(wrong.status == 1 && wrong.output == "")
    #expect(wrong.errors.hasPrefix("error: expected at least 2 calls to 'Login', found 1\nthe last calls:\n  1: POST "))
    #expect(wrong.errors.contains("\nwhat differs:\n  call 2: body"), "\(wrong.errors)")
    let machine = try await mock.run("verify", "Login", "--exactly", "1", "--format", "json")
    #expect(machine.status == 1 && machine.output.contains(#""code":"wrong-count""#))
  }
}
