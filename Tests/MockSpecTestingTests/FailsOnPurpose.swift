import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

enum Failing {
  /// The environment variable that enables the tests that fail.
  static let variable = "MOCKSPEC_FAIL_ON_PURPOSE"
  static let isEnabled = ProcessInfo.processInfo.environment[variable] != nil
}

/// Tests that fail. `FailureOutputTests` runs them in another process, and compares what that prints.
@Suite(.enabled(if: Failing.isEnabled), .mocks(Shop.specs))
struct FailsOnPurpose {
  @Test func `1 unmatched calls`() async throws {
    for path in ["/logins", "/logins", "/nothing?access_token=hidden"] {
      await #expect(throws: MockSpecError.self) { try await Shop.answer("POST", path) }
    }
  }

  @Test func `2 too few calls`() async throws {
    _ = try await Shop.answer("POST", "/login", body: "ada")
    Mocks.current.expectCalls(to: "Login", exactly: 2)
  }

  @Test func `3 a condition that few calls meet`() async throws {
    for number in 1...3 { _ = try await Shop.answer("GET", "/items/\(number)") }
    Mocks.current.expectCalls(to: "Item", atLeast: 2, where: { $0.path == "/items/2" })
  }

  @Test(.mocks(expecting: [.calls(to: "Login"), .noCalls(to: "Itm")]))
  func `4 calls that the trait expects`() {}

  @Test(.mocks(select: ["Logn": "Offline"]), arguments: 1...3)
  func `5 an unknown name`(number: Int) {}

  @Test(
    .mocks(.inline("mockspec: 1\nrequests: {Login: {match: POST /login, responses: {Success: {staus: 200}}}}")),
    arguments: 1...3)
  func `6 specs with errors`(number: Int) {}

  @Test func `7 an error`() async throws {
    _ = try await Shop.login()
    try await Mocks.current.calls(to: "Item", atLeast: 1, within: .milliseconds(1))
  }

  @Test func `8 a detached task`() async throws {
    await Task.detached { _ = URLSession.mocked }.value
    await Task.detached { #expect(Mocks.current.requests.isEmpty) }.value
  }

  @Test func `10 an unmatched call whose error isn't caught`() async throws {
    _ = try? await Shop.answer("POST", "/logins")
    _ = try await Shop.answer("POST", "/logouts")
  }

  @Test(.mocks(strict: true)) func `11 a call of a session that isn't mocked`() async throws {
    let url = URL(string: "http://127.0.0.1:9/login?token=secret")!
    await #expect(throws: MockSpecError.self) { try await URLSession.shared.data(from: url) }
    _ = try await Shop.login()
  }

  @Test func `9 a known issue, which isn't a failure`() async throws {
    _ = try await Shop.login()
    withKnownIssue { Mocks.current.expectCalls(to: "Item") }
  }
}
