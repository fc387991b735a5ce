import Foundation
import HTTPTypes
import MockSpec
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples in the README of MMBarricade, as in the article "Coming from MMBarricade".
@Suite(.timeLimit(.minutes(20)))
struct MMBarricadeTests {
  static func resources() throws -> TemporaryFolder {
    try TemporaryFolder([
      "LocalServer/login.success.json": #"{"token": "abc"}"#,
      "LocalServer/login.invalid.json": #"{"error": "invalid"}"#,
    ])
  }

  @Test func `a request has several responses, and one of them is selected by name`() async throws {
    let folder = try Self.resources()
    let bundle = try #require(Bundle(path: folder.path))

    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())

    try mocks.add(
      MockedRequest("Login", "/**/login") {
        MockedResponse("Success", file: .bundle(bundle, "LocalServer/login.success.json"))
        MockedResponse("Invalid Credentials", status: 401, file: .bundle(bundle, "LocalServer/login.invalid.json"))
        MockedResponse("Offline", error: .notConnectedToInternet)
      })

    let url = try #require(URL(string: "https://api.example.com/v1/login"))
    let (success, response) = try await session.data(from: url)
    #expect(String(decoding: success, as: UTF8.self) == #"{"token": "abc"}"#)
    #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type") == "application/json")

    try mocks.select("Offline", for: "Login")

    let offline = await #expect(throws: URLError.self) { _ = try await session.data(from: url) }
    #expect(offline?.code == .notConnectedToInternet)
    try mocks.select("Invalid Credentials", for: "Login")
    let invalid = try await session.data(from: url)
    #expect((invalid.1 as? HTTPURLResponse)?.statusCode == 401)
    #expect(String(decoding: invalid.0, as: UTF8.self) == #"{"error": "invalid"}"#)

    // The README's example selects "offline" for "login". Names are case-sensitive here.
    let unknown = #expect(throws: UnknownNameError.self) { try mocks.select("offline", for: "login") }
    #expect(unknown?.description.contains("did you mean 'Login'?") == true)
  }

  @Test func `a block decides which calls a request answers, and how`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Login", "/**", where: { $0.path.hasSuffix("/login") }) {
        MockedResponse("Dynamic") { call in MockReply(status: 201, text: call.method) }
      })
    #expect(try await MocksInCodeTests.get(mocks, "/v1/login", method: "PUT") == (201, "PUT"))
    #expect(await MocksInCodeTests.isUnmatched(mocks, "/v1/logins", method: "PUT"))
    try mocks.remove("Login")
    #expect(await MocksInCodeTests.isUnmatched(mocks, "/v1/login", method: "PUT"))
  }

  @Test func `a session with a configuration of its own is mocked`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(MockedRequest("Any", "/**") { MockedResponse("R", text: "mocked") })

    var configuration = URLSessionConfiguration.default
    mocks.install(in: &configuration)
    let session = URLSession(configuration: configuration)

    let url = try #require(URL(string: "https://api.example.com/a"))
    #expect(try await session.data(from: url).0 == Data("mocked".utf8))
    session.invalidateAndCancel()
  }

  /// The "Selection Interface" of the README, and its Tweaks, which keep the selection.
  @MainActor
  @Test func `a screen lists the sets with what is selected, resets them, and the selection persists`() async throws {
    let store = MemorySelectionStore()
    for launch in 1...2 {
      let mocks = try await MockInterceptor(specs: .empty)
      try mocks.add(
        MockedRequest("Login", "/**/login") {
          MockedResponse("Success")
          MockedResponse("Offline", error: .notConnectedToInternet)
        })
      try mocks.persistSelections(in: store)
      let screen = MockScreen(mocks)
      #expect(screen.requests.map(\.name) == ["Login"])
      #expect(screen.requests.first?.responses.map(\.name) == ["Success", "Offline"])
      #expect(screen.requests.first?.next?.response == (launch == 1 ? "Success" : "Offline"))
      screen.select("Offline", for: "Login")
      #expect(screen.requests.first?.current == "Offline, selected")
      if launch == 1 {
        // A save runs in the background.
        while store.load() == nil { await Task.yield() }
      } else {
        screen.reset()
        #expect(screen.requests.first?.current == "Success, default")
      }
    }
  }
}
