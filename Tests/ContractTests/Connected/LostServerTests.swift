import Foundation
import MockSpec
import MockSpecControl
import MockSpecServer
import TestSupport
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Servers that can't be asked: calls fail, with the reason, and are never sent to the real network.
@Suite(.timeLimit(.minutes(20)))
struct LostServerTests {
  private static let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {text: a}, S: {text: s}}}}"

  /// Returns the message with which a call fails.
  private static func failure(_ mocks: MockInterceptor) async throws -> String {
    let session = URLSession(configuration: mocks.sessionConfiguration())
    defer { session.invalidateAndCancel() }
    do {
      _ = try await session.data(from: URL(string: "https://api.example.com/a")!)
      Issue.record("the call is answered")
      return ""
    } catch {
      #expect(MockSpecError.serverUnavailable ~= error, "\(error)")
      #expect((error as? MockSpecError)?.url?.absoluteString == "https://api.example.com/a")
      return "\(error)"
    }
  }

  @Test func `a server can be started later, and stopped and started again`() async throws {
    let port = try TCPSocket.freePort()
    let mocks = try MockInterceptor.patient(try #require(URL(string: "http://127.0.0.1:\(port)")))
    let session = URLSession(configuration: mocks.sessionConfiguration())
    for _ in 1...3 {
      #expect(
        try await Self.failure(mocks) == """
          the mock server http://127.0.0.1:\(port) can't be reached (cannotConnectToHost)
          start it with 'mockspec serve', or check the URL; calls aren't sent to the real network instead
          """)
      let served = try await ServedMocks(Self.spec, port: port)
      for _ in 1...3 { #expect(try await ConnectedTests.body(session, "/a") == "a") }
      try await blocking { try mocks.select("S", for: "A") }
      #expect(try await ConnectedTests.body(session, "/a") == "s")
      await served.stop()
    }
    #expect(mocks.calls.count == 15)
    let lost = mocks.calls.filter {
      if case .rejected(let reason) = $0.outcome { reason.contains("can't be reached") } else { false }
    }
    #expect(lost.count == 3)
  }

  @Test func `calls under way while the server stops have an answer or an error`() async throws {
    let port = try TCPSocket.freePort()
    let mocks = try MockInterceptor.patient(try #require(URL(string: "http://127.0.0.1:\(port)")))
    let session = URLSession(configuration: mocks.sessionConfiguration())
    for _ in 1...3 {
      let served = try await ServedMocks(Self.spec, port: port)
      let (answered, note) = AsyncStream.makeStream(of: Void.self)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            while true {
              do {
                #expect(try await ConnectedTests.body(session, "/a") == "a")
                note.yield()
              } catch {
                #expect(MockSpecError.serverUnavailable ~= error, "\(error)")
                return
              }
            }
          }
        }
        var count = 0
        for await _ in answered {
          count += 1
          if count == 100 { break }
        }
        await served.stop()
        try await group.waitForAll()
      }
    }
  }

  @Test func `a server that is stopped and steered is an error, and reset() reports it as an event`() async throws {
    let port = try TCPSocket.freePort()
    let mocks = try MockInterceptor.patient(try #require(URL(string: "http://127.0.0.1:\(port)")))
    let steering: [@Sendable () throws -> Void] = [
      { try mocks.select("S", for: "A") }, { try mocks.deselect("A") }, { try mocks.activate(scene: "A") },
      { try mocks.setEnabled(true, for: "A") }, { _ = try mocks.calls(to: "A") },
    ]
    for steer in steering {
      let error = await #expect(throws: MockSpecError.self) { try await blocking(steer) }
      #expect(error?.code == .serverUnavailable)
    }
    var events = mocks.events.makeAsyncIterator()
    try await blocking { mocks.reset() }
    guard case .notice(let notice)? = await events.next() else { return #expect(Bool(false), "no notice") }
    #expect(notice.hasPrefix("the mock server http://127.0.0.1:\(port) can't be reached"))
    #expect(try await blocking { mocks.requests.isEmpty })
    #expect(await events.next()?.description == notice)
  }

  @Test func `a token that is missing or wrong is an error, and the right one isn't`() async throws {
    var options = ControlOptions()
    options.token = "secret"
    let served = try await ServedMocks(Self.spec, options: options)
    for token in [nil, "wrong"] {
      let connection = try ServerConnection(served.url, sessionID: nil, token: token)
      #expect(
        try await Self.failure(try MockInterceptor(connection)) == """
          the mock server \(served.url) refuses the token: send 'Authorization: Bearer' with the server's token
          pass the server's token as 'token', or in the environment as MOCKSPEC_TOKEN
          """)
    }
    let mocks = try MockInterceptor.patient(served.url, token: "secret")
    #expect(try await ConnectedTests.body(ConnectedTests.session(mocks), "/a") == "a")
    await served.stop()
  }

  @Test func `something else than a mock server is an error`() async throws {
    let plain = MockServer(engine: MockEngine(try ResponseSets.load(text: Self.spec)), port: 0)
    let url = try #require(URL(string: try await plain.start().url))
    #expect(
      try await Self.failure(try MockInterceptor.patient(url)).hasPrefix(
        "\(url) isn't a mock server with a control API: it answered with 404\n"))
    await plain.stop()
  }

  @Test(arguments: [
    ("{}", "an answer of the mock server"), ("<html>", "an answer of the mock server"),
    (#"{"outcome": {"kind": "dance"}, "delay": 0, "timeout": 1, "snapshot": 1}"#, "'dance' isn't a known kind"),
    (#"{"outcome": {"kind": "pass-through"}, "delay": -1, "timeout": 1, "snapshot": 1}"#, "'delay' of a decision has"),
    (
      #"{"outcome": {"kind": "pass-through"}, "delay": 0, "timeout": -1, "snapshot": 1}"#, "'timeout' of a decision has"
    ),
    (
      #"{"outcome": {"kind": "reply", "status": -1, "fields": [], "body": "", "bodyIsBase64": false}, "delay": 0, "#
        + #""timeout": 1, "snapshot": 1}"#, "-1 isn't a status"
    ),
  ])
  func `an answer that can't be read is an error`(answer: String, reason: String) throws {
    let server = try MockServerURL(try #require(URL(string: "http://localhost:1")))
    let result = ServerConnection.decode(Data(answer.utf8), as: DecisionMessage.self, from: server)
    guard case .failure(let failure) = result else { return #expect(Bool(false), "\(result)") }
    #expect(failure.message.contains(reason), "\(failure.message)")
    #expect(failure.message.hasPrefix("an answer of the mock server http://localhost:1 can't be read: "))
  }

  @Test(arguments: ["{}", "", "1", "[1"]) func `a list of items that can't be read is an error`(answer: String) throws {
    let server = try MockServerURL(try #require(URL(string: "http://localhost:1")))
    let error = #expect(throws: MockSpecError.self) {
      try ServerConnection.itemTexts(Data(answer.utf8), from: server)
    }
    #expect(error?.code == .serverUnavailable)
    #expect(try ServerConnection.itemTexts(Data("[1, {}]".utf8), from: server) == ["1", "{}"])
  }

  @Test func `a server that never answers is an error after the limit, or the call's own timeout`() async throws {
    // Connections are accepted by the kernel, and nothing reads them.
    let silent = try TCPSocket.listening()
    let url = try #require(URL(string: "http://127.0.0.1:\(silent.port)"))
    let connection = try ServerConnection(url, sessionID: nil, token: nil, limit: .milliseconds(50))
    let mocks = try MockInterceptor(connection)
    #expect(try await Self.failure(mocks).hasPrefix("the mock server \(url) hasn't answered within 0.05 seconds\n"))
    let error = await #expect(throws: MockSpecError.self) {
      try await blocking { try mocks.select("S", for: "A") }
    }
    #expect(error?.code == .serverUnavailable)

    let patient = try MockInterceptor.patient(url)
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/a")))
    request.timeoutInterval = 0.05
    let timeout = await #expect(throws: URLError.self) {
      _ = try await URLSession(configuration: patient.sessionConfiguration()).data(for: request)
    }
    #expect(timeout?.code == .timedOut)
    withExtendedLifetime(silent) {}
  }

  @Test func `a call that waits for the server can be cancelled, suspended and released`() async throws {
    let silent = try TCPSocket.listening()
    let url = try #require(URL(string: "http://127.0.0.1:\(silent.port)"))
    weak var connection: ServerConnection?
    do {
      let known = try ServerConnection(url, sessionID: nil, token: nil)
      connection = known
      let mocks = try MockInterceptor(known)
      let session = URLSession(configuration: mocks.sessionConfiguration())
      let code = await withCheckedContinuation { continuation in
        let task = session.dataTask(with: URL(string: "https://api.example.com/a")!) { _, _, error in
          continuation.resume(returning: (error as? URLError)?.code)
        }
        task.resume()
        task.suspend()
        task.resume()
        task.cancel()
      }
      #expect(code == .cancelled)
      session.invalidateAndCancel()
    }
    // The session's queues may still hold the last of it.
    while connection != nil { await Task.yield() }
  }

  @Test(arguments: [
    "ftp://localhost", "localhost:8080", "http://", "http://u:p@localhost", "http://localhost/path",
    "http://localhost/?a=1",
  ])
  func `a URL that isn't a server's is an error`(url: String) throws {
    guard let url = URL(string: url) else { return }
    #expect(throws: ConnectedModeError.self) { try MockInterceptor(server: url) }
  }

  @Test(arguments: ["http://localhost:8080", "HTTP://LocalHost:8080/", "http://localhost:8080/__mockspec/"])
  func `the URL of the panel is that of its server`(url: String) throws {
    #expect(try MockServerURL(try #require(URL(string: url))).description == "http://localhost:8080")
  }

  @Test func `an invalid session or token is an error`() throws {
    let url = try #require(URL(string: "http://localhost"))
    #expect(throws: SessionError.self) { try MockInterceptor(server: url, session: "a b") }
    for token in ["", "a b", "a\nb", "ä"] {
      #expect(throws: ConnectedModeError.self) { try MockInterceptor(server: url, token: token) }
    }
  }

  @Test func `a session that has ended is an error that says so`() async throws {
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url, session: "one")
    #expect(try await ConnectedTests.body(ConnectedTests.session(mocks), "/a") == "a")
    served.engine.endSession(try SessionID("one"))
    #expect(try await Self.failure(mocks).contains("the session 'one' has ended; begin it again or use another ID"))
    try served.engine.beginSession(try SessionID("one"))
    #expect(try await ConnectedTests.body(ConnectedTests.session(mocks), "/a") == "a")
    await served.stop()
  }
}
