import Foundation
import HTTPTypes
import MockSpec
import Observation
import Synchronization
import TestSupport
import Testing

@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app's screen without a view.
@MainActor
@Suite(.timeLimit(.minutes(20)))
struct MockScreenTests {
  static let spec = """
    mockspec: 1
    requests:
      Login:
        match: POST https://api.example.com/login
        responses: {Success: {}, Offline: {error: notConnectedToInternet}}
      Item:
        match: GET /item/{id}
        responses: {First: {}, Second: {status: 201}}
        sequence: [First, Second]
      Search: {match: GET /search, enabled: false, responses: {Found: {}}}
    """

  static func mocks() async throws -> MockInterceptor {
    try await MockInterceptor(
      specs: .inline(spec), settings: MockSettings(scenes: ["Airplane mode": ["Login": "Offline"], "Any": [:]]))
  }

  /// A screen that is updated as often as possible.
  static func screen(_ mocks: MockInterceptor) -> MockScreen { MockScreen(mocks) {} }

  /// Waits until the observed properties meet a condition, however long it takes.
  static func until(_ condition: () -> Bool) async {
    while true {
      let (changes, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
      if withObservationTracking(condition, onChange: { signal.yield() }) { return }
      for await _ in changes { break }
    }
  }

  static func current(_ screen: MockScreen, _ request: String) -> String? {
    screen.requests.first { $0.name == request }?.current
  }

  @discardableResult
  nonisolated static func call(
    _ mocks: MockInterceptor, _ method: String, _ path: String, _ fields: HTTPFields = [:], body: [UInt8] = []
  ) throws -> CallRecord {
    let url = "https://api.example.com\(path)"
    return mocks.engine.decide(try MockCall(method: method, url: url, fields: fields, body: body), DecisionOptions())
      .record
  }

  @Test func `states are listed with their values, and set`() async throws {
    let mocks = try await MockInterceptor(
      specs: .inline(
        """
        mockspec: 1
        states: {user: [signed out, signed in], cart: [empty, paid]}
        requests: {Pay: {match: POST /pay, responses: {Paid: {set: {cart: paid}}}}}
        """))
    let screen = Self.screen(mocks)
    #expect(
      screen.states.map { "\($0.id)=\($0.value) of \($0.values)" } == [
        #"user=signed out of ["signed out", "signed in"]"#, #"cart=empty of ["empty", "paid"]"#,
      ])
    screen.setState("user", to: "signed in")
    #expect(screen.failure == nil && screen.states.map(\.value) == ["signed in", "empty"])
    try Self.call(mocks, "POST", "/pay")
    await Self.until { screen.states.map(\.value) == ["signed in", "paid"] }
    try mocks.setState("cart", to: "empty")
    await Self.until { screen.states.map(\.value) == ["signed in", "empty"] }
    screen.setState("user", to: "signed")
    #expect(screen.failure?.hasPrefix("state 'user' has no value 'signed'") == true)
    screen.reset()
    #expect(mocks.states == ["user": "signed out", "cart": "empty"])
  }

  @Test func `a screen shows what is there`() async throws {
    let mocks = try await Self.mocks()
    try mocks.add(MockedRequest("Cart", .get, "/cart") { MockedResponse("Empty", status: 204) })
    let screen = Self.screen(mocks)
    #expect(screen.requests == mocks.requests)
    #expect(screen.groups.map(\.title) == ["Built in code", "Specs"])
    #expect(screen.groups.map { $0.requests.map(\.name).sorted() } == [["Cart"], ["Item", "Login", "Search"]])
    #expect(screen.scenes == ["Airplane mode", "Any"])
    #expect(screen.activeScene == nil)
    #expect(screen.requests.first?.responses.map(\.summary) == ["204, 0 bytes"])
    #expect(Self.current(screen, "Login") == "Success, default")
    #expect(Self.current(screen, "Item") == "First, answer 1 of 2")
    #expect(Self.current(screen, "Search") == "disabled")
    #expect((screen.callCount, screen.problem, screen.failure, screen.notices) == (0, nil, nil, []))
  }

  @Test func `the actions of a screen show at once, and their errors until the next one`() async throws {
    let mocks = try await Self.mocks()
    let screen = Self.screen(mocks)
    screen.select("Offline", for: "Login")
    #expect(Self.current(screen, "Login") == "Offline, selected")
    #expect(mocks.requests.first { $0.name == "Login" }?.next?.response == "Offline")
    screen.deselect("Login")
    #expect(Self.current(screen, "Login") == "Success, default")
    screen.activate(scene: "Airplane mode")
    #expect(screen.activeScene == "Airplane mode")
    #expect(Self.current(screen, "Login") == "Offline, by the scene")
    screen.activate(scene: nil)
    #expect(mocks.activeScene == nil)
    screen.setEnabled(true, for: "Search")
    #expect(Self.current(screen, "Search") == "Found, default")
    screen.select("Ofline", for: "Login")
    #expect(screen.failure?.contains("did you mean 'Offline'?") == true)
    screen.reset()
    #expect(screen.failure == nil)
    #expect(Self.current(screen, "Search") == "disabled")
  }

  @Test func `a screen follows changes that are made elsewhere`() async throws {
    let mocks = try await Self.mocks()
    let screen = Self.screen(mocks)
    try mocks.select("Offline", for: "Login")
    await Self.until { Self.current(screen, "Login") == "Offline, selected" }
    try mocks.activate(scene: "Airplane mode")
    await Self.until {
      screen.activeScene == "Airplane mode" && Self.current(screen, "Login") == "Offline, by the scene"
    }
    mocks.deactivateScene()
    await Self.until { screen.activeScene == nil }
    try mocks.setEnabled(false, for: "Login")
    await Self.until { Self.current(screen, "Login") == "disabled" }
    mocks.reset()
    await Self.until { Self.current(screen, "Login") == "Success, default" }
    try mocks.add(MockedRequest("Cart", .get, "/cart") { MockedResponse("Empty", status: 204) })
    await Self.until { Self.current(screen, "Cart") == "Empty, default" }
    mocks.removeAll()
    await Self.until { Self.current(screen, "Cart") == nil }
    try mocks.updateSettings { $0.scenes["Other"] = [:] }
    await Self.until { screen.scenes == ["Airplane mode", "Any", "Other"] }
    try Self.call(mocks, "GET", "/item/1")
    await Self.until { Self.current(screen, "Item") == "Second, answer 2 of 2" && screen.calls.count == 1 }
    try Self.call(mocks, "GET", "/none")
    await Self.until { screen.unmatchedCount == 1 }
    #expect((screen.callCount, screen.calls.map(\.path)) == (2, ["/none", "/item/1"]))
    mocks.clearCalls()
    await Self.until { screen.callCount == 0 && screen.calls.isEmpty }
  }

  @Test func `a request is found by words of its name, its conditions and its responses`() async throws {
    let screen = Self.screen(try await Self.mocks())
    func found(_ search: String) -> [String] {
      screen.search = search
      return screen.groups.flatMap(\.requests).map(\.name).sorted()
    }
    #expect(found("LOGIN") == ["Login"])
    #expect(found("get item") == ["Item"])
    #expect(found("offline post") == ["Login"])
    #expect(found("nothing") == [])
    #expect(found("  ") == ["Item", "Login", "Search"])
  }

  @Test func `the answer of a closure is shown when it ends`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    try mocks.add(
      MockedRequest("Slow", .get, "/slow") {
        MockedResponse("R") { _ in
          for await _ in gate { break }
          return MockReply(status: 202)
        }
      })
    let screen = Self.screen(mocks)
    async let answer = MocksInCodeTests.get(mocks, "/slow")
    await Self.until { screen.calls.first?.outcome == .pending }
    opener.finish()
    await Self.until { screen.calls.first?.outcome == .reply(202) }
    #expect(try await answer.status == 202)
  }

  @Test func `errors that are saved in a file are shown until they are fixed`() async throws {
    let folder = try TemporaryFolder(["a.mock.yaml": Self.spec])
    let mocks = try await MockInterceptor(specs: .path(folder.path))
    let screen = Self.screen(mocks)
    #expect(mocks.problem == nil)
    try folder.save(Self.spec.replacing("status: 201", with: "staus: 201"), to: "a.mock.yaml")
    await Self.until { screen.problem != nil }
    #expect(screen.problem?.contains("unknown key 'staus'") == true)
    #expect(screen.problem?.contains("last good version goes on answering") == true)
    // A screen that is opened later shows them, too.
    #expect(Self.screen(mocks).problem == screen.problem)
    #expect(mocks.problem?.description == screen.problem)
    try folder.save(Self.spec.replacing("status: 201", with: "status: 202"), to: "a.mock.yaml")
    await Self.until { screen.problem == nil }
    #expect(screen.requests.first { $0.name == "Item" }?.responses.last?.summary.hasPrefix("202") == true)
    try FileManager.default.removeItem(atPath: folder["a.mock.yaml"])
    await Self.until { screen.problem != nil }
    #expect(screen.requests.count == 3)
  }

  @Test func `notices say that selected names are gone, or can't be saved`() async throws {
    let mocks = try await Self.mocks()
    let screen = Self.screen(mocks)
    let store = PersistenceTests.SlowStore()
    for _ in 0..<9 { store.gate.signal() }
    store.setFailing(true)
    try mocks.add(MockedRequest("Cart", .get, "/cart") { MockedResponse("Empty", status: 204) })
    try mocks.persistSelections(in: store)
    try mocks.select("Offline", for: "Login")
    await Self.until { screen.notices == ["selections can't be saved: the disk is full"] }
    store.setFailing(false)
    try mocks.select("Success", for: "Login")
    await Self.until { screen.notices == [] }
    try mocks.persistSelections(in: MemorySelectionStore(SavedSelections(responses: ["Gone": "R"])))
    await Self.until { screen.notices == ["the selected request 'Gone' no longer exists"] }
  }

  /// Stops a screen after each update.
  actor Pause {
    private var waiter: CheckedContinuation<Void, Never>?
    private var reached: CheckedContinuation<Void, Never>?
    private(set) var count = 0

    func wait() async {
      count += 1
      reached?.resume()
      reached = nil
      await withCheckedContinuation { waiter = $0 }
    }

    /// Waits until the screen has stopped.
    func stops() async { if waiter == nil { await withCheckedContinuation { reached = $0 } } }

    func resume() {
      waiter?.resume()
      waiter = nil
    }
  }

  @Test func `many calls are one update, and the newest are shown`() async throws {
    let mocks = try await Self.mocks()
    let pause = Pause()
    let screen = MockScreen(mocks) { await pause.wait() }
    try Self.call(mocks, "POST", "/login")
    await Self.until { screen.callCount == 1 }
    await pause.stops()
    try await Task.detached { for number in 1..<500 { try Self.call(mocks, "GET", "/none/\(number)") } }.value
    #expect(screen.callCount == 1)
    await pause.resume()
    await Self.until { screen.callCount == 500 }
    #expect(screen.calls.count == MockScreen.callLimit)
    #expect(screen.calls.first?.path == "/none/499")
    #expect(screen.calls.last?.path == "/none/300")
    await pause.stops()
    await pause.resume()
    try mocks.select("Offline", for: "Login")
    await Self.until { Self.current(screen, "Login") == "Offline, selected" }
    await pause.stops()
    #expect(await pause.count == 3)
    await pause.resume()
  }

  @Test func `a screen doesn't outlive its last reference, nor keeps the interceptor then`() async throws {
    var mocks: MockInterceptor? = try await Self.mocks()
    let session = try #require(mocks?.session)
    weak let interceptor = mocks
    var screen: MockScreen? = mocks.map { MockScreen($0) }
    weak let released = screen
    mocks = nil
    #expect(interceptor != nil)
    screen?.select("Offline", for: "Login")
    screen = nil
    // An update that is running keeps both until it ends.
    while released != nil || interceptor != nil { await Task.yield() }
    #expect(session.observers.isEmpty)
  }

  @Test func `the details of a call have its fields, its body, and why nothing matches`() async throws {
    let mocks = try await Self.mocks()
    let screen = Self.screen(mocks)
    let call = try Self.call(
      mocks, "POST", "/login", [.authorization: "Bearer secret", .accept: "a\tb"],
      body: Array("{\"user\": \"é\u{1B}\"}".utf8))
    #expect(
      screen.details(of: call) == """
        POST https://api.example.com/login → 200 (Login: Success, by default)
        Authorization: Bearer ‹redacted, 6 characters›
        Accept: a    b

        {"user": "é␛"}
        """)
    let unmatched = screen.details(of: try Self.call(mocks, "PUT", "/login"))
    #expect(unmatched.hasPrefix("PUT https://api.example.com/login → no request matches\n"))
    #expect(unmatched.contains("✗ method"))
    func end(_ body: [UInt8]) throws -> String {
      let text = screen.details(of: try Self.call(mocks, "POST", "/login", body: body))
      return text.split(separator: "\n").suffix(2).map { $0.suffix(40) }.joined(separator: "|")
    }
    let characters = Array(repeating: Array("é".utf8), count: 40_000).flatMap(\.self)
    #expect(try end(Array(characters.prefix(20_000))).hasSuffix("é|(the first 16384 of 20000 bytes)"))
    #expect(try end([0x61] + characters).hasSuffix("é|(the first 16383 of 80001 bytes)"))
    #expect(try end([0xFF, 0xFE]).hasSuffix("|(a body of 2 bytes)"))
  }
}
