import MockSpec
import MockSpecControl
import MockSpecServer
import TestSupport
import Testing

/// How commands reach a server.
@Suite(.timeLimit(.minutes(20)))
struct ConnectionTests {
  @Test func `a token is needed, and comes from the environment or a file`() async throws {
    var options = ControlOptions()
    options.token = "secret"
    let mock = try await SteeredMock(options: options)
    try mock.save("secret\n", to: "token")
    let missing = try await mock.run("status")
    #expect(missing.status == 1)
    #expect(missing.errors == "error: the server needs a token: set MOCKSPEC_TOKEN, or use --token-file\n")
    let wrong = try await mock.run("status", environment: ["MOCKSPEC_TOKEN=secre"])
    #expect(wrong.errors == "error: the server doesn't accept the token from MOCKSPEC_TOKEN\n")
    #expect(try await mock.run("status", environment: ["MOCKSPEC_TOKEN=secret"]).status == 0)
    #expect(try await mock.run("status", "--token-file", "token").status == 0)
    let nowhere = try await mock.run("status", "--token-file", "nowhere")
    #expect(nowhere.status == 66 && nowhere.errors == "error: the token file 'nowhere' doesn't exist\n")
  }

  @Test func `a server that isn't there is reported`() async throws {
    let mock = try await SteeredMock()
    await mock.server.stop()
    let outcome = try await mock.run("status")
    #expect(outcome.status == 69 && outcome.output == "")
    #expect(
      outcome.errors
        == "error: nothing listens on \(mock.url); start 'mockspec serve', or the app that is steered there\n")
    let name = try await mock.run("status", "--server", "http://nowhere.invalid:8080")
    #expect(name.status == 69)
    #expect(name.errors == "error: the host of http://nowhere.invalid:8080 has no address\n")
  }

  @Test func `another server, and one without a control API, are reported`() async throws {
    let sets = try ResponseSets.load(text: SteeredMock.spec)
    let server = MockServer(engine: MockEngine(sets), port: 0)
    let url = try await server.start().url
    let none = try await Program.run("status", "--server", url)
    #expect(none.status == 69)
    #expect(none.errors.hasPrefix("error: \(url): this port has no control API"))
    await server.stop()

    let other = try CannedServer(sending: "SSH-2.0-OpenSSH\r\n")
    let foreign = try await Program.run("status", "--server", other.url)
    _ = try await other.call.value
    #expect(foreign.status == 69)
    #expect(
      foreign.errors == "error: \(other.url) isn't a mockspec server: it answered with something else than HTTP\n")
  }

  @Test(arguments: [
    ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{", "closed the connection before the end of its answer"),
    ("HTTP/1.1 204 No Content\r\n\r\n", "isn't a mockspec server: it answered with a success without a count"),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
      "isn't a mockspec server: it answered with a success without a count"
    ),
  ])
  func `nothing is verified by an answer without a count`(answer: String, message: String) async throws {
    let other = try CannedServer(sending: answer)
    let outcome = try await Program.run("verify", "Login", "--exactly", "1", "--server", other.url)
    _ = try await other.call.value
    #expect(outcome.status == 69 && outcome.errors == "error: \(other.url) \(message)\n")
  }

  @Test func `a server is named by an option, an IPv6 address, or a host name`() async throws {
    let engine = MockEngine(try ResponseSets.load(text: SteeredMock.spec))
    let server = MockServer(engine: engine, host: "localhost", port: 0, control: MockControl(engine))
    let port = try await server.start().port
    for host in ["localhost", "127.0.0.1"] + (RawClient.hasIPv6 ? ["[::1]"] : []) {
      let outcome = try await Program.run("status", "--server", "http://\(host):\(port)/")
      #expect(outcome.status == 0, "\(host): \(outcome.errors)")
    }
    await server.stop()
  }

  @Test func `names of requests are completed in a shell`() async throws {
    let mock = try await SteeredMock()
    func completed(_ command: String, _ argument: String, _ words: String..., shell: String = "zsh") async throws
      -> [String]
    {
      try await completed(command, argument, words, shell: shell)
    }
    func completed(_ command: String, _ argument: String, _ words: [String], shell: String) async throws -> [String] {
      // The server has little time to answer, which a loaded machine needs for itself.
      for _ in 0..<100 {
        let outcome = try await Program.run(
          "/usr/bin/env",
          ["SAP_SHELL=\(shell)", Program.path, "---completion", command, "--", argument, "\(words.count - 1)", "0"]
            + words)
        #expect(outcome.errors == "")
        // For zsh, the output ends with a blank.
        let lines = outcome.output.split(separator: "\n").map(String.init).filter { $0 != " " }
        if !lines.isEmpty { return lines }
      }
      return []
    }
    let start = ["mockspec", "deselect", "--server=\(mock.url)"]
    #expect(
      try await completed("deselect", "positional@0", start[0], start[1], start[2], "") == ["Items", "Login", "Old"])
    let pairs = try await completed("select", "positional@0", "mockspec", "select", "--server", mock.url, "Log")
    #expect(pairs.contains("Login=Wrong Password") && pairs.contains("Items=B"), "\(pairs)")
    let divided = try await completed(
      "select", "positional@0", "mockspec", "select", "--server", mock.url, "Login", "=", "Of", shell: "bash")
    #expect(divided.count == 3 && divided.contains("Offline"), "\(divided)")
    let url = mock.url.split(separator: ":").flatMap { [":", String($0)] }.dropFirst()
    for sign in [[], ["="]] {
      let words = ["mockspec", "deselect", "--server"] + sign + url + [""]
      #expect(try await completed("deselect", "positional@0", words, shell: "bash") == ["Items", "Login", "Old"])
    }
    #expect(
      try await completed("scene", "positional@0", "mockspec", "scene", "--server", mock.url, "") == ["Airplane mode"])
    await mock.server.stop()
    let silent = try await Program.run(
      "---completion", "deselect", "--", "positional@0", "3", "0", start[0], start[1], start[2], "")
    #expect(silent.output == "" && silent.errors == "")
  }

  @Test(arguments: [
    (
      #"bash -c "IFS=\$'\n'; compgen -W \"\$(SAP_SHELL=bash \"\$0\" \"\$@\")\"""#,
      #"It's \a: "x""#
    ),
    (#"SAP_SHELL=zsh env"#, #"It's $(touch made) \\a\: "x""#),
    (#"SAP_SHELL=fish env"#, #"It's $(touch made) \a: "x""#),
  ])
  func `names are completed as they are, without an expansion`(shell: String, expected: String) async throws {
    let mock = try await SteeredMock()
    let name = #""It's $(touch made) \\a: \"x\"""#
    let plain = name.replacing("$(touch made) ", with: "")
    let text = """
      {"mockspec": 1, "requests": {
        \(name): {"match": "/x", "responses": {"R": {}}}, \(plain): {"match": "/y", "responses": {"R": {}}}
      }}
      """
    try mock.save(text, to: "x.mock.json")
    #expect(try await mock.run("add", "x.mock.json").status == 0)
    var lines: [Substring] = []
    // The server has little time to answer, which a loaded machine needs for itself.
    for _ in 0..<100 where !lines.contains(expected[...]) {
      let command = shell + #" "$0" ---completion deselect -- positional@0 2 0 mockspec deselect """#
      lines = try await mock.run(shell: command).output.split(separator: "\n")
    }
    #expect(lines.contains(expected[...]), "\(lines)")
    // bash would expand the other one.
    #expect(lines.contains { $0.contains("$") } == expected.contains("$"), "\(lines)")
    #expect(try await mock.run(shell: "ls").output.contains("made") == false)
  }
}
