#if os(macOS) || os(Linux)
  import Foundation
  import MockSpecURLSession
  import TestSupport
  import Testing

  /// The README of MockURLResponder with ``MockLaunch``, against an app in a process of its own.
  @Suite(.timeLimit(.minutes(20)))
  struct LaunchedAppTests {
    @Test func `mocks answer an app in another process`() async throws {
      let launch = MockLaunch()
        .respond(to: "https://api.myawesomeapp.com/path/to/resource", method: .get)
        .with(json: #"{ "json": 123 }"#)
        .always()
      let app = try await LaunchedApp(
        calls: ["GET https://api.myawesomeapp.com/path/to/resource?q=query"], ["-MyCustomArgument"] + launch.arguments)
      #expect(
        app.results == [
          LaunchedApp.Result(
            end: #"200 application/json, 15 bytes: { "json": 123 }"#,
            call: """
              GET https://api.myawesomeapp.com/path/to/resource?q=query → 200 \
              (GET https://api.myawesomeapp.com/path/to/resource: 200, by default)
              """)
        ])
      #expect(app.status == 0)
    }

    @Test func `an app is launched without mocks`() async throws {
      let app = try await LaunchedApp(calls: ["GET https://api.myawesomeapp.com/"], ["-MyCustomArgument"])
      #expect(app.text == "launched without mocks\n")
    }

    @Test func `once, several times, in turn, always, drop and delay`() async throws {
      let launch = MockLaunch()
        .respond(to: "www.w3.org/path", method: .get).with(text: "the body").once()
        .respond(to: "api.example.com/login", method: .post).with(status: 401).times(2)
        .respond(to: "www.google.com/", method: .get).with(text: "Mock URL Responder is great!").always()
        .respond(to: "api.example.com/login", method: .post).withDroppedConnection(delay: .milliseconds(1)).once()
        .respond(to: "api.example.com/login", method: .post).with(status: 201, text: "in", delay: .milliseconds(20))
        .always()
      let calls = [
        "GET https://www.w3.org/path", "GET https://www.w3.org/path", "POST https://api.example.com/login",
        "POST https://api.example.com/login", "GET https://www.google.com/", "POST https://api.example.com/login",
        "POST https://api.example.com/login", "POST https://api.example.com/login", "GET https://www.google.com/",
      ]
      let app = try await LaunchedApp(calls: calls, launch.arguments)
      #expect(
        app.results.map(\.end) == [
          "200 text/plain; charset=utf-8, 8 bytes: the body", "MockSpec 1", "401 no type, 0 bytes: ",
          "401 no type, 0 bytes: ", "200 text/plain; charset=utf-8, 28 bytes: Mock URL Responder is great!",
          "NSURLErrorDomain -1005", "201 text/plain; charset=utf-8, 2 bytes: in",
          "201 text/plain; charset=utf-8, 2 bytes: in",
          "200 text/plain; charset=utf-8, 28 bytes: Mock URL Responder is great!",
        ])
      let login = app.results.map(\.call).filter { $0.contains("login") }
      #expect(
        login == [
          "POST https://api.example.com/login → 401 (POST api.example.com/login: 401, by sequence)",
          "POST https://api.example.com/login → 401 (POST api.example.com/login: 401, by sequence)",
          """
          POST https://api.example.com/login → error networkConnectionLost \
          (POST api.example.com/login: networkConnectionLost, by sequence)
          """,
          "POST https://api.example.com/login → 201 (POST api.example.com/login: 201, by sequence)",
          "POST https://api.example.com/login → 201 (POST api.example.com/login: 201, by sequence)",
        ])
    }

    @Test func `mocks of a later launch are tried first, and its settings override those of an earlier one`()
      async throws
    {
      let specs = try TemporaryFolder([
        "a.mock.json": """
        {"mockspec": 1, "requests": {"Items": {"match": "GET //api.example.com/items", "responses": {
          "Full": {"text": "full"}, "Empty": {"text": "empty"}, "Gone": {"status": 410}}}}}
        """
      ])
      let usual = MockLaunch(specs.path)
        .select("Empty", for: "Items")
        .respond(to: "api.example.com/login").with(text: "usual").always()
        .respond(to: "api.example.com/**").with(text: "rest").once()
      let special = MockLaunch()
        .select("Gone", for: "Items")
        .respond(to: "api.example.com/login").when(headers: ["X-A": "1"]).with(text: "special").once()
      let calls = [
        "GET https://api.example.com/login X-A: 1", "GET https://api.example.com/login X-A: 1",
        "GET https://api.example.com/items", "GET https://api.example.com/items",
      ]
      let app = try await LaunchedApp(calls: calls, usual.arguments + special.arguments)
      #expect(
        app.results.map(\.call) == [
          "GET https://api.example.com/login → 200 (api.example.com/login: 200, by sequence)",
          "GET https://api.example.com/login → 200 (api.example.com/login (2): 200, by default)",
          "GET https://api.example.com/items → 200 (api.example.com/**: 200, by sequence)",
          "GET https://api.example.com/items → 410 (Items: Gone, by selection)",
        ])
    }

    @Test func `an app with specs of its own gets what is handed over, too`() async throws {
      let spec = #"{"mockspec": 1, "requests": {"A": {"match": "/a", "responses": {"One": {}, "Two": {}}}}}"#
      let specs = try TemporaryFolder(["own/a.mock.json": spec, "other/a.mock.json": spec.replacing("One", with: "1")])
      let launch = MockLaunch().select("Two", for: "A").respond(to: "/a").with(status: 410).once()
      let calls = ["GET https://api.example.com/a", "GET https://api.example.com/a"]
      let app = try await LaunchedApp(calls: calls, ["-specs", specs["own"]] + launch.arguments)
      #expect(
        app.results.map(\.call) == [
          "GET https://api.example.com/a → 410 (/a: 410, by sequence)",
          "GET https://api.example.com/a → 200 (A: Two, by selection)",
        ])
      let other = try await LaunchedApp(
        calls: [calls[0]], ["-specs", specs["own"]] + MockLaunch(specs["other"]).arguments)
      #expect(other.results.map(\.call) == ["GET https://api.example.com/a → 200 (A: 1, by default)"])
    }

    @Test(arguments: TestScale.isLong ? [100_000, 400_000, 1 << 20] : [100_000, 1 << 20])
    func `bodies of any size arrive`(size: Int) async throws {
      // Text, bytes and a file, with characters of several bytes at which no piece may be cut.
      let text = String(repeating: "äö€𝄞\"\\\n", count: size / 14)
      let bytes = (0..<size / 2).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }
      let folder = try TemporaryFolder(["page.html": text])
      let file = FileLocation.path(folder["page.html"])
      let launch = MockLaunch()
        .respond(to: "a.example.com/text").with(text: text).always()
        .respond(to: "b.example.com/bytes").with(body: bytes).always()
        .respond(to: "c.example.com/file").with(file: file).always()
      let calls = [
        "GET https://a.example.com/text", "GET http://b.example.com:8080/bytes", "GET https://c.example.com/file",
      ]
      func sum(_ bytes: some Sequence<UInt8>) -> Int { bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF } }
      let expected = [
        "200 text/plain; charset=utf-8, \(text.utf8.count) bytes: sum \(sum(text.utf8))",
        "200 no type, \(bytes.count) bytes: sum \(sum(bytes))",
        "200 text/html; charset=utf-8, \(text.utf8.count) bytes: sum \(sum(text.utf8))",
      ]
      #expect(try await LaunchedApp(calls: calls, launch.arguments).results.map(\.end) == expected)
      let app = try await LaunchedApp(calls: calls, [], environment: launch.environment)
      #expect(app.results.map(\.end) == expected)
    }

    @Test func `a truncated or forged hand-over is refused`() async throws {
      let text = String(repeating: "x", count: 200_000)
      let arguments = try MockLaunch().respond(to: "/a").with(text: text).always().arguments
      #expect(arguments.count == 6)
      var short = arguments
      short[3].removeLast()
      let forged = [
        (short, "-mockspec-mocks (argument 7): expected a text of 200215 bytes, found 200214\n"),
        (
          Array(arguments.dropLast(2)),
          "-mockspec-mocks (argument 5): expected piece 3 of 3 after it, found no more\n"
        ),
        (
          Array(arguments.dropFirst(2)),
          "-mockspec-mocks (argument 3): expected the first of 3 pieces, found piece 2\n"
        ),
        (
          ["-mockspec-mocks", "file 12 /etc/passwd"],
          """
          -mockspec-mocks (argument 3): '/etc/passwd' isn't the absolute path of a file that 'MockLaunch' writes

          """
        ),
      ]
      let unknownKey = arguments.map { $0.replacing(#""status":200"#, with: #""staus": 200"#) }
      let app = try await LaunchedApp(calls: ["GET https://api.example.com/a"], unknownKey)
      #expect(app.status == 1)
      #expect(app.text.hasPrefix("\n-mockspec-mocks (argument 3):1:"))
      #expect(app.text.contains("error: unknown key 'staus' [unknown-key]"))
      #expect(app.text.utf8.count < 2000)
      for (arguments, error) in forged {
        let app = try await LaunchedApp(calls: ["GET https://api.example.com/a"], arguments)
        #expect(app.status == 1)
        #expect(app.text == error)
      }
    }
  }
#endif
