import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A thousand tests in parallel, each with selections, mocks and calls of its own.
@Suite(.mocks(Shop.specs))
struct ParallelTests {
  @Test(arguments: 0..<300) func `answers by default`(number: Int) async throws {
    try await check(number, login: Shop.success)
  }

  @Test(.mocks(select: ["Login": "Offline"]), arguments: 0..<300)
  func `answers of a selection`(number: Int) async throws {
    try await check(number, login: Shop.offline)
  }

  @Test(.mocks(scene: "Down", settings: MockSettings(scenes: ["Down": ["Login": "Busy"]])), arguments: 0..<200)
  func `answers of a scene`(number: Int) async throws {
    try await check(number, login: "503 ")
  }

  @Test(arguments: 0..<200) func `answers of a mock built in code`(number: Int) async throws {
    try Mocks.current.add(
      MockedRequest("Login", .post, "/login") { MockedResponse("Own") { _ in MockReply(text: "own \(number)") } })
    try await check(number, login: "200 own \(number)")
  }

  private func check(_ number: Int, login: String) async throws {
    async let item = Shop.answer("GET", "/items/\(number)")
    for _ in 0..<3 { #expect(try await Shop.login() == login) }
    #expect(try await item == #"200 {"id":"\#(number)"}"#)
    Mocks.current.expectCalls(to: "Login", exactly: 3)
    Mocks.current.expectCalls(to: "Item", exactly: 1, where: { $0.path == "/items/\(number)" })
    if number.isMultiple(of: 7) {
      try Mocks.current.select("Missing", for: "Item")
      #expect(try await Shop.answer("GET", "/items/\(number)") == "404 ")
    }
  }
}

/// Calls that are still running when their test ends.
struct UnfinishedCallTests {
  @Test(.mocks(Shop.specs, settings: MockSettings(delay: .milliseconds(5)), allowsUnmatched: true), arguments: 0..<200)
  func `a test can end before its calls`(number: Int) async throws {
    let session = URLSession.mocked
    try Mocks.current.add(
      MockedRequest("Slow", .get, "/slow") {
        MockedResponse("Slow") { _ in
          await Task.yield()
          return MockReply(text: "slow")
        }
      })
    for path in ["/items/\(number)", "/slow", "/none"] {
      session.dataTask(with: Shop.request("GET", path)) { _, _, _ in }.resume()
    }
    // Waits only sometimes, so that some tests end before a call is decided.
    if number.isMultiple(of: 3) { _ = try await Mocks.current.calls(to: "Item", atLeast: 1) }
  }

  @Test func `a call after the end of its test fails`() async throws {
    let session = try {
      let scope = try MockScope(Shop.specs)
      return scope.session
    }()
    let error = await #expect(throws: MockSpecError.self) { try await Shop.login(in: session) }
    #expect(error?.code == .ended)
  }
}
