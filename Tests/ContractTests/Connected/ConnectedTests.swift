import Foundation
import MockSpec
import MockSpecControl
import TestSupport
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An interceptor that asks a server for its decisions, and performs them.
@Suite(.timeLimit(.minutes(20)))
struct ConnectedTests {
  static let spec = """
    mockspec: 1
    requests:
      Login:
        match: POST https://api.example.com/login
        default: Success
        responses: {Success: {json: {token: abc}}, Offline: {error: notConnectedToInternet}}
      Item: {match: 'GET https://api.example.com/items/{id}', responses: {R: {text: item}, Slow: {text: slow, delay: 50ms}}}
      Moved: {match: /moved, responses: {R: {status: 302, headers: {Location: /items/1}}}}
      Steps: {match: /steps, sequence: [A, B], responses: {A: {text: a}, B: {text: b}}}
      Pieces: {match: /pieces, responses: {R: {text: abcdef, throttle: {bytesPerSecond: 100}}}}
      Stream: {match: /stream, responses: {R: {stream: {every: 1ms, events: [{id: 1, data: a}, {id: 2, data: b}], times: 2}}}}
      Live: {match: /live, responses: {R: {passthrough: true}}}
      Upload: {match: POST /upload, responses: {R: {template: true, text: '{{request.body}}'}, Plain: {text: plain}}}
    """

  static func body(
    _ session: URLSession, _ path: String, method: String = "GET", fields: [String: String] = [:], body: Data? = nil
  ) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com" + path)))
    request.httpMethod = method
    request.httpBody = body
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    return String(decoding: try await session.data(for: request).0, as: UTF8.self)
  }

  /// Returns a session whose calls wait as long as a loaded machine takes.
  static func session(_ mocks: MockInterceptor) -> URLSession {
    let configuration = mocks.sessionConfiguration()
    configuration.timeoutIntervalForRequest = 3600
    return URLSession(configuration: configuration)
  }

  @Test func `the server decides, and the app performs`() async throws {
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url)
    let session = Self.session(mocks)
    #expect(try await Self.body(session, "/login", method: "POST") == #"{"token":"abc"}"#)
    try await blocking { try mocks.select("Offline", for: "Login") }
    let error = await #expect(throws: URLError.self) { try await Self.body(session, "/login", method: "POST") }
    #expect(error?.code == .notConnectedToInternet)
    // A redirect is followed here, and its destination decided like any other call.
    #expect(try await Self.body(session, "/moved") == "item")
    let start = ContinuousClock.now
    try await blocking { try mocks.select("Slow", for: "Item") }
    #expect(try await Self.body(session, "/items/1") == "slow")
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    #expect(try await Self.body(session, "/pieces") == "abcdef")
    #expect(ContinuousClock.now - start >= .milliseconds(100))
    #expect(
      served.engine.session.calls.map { "\($0)" } == mocks.calls.map { "\($0)" }, "both journals have all calls")
    #expect(mocks.calls.map(\.requestName) == ["Login", "Login", "Moved", "Item", "Item", "Pieces"])
    await served.stop()
  }

  @Test func `the events of a stream are sent by the app, whose journal has how many`() async throws {
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url)
    let session = Self.session(mocks)
    let events = ["id: 1\ndata: a\n\n", "id: 2\ndata: b\n\n"]
    #expect(try await Self.body(session, "/stream") == (events + events).joined())
    #expect(
      try await Self.body(session, "/stream", fields: ["Last-Event-ID": "1"]) == ([events[1]] + events).joined())
    #expect(mocks.calls.map { $0.sentEvents?.count } == [4, 3])
    #expect(served.engine.session.calls.allSatisfy { $0.sentEvents == nil })
    await served.stop()
  }

  @Test func `a call that passes through goes to its real destination`() async throws {
    let real = try await ServedMocks("mockspec: 1\nrequests: {All: {match: /live, responses: {R: {text: real}}}}")
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url)
    let url = try #require(URL(string: "http://127.0.0.1:\(real.port)/live"))
    let data = try await Self.session(mocks).data(from: url).0
    #expect(String(decoding: data, as: UTF8.self) == "real")
    #expect(mocks.calls.map(\.outcome) == [.passThrough])
    await served.stop()
    await real.stop()
  }

  @Test func `calls and steering are those of the interceptor's session`() async throws {
    let served = try await ServedMocks(Self.spec)
    let (one, two) = (
      try MockInterceptor.patient(served.url, session: "one"), try MockInterceptor.patient(served.url, session: "two")
    )
    let (first, second) = (Self.session(one), Self.session(two))
    #expect(try await Self.body(first, "/steps") == "a")
    #expect(try await Self.body(second, "/steps") == "a")
    #expect(try await Self.body(first, "/steps") == "b")
    try await blocking { try one.select("Slow", for: "Item") }
    let requests = try await blocking { one.requests }
    #expect(requests.first { $0.name == "Item" }?.next?.response == "Slow")
    #expect(requests == (try served.engine.session(SessionID("one")).requests))
    let others = try await blocking { two.requests }
    #expect(others.first { $0.name == "Item" }?.next?.response == "R")
    try await blocking { try two.setEnabled(false, for: "Item") }
    await #expect(throws: (any Error).self) { try await Self.body(second, "/items/1") }
    #expect(try await Self.body(first, "/items/1") == "slow")
    try await blocking { try one.deselect("Item") }
    #expect(try await Self.body(first, "/items/1") == "item")
    try await blocking { two.reset() }
    #expect(try await Self.body(second, "/steps") == "a")
    #expect(served.engine.session.calls.isEmpty)
    // Fields of a call override the interceptor's session, and select for the call alone.
    #expect(try await Self.body(first, "/steps", fields: ["Mockspec-Session": "three"]) == "a")
    #expect(try await Self.body(first, "/items/1", fields: ["Mockspec-Response": "Item=Slow"]) == "slow")
    #expect(try await Self.body(first, "/items/1") == "item")
    await served.stop()
  }

  @Test func `states are those of the server's session`() async throws {
    let served = try await ServedMocks(
      """
      mockspec: 1
      states: {cart: [empty, filled, paid]}
      requests:
        Add: {match: POST /items, responses: {Added: {status: 201, set: {cart: filled}}}}
        Cart: {match: /cart, responses: {Empty: {when: {cart: empty}, text: empty}, Filled: {text: filled}}}
      """)
    let mocks = try MockInterceptor.patient(served.url, session: "one")
    let session = Self.session(mocks)
    #expect(try await Self.body(session, "/cart") == "empty")
    _ = try await Self.body(session, "/items", method: "POST")
    #expect(try await Self.body(session, "/cart") == "filled")
    #expect(mocks.calls.map { $0.changes } == [[:], ["cart": "filled"], [:]])
    #expect(try await blocking { mocks.states } == ["cart": "filled"])
    try await blocking { try mocks.setState("cart", to: "empty") }
    #expect(try await Self.body(session, "/cart") == "empty")
    #expect(try served.engine.session(SessionID("one")).states == ["cart": "empty"])
    for (state, value, message) in [
      ("card", "paid", "no state is named 'card': did you mean 'cart'?"),
      ("cart", "payed", "state 'cart' has no value 'payed'; known: empty, filled, paid"),
    ] {
      let error = await #expect(throws: UnknownNameError.self) {
        try await blocking { try mocks.setState(state, to: value) }
      }
      #expect(error?.description == message)
    }
    try await blocking { try mocks.setState(MockState("cart", value: "paid")) }
    try await blocking { mocks.reset() }
    #expect(try await blocking { mocks.states } == ["cart": "empty"])
    await served.stop()
    #expect(try await blocking { mocks.states } == [:])
  }

  @Test func `items are those of the server's session`() async throws {
    let served = try await ServedMocks(
      "mockspec: 1\ncollections: {users: {path: /users, items: [{id: 1, name: Ada, n: 1.50}]}}")
    let mocks = try MockInterceptor.patient(served.url, session: "one")
    let session = Self.session(mocks)
    _ = try await Self.body(session, "/users", method: "POST")
    #expect(try await blocking { try mocks.items(of: "users") } == [#"{"id":1,"name":"Ada","n":1.50}"#])
    try await blocking { try mocks.setItems(#"[{"id": 2}, {"id": 3, "name": "Cy"}]"#, of: "users") }
    #expect(try await Self.body(session, "/users/3") == #"{"id":3,"name":"Cy"}"#)
    #expect(try served.engine.session(SessionID("one")).items(of: "users") == [#"{"id":2}"#, #"{"id":3,"name":"Cy"}"#])
    struct User: Decodable, Equatable { let id: Int }
    #expect(try await blocking { try mocks.items(of: "users", as: User.self) } == [User(id: 2), User(id: 3)])
    let invalid = await #expect(throws: MockItemsError.self) {
      try await blocking { try mocks.setItems("[{}]", of: "users") }
    }
    #expect(
      invalid?.description
        == "the items aren't valid: line 1, column 2: no item has a member 'id', which is its id")
    let unknown = await #expect(throws: UnknownNameError.self) {
      try await blocking { try mocks.items(of: "user") }
    }
    #expect(unknown?.description == "no collection is named 'user': did you mean 'users'?")
    try await blocking { try mocks.resetItems(of: "users") }
    #expect(try await blocking { try mocks.items(of: "users").count } == 1)
    await served.stop()
    await #expect(throws: MockSpecError.self) { try await blocking { try mocks.items(of: "users") } }
  }

  @Test func `requests in code can name states of the server, which don't apply to them`() throws {
    let mocks = try MockInterceptor(server: #require(URL(string: "http://127.0.0.1:1")))
    try mocks.add(MockedRequest("Pay", "/pay", when: ["cart": "filled"]) { MockedResponse("Paid") })
    #expect(mocks.session.requests.map(\.name) == ["Pay"])
    let call = try MockCall(method: "GET", url: "https://api.example.com/pay", fields: [:], body: [])
    #expect(mocks.session.decide(call).requestName == nil)
  }

  @Test func `scenes are those of the server`() async throws {
    let served = try await ServedMocks(Self.spec)
    try served.engine.session.updateSettings { $0.scenes = ["Waiting": ["Item": "Slow"]] }
    let mocks = try MockInterceptor.patient(served.url)
    #expect(try await blocking { mocks.scenes } == ["Waiting"])
    try await blocking { try mocks.activate(scene: "Waiting") }
    #expect(try await blocking { mocks.activeScene } == "Waiting")
    #expect(served.engine.session.selections.scene == "Waiting")
    try await blocking { mocks.deactivateScene() }
    #expect(served.engine.session.selections.scene == nil)
    await served.stop()
  }

  @MainActor
  @Test func `a screen shows and changes the server's session`() async throws {
    let served = try await ServedMocks(Self.spec)
    try served.engine.session.updateSettings { $0.scenes = ["Waiting": ["Item": "Slow"]] }
    let mocks = try MockInterceptor.patient(served.url)
    let screen = MockScreen(mocks) { await Task.yield() }
    try await until { !screen.requests.isEmpty && screen.scenes == ["Waiting"] }
    screen.select("Slow", for: "Item")
    try await until { screen.requests.first { $0.name == "Item" }?.next?.response == "Slow" }
    for _ in 0..<20 {
      for name in ["R", "Slow", "R", "Slow"] { screen.select(name, for: "Item") }
      screen.deselect("Item")
      screen.setEnabled(false, for: "Login")
      screen.setEnabled(true, for: "Login")
    }
    screen.select("Slwo", for: "Item")
    try await until { screen.failure != nil }
    #expect(screen.failure == "request 'Item' has no response 'Slwo': did you mean 'Slow'?")
    let item = served.engine.session.requests.first { $0.name == "Item" }
    #expect(item?.next?.reason == .default, "actions arrive in their order")
    await served.stop()
    screen.reset()
    try await until { screen.problem != nil }
    #expect(screen.requests.isEmpty)
  }

  @MainActor
  private func until(_ condition: () -> Bool) async throws {
    while !condition() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  @Test func `a name that the server doesn't know is an error with its suggestion`() async throws {
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url)
    let calls: [(String, @Sendable () throws -> Void)] = [
      ("no request is named 'Logn': did you mean 'Login'?", { try mocks.select("Offline", for: "Logn") }),
      ("request 'Login' has no response 'Oflin': did you mean 'Offline'?", { try mocks.select("Oflin", for: "Login") }),
      ("no request is named 'Logn': did you mean 'Login'?", { try mocks.deselect("Logn") }),
      ("no request is named 'Logn': did you mean 'Login'?", { try mocks.setEnabled(true, for: "Logn") }),
      ("no scene is named 'Plane'", { try mocks.activate(scene: "Plane") }),
      ("no request is named 'Logn': did you mean 'Login'?", { _ = try mocks.calls(to: "Logn") }),
      ("no request is named 'Logn': did you mean 'Login'?", { _ = try mocks.count(of: "Logn") }),
    ]
    for (expected, call) in calls {
      let error = await #expect(throws: UnknownNameError.self) { try await blocking(call) }
      #expect(error?.description == expected)
    }
    #expect(try await blocking { try mocks.calls(to: "Login").count + mocks.count(of: "Login") } == 0)
    await served.stop()
  }

  @Test func `names with any characters reach the server`() async throws {
    let name = "a/b %?#ä\u{1F600}"
    let served = try await ServedMocks(
      "mockspec: 1\nrequests: {'\(name)': {match: /a, default: X, responses: {X: {}, '\(name)': {text: b}}}}")
    let mocks = try MockInterceptor.patient(served.url)
    try await blocking { try mocks.select(name, for: name) }
    let session = Self.session(mocks)
    #expect(try await Self.body(session, "/a") == "b")
    try await blocking { try mocks.deselect(name) }
    let field = "a%2Fb%20%25%3F%23%C3%A4%F0%9F%98%80"
    #expect(try await Self.body(session, "/a", fields: ["Mockspec-Response": "\(field)=\(field)"]) == "b")
    await served.stop()
  }

  @Test func `mocks in code are asked first`() async throws {
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url)
    try mocks.add(
      MockedRequest("Own", "/own", sequence: ["A", "B"]) {
        MockedResponse("A") { _ in MockReply(text: "a") }
        MockedResponse("B", text: "b")
      },
      MockedRequest("Item", "https://api.example.com/items/1") {
        MockedResponse("R", text: "mine")
        MockedResponse("S", text: "other")
      })
    let session = Self.session(mocks)
    #expect(try await Self.body(session, "/own") == "a")
    #expect(try await Self.body(session, "/own") == "b")
    #expect(try await Self.body(session, "/items/1") == "mine")
    #expect(try await Self.body(session, "/items/2") == "item")
    // The name is that of the request in code.
    try await blocking { try mocks.select("S", for: "Item") }
    #expect(try await Self.body(session, "/items/1") == "other")
    #expect(served.engine.session.calls.map(\.path) == ["/items/2"])
    let names = try await blocking { mocks.requests.map(\.name) }
    #expect(Set(names.prefix(2)) == ["Item", "Own"] && names.contains("Login"))
    // One field can name requests of both.
    let both = ["Mockspec-Response": "Own=A, Item=S, Login=Offline"]
    #expect(try await Self.body(session, "/own", fields: both) == "a")
    await #expect(throws: URLError.self) { try await Self.body(session, "/login", method: "POST", fields: both) }
    let unknown = await #expect(throws: (any Error).self) {
      try await Self.body(session, "/items/2", fields: ["Mockspec-Response": "Own=A, Nobody=A"])
    }
    #expect(unknown.map { MockSpecError.rejected ~= $0 } == true)
    try mocks.remove("Item")
    #expect(try await Self.body(session, "/items/1") == "item")
    await served.stop()
  }

  @Test func `calls that the server decides can be waited for`() async throws {
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url)
    let session = Self.session(mocks)
    let waiting = Task { try await mocks.calls(to: "Item", atLeast: 2, within: .seconds(240)) }
    for _ in 1...2 { _ = try await Self.body(session, "/items/1") }
    #expect(try await waiting.value.count == 2)
    #expect(try await blocking { try mocks.answered(by: "Login").count } == 0)
    await #expect(throws: UnknownNameError.self) { try await mocks.calls(to: "Itme", atLeast: 1) }
    await served.stop()
  }

  @Test func `mocks of the launch are added, and its selections refused`() async throws {
    let served = try await ServedMocks(Self.spec)
    let connection = { try ServerConnection(served.url, sessionID: nil, token: nil) }
    let arguments = try MockLaunch().respond(to: "api.example.com/login").with(text: "launched").once().arguments
    let mocks = try MockInterceptor(connection(), LaunchSettings(environment: [:], arguments: ["app"] + arguments))
    #expect(try await Self.body(Self.session(mocks), "/login", method: "POST") == "launched")
    #expect(try await Self.body(Self.session(mocks), "/login", method: "POST") == #"{"token":"abc"}"#)
    for name in ["MOCKSPEC_SELECT", "MOCKSPEC_STATE", "MOCKSPEC_SCENE", "MOCKSPEC_SPECS"] {
      let launch = try LaunchSettings(environment: [name: "Login=Offline"], arguments: ["app"])
      #expect(throws: ConnectedModeError.self) { try MockInterceptor(connection(), launch) }
    }
    await served.stop()
  }

  @Test func `settings in code apply to unmatched calls and to hosts that pass through`() async throws {
    let real = try await ServedMocks("mockspec: 1\nrequests: {All: {match: /**, responses: {R: {text: real}}}}")
    let served = try await ServedMocks(Self.spec)
    let url = try #require(URL(string: "http://127.0.0.1:\(real.port)/steps"))
    let host = try MockInterceptor.patient(served.url, settings: MockSettings(passthrough: ["127.0.0.1"]))
    #expect(String(decoding: try await Self.session(host).data(from: url).0, as: UTF8.self) == "real")
    #expect(served.engine.session.calls.isEmpty)
    let rest = try MockInterceptor.patient(served.url, settings: MockSettings(unmatched: .passThrough))
    #expect(String(decoding: try await Self.session(rest).data(from: url).0, as: UTF8.self) == "a")
    let other = url.deletingLastPathComponent().appending(path: "other")
    #expect(String(decoding: try await Self.session(rest).data(from: other).0, as: UTF8.self) == "real")
    #expect(rest.calls.map { "\($0.outcome)" } == ["200", "passed through"])
    await served.stop()
    await real.stop()
  }

  @Test func `of a body that is too large, the server gets the size`() async throws {
    let served = try await ServedMocks(Self.spec)
    let mocks = try MockInterceptor.patient(served.url)
    let session = Self.session(mocks)
    for text in ["ä", String(repeating: "\u{1}", count: 3 << 20)] {
      let answer = try await Self.body(session, "/upload", method: "POST", body: Data(text.utf8))
      #expect(answer == text)
    }
    try await blocking { try mocks.select("Plain", for: "Upload") }
    #expect(try await Self.body(session, "/upload", method: "POST", body: Data([0xFF, 0])) == "plain")
    #expect(served.engine.session.calls.last?.body == [0xFF, 0])
    #expect(try await Self.body(session, "/upload", method: "POST", body: Data(count: (32 << 20) + 1)) == "plain")
    #expect(served.engine.session.calls.last?.bodySize == (32 << 20) + 1)
    #expect(mocks.calls.last?.bodySize == (32 << 20) + 1)
    await served.stop()
  }
}
