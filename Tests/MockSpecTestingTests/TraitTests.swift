import Foundation
import MockSpecTesting
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.mocks(Shop.specs, select: ["Login": "Offline"]))
struct TraitTests {
  @Test func `a test has the mocks of its suite`() async throws {
    #expect(try await Shop.login() == Shop.offline)
    #expect(Mocks.current === Mocks.current && URLSession.mocked === URLSession.mocked)
  }

  @Test(.mocks(select: ["Item": "Missing"]))
  func `a trait without specs adds to that of the suite`() async throws {
    #expect(try await Shop.login() == Shop.offline)
    #expect(try await Shop.answer("GET", "/items/1") == "404 ")
  }

  @Test(.mocks(select: ["Login": "Busy"]))
  func `a trait without specs overrides selections of the suite`() async throws {
    #expect(try await Shop.login() == "503 ")
  }

  @Test(.mocks(Shop.specs)) func `a trait with specs inherits nothing`() async throws {
    #expect(try await Shop.login() == Shop.success)
  }

  @Test(.mocks(scene: "Away", settings: MockSettings(scenes: ["Away": ["Item": "Missing"]])))
  func `a scene is activated before responses are selected`() async throws {
    #expect(try await Shop.login() == Shop.offline)
    #expect(try await Shop.answer("GET", "/items/1") == "404 ")
  }

  @Suite(.mocks(Shop.cart, states: ["cart": "filled", "user": "signed in"])) struct States {
    @Test func `a test has the states of its suite`() {
      #expect(Mocks.current.states == ["cart": "filled", "user": "signed in"])
    }

    @Test(.mocks(states: [MockState("cart", value: "paid")])) func `a trait overrides them one by one`() {
      #expect(Mocks.current.states == ["cart": "paid", "user": "signed in"])
    }

    @Test func `unknown ones are errors`() {
      #expect(throws: UnknownNameError.self) { try MockScope(Shop.cart, states: ["card": "paid"]) }
      #expect(throws: UnknownNameError.self) { try MockScope(Shop.cart, states: ["cart": "payed"]) }
    }
  }

  @Suite(.mocks(select: ["Login": "Success"])) struct Inner {
    @Test func `an inner suite adds to the outer one`() async throws {
      #expect(try await Shop.login() == Shop.success)
    }
  }

  @Test func `child tasks have the mocks of their test`() async throws {
    let mocks = Mocks.current
    async let child = Mocks.current
    #expect(await child === mocks)
    #expect(await Task { Mocks.current }.value === mocks)
    await Task.detached { #expect(mocks.requests.count == 2) }.value
  }

  @Test(arguments: 0..<20) func `each case has mocks of its own`(number: Int) async throws {
    let mocks = Mocks.current
    #expect(mocks.calls.isEmpty && Self.seen.withLock { $0.insert(ObjectIdentifier(mocks)).inserted })
    // Otherwise the memory of one could be used for the next.
    Self.kept.withLock { $0.append(mocks) }
    _ = try await Shop.answer("GET", "/items/\(number)")
    #expect(try mocks.count(of: "Item") == 1)
  }

  private static let seen = Mutex<Set<ObjectIdentifier>>([])
  private static let kept = Mutex<[MockInterceptor]>([])

  @Test(.mocks(allowsUnmatched: true)) func `unmatched calls can be allowed`() async throws {
    await #expect(throws: MockSpecError.self) { try await Shop.answer("GET", "/none") }
    #expect(Mocks.current.unmatchedCount == 1)
  }

  @Test(.mocks(expecting: [.calls(to: "Login", atLeast: 1), .noCalls(to: "Item")]))
  func `expected calls are met`() async throws {
    _ = try await Shop.login()
  }

  @Test(.mocks(.path("specs/sign-in"))) func `a path is looked up as for an interceptor`() {
    #expect(Mocks.current.requests.contains { $0.name == "Sign out" })
  }

  @Test func `all scopes share one load`() throws {
    let folder = try TemporaryFolder()
    try folder.save("mockspec: 1\nrequests: {One: {match: GET /1, responses: {R: {}}}}", to: "a.mock.yaml")
    let location = SpecLocation.folder(URL(fileURLWithPath: folder.path))
    let first = try MockScope(location)
    try folder.save("mockspec: 2", to: "a.mock.yaml")
    let second = try MockScope(location)
    #expect(first.mocks !== second.mocks && second.mocks.requests.map(\.name) == ["One"])
    #expect(first.mocks.summary == second.mocks.summary)
  }
}

/// Tests without the trait.
struct OutsideTests {
  @Test(.mocks()) func `a test without a suite needs no specs`() async throws {
    try Mocks.current.add(MockedRequest("Ping", .get, "/ping") { MockedResponse("Pong", text: "pong") })
    #expect(try await Shop.answer("GET", "/ping") == "200 pong")
  }
}
