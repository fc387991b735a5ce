import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Uses the names of the examples, which `mockspec generate swift` has written to `MockNames.swift`.
@Suite(.mocks("specs"))
struct GeneratedNamesTests {
  static func login(_ session: URLSession = .mocked) async throws -> Int {
    var request = URLRequest(url: URL(string: "https://api.example.com/v1/login")!)
    request.httpMethod = "POST"
    request.httpBody = Data(#"{"email": "ada@example.com"}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let (_, response) = try await session.data(for: request)
    return try #require(response as? HTTPURLResponse).statusCode
  }

  @Test func `responses and scenes are selected, and calls are found`() async throws {
    let mocks = Mocks.current
    try mocks.select(.login(.lockedOut))
    #expect(try await Self.login() == 423)
    try mocks.select(.login(.offline))
    await #expect(throws: URLError.self) { try await Self.login() }
    try mocks.deselect(.login)
    #expect(try await Self.login() == 200)
    try mocks.activate(scene: .airplaneMode)
    await #expect(throws: URLError.self) { try await Self.login() }
    try mocks.setEnabled(false, for: .login)
    #expect(try await Self.login() == 401)

    #expect(try mocks.count(of: .login) == 4)
    #expect(try mocks.calls(to: .login).map(\.responseName) == ["Locked Out", "Offline", "Success", "Offline"])
    #expect(try await mocks.calls(to: .loginOfAStranger, atLeast: 1).count == 1)
    mocks.expectCalls(to: .login, exactly: 4)
    mocks.expectCalls(to: .login, atLeast: 1, atMost: 4)
    mocks.expectNoCalls(to: .profile)
  }

  @Test(.mocks(select: [.login(.lockedOut)], expecting: [.calls(to: .login, exactly: 1), .noCalls(to: .session)]))
  func `the trait takes them`() async throws {
    #expect(try await Self.login() == 423)
  }

  @Test(
    .mocks(
      select: [.login(.success)], scene: .airplaneMode,
      expecting: [.calls(to: .login, atLeast: 1), .calls(to: .firstPage, atMost: 0)]))
  func `responses are selected after the scene`() async throws {
    #expect(try await Self.login() == 200)
  }

  @Test(.mocks(scene: .airplaneMode)) func `the trait takes a scene alone`() async throws {
    await #expect(throws: URLError.self) { try await Self.login() }
  }

  @Test func `a scope and a launch take them`() throws {
    let scope = try MockScope("specs", select: [.login(.offline), .login(.lockedOut)], scene: .airplaneMode)
    let login = try #require(scope.mocks.requests.first { $0.name == MockRequestName.login.name })
    #expect(login.next?.response == "Locked Out")
    #expect(scope.mocks.activeScene == MockSceneName.airplaneMode.name)
    let strings = try MockLaunch("specs").select("Offline", for: "Login").scene("Airplane mode").arguments
    #expect(try MockLaunch("specs").select(.login(.offline)).scene(.airplaneMode).arguments == strings)
  }

  @Test func `a name that no longer exists is an error`() throws {
    let mocks = Mocks.current
    let gone = MockRequestName("Gone")
    #expect(throws: UnknownNameError.self) { try mocks.select(MockSelection("Success", for: gone)) }
    #expect(throws: UnknownNameError.self) { try mocks.calls(to: gone) }
    #expect(throws: UnknownNameError.self) { try mocks.activate(scene: MockSceneName("Gone")) }
    #expect("\(MockSelection.login(.offline)), \(MockSceneName.airplaneMode)" == "Login=Offline, Airplane mode")
  }
}
