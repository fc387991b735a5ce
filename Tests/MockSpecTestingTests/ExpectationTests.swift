import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.mocks(Shop.specs))
struct ExpectationTests {
  private let mocks = Mocks.current

  /// Makes three calls.
  private func call() async throws {
    for body in ["one", "two", "three"] { _ = try await Shop.answer("POST", "/login", body: body) }
  }

  static let met: [CallExpectation] = [
    .calls(to: "Login", exactly: 3), .calls(to: "Login"), .calls(to: "Login", atLeast: 3),
    .calls(to: "Login", atMost: 3), .calls(to: "Login", atLeast: 1, atMost: 5), .noCalls(to: "Item"),
    .calls(to: "Login", exactly: 2, where: { $0.bodySize == 3 }), .noCalls(to: "Login", where: { $0.bodySize == 4 }),
    .calls(to: "Item", atMost: 0),
  ]

  @Test func `expectations that are met`() async throws {
    try await call()
    for expectation in Self.met { #expect(expectation.problem(in: mocks) == nil) }
    mocks.expectCalls(to: "Login", exactly: 3)
    mocks.expectCalls(to: "Login")
    mocks.expectNoCalls(to: "Item")
  }

  @Test func `a wrong number is reported with the calls`() async throws {
    try await call()
    let problem = CallExpectation.calls(to: "Login", exactly: 1).problem(in: mocks)
    #expect(
      problem == """
        expected exactly 1 call to 'Login', found 3
          POST https://api.example.com/login → 200 (Login: Success, by default)
          POST https://api.example.com/login → 200 (Login: Success, by default)
          POST https://api.example.com/login → 200 (Login: Success, by default)
        """)
  }

  @Test func `calls that meet a condition are marked`() async throws {
    try await call()
    let problem = CallExpectation.calls(to: "Login", atLeast: 2, where: { $0.bodySize > 3 }).problem(in: mocks)
    #expect(
      problem == """
        expected at least 2 calls to 'Login', found 1 that meets the condition, of 3
          ✗ POST https://api.example.com/login → 200 (Login: Success, by default)
          ✗ POST https://api.example.com/login → 200 (Login: Success, by default)
          ✓ POST https://api.example.com/login → 200 (Login: Success, by default)
        """)
  }

  @Test func `without calls to a request, the others are listed`() async throws {
    try await call()
    let problem = CallExpectation.calls(to: "Item").problem(in: mocks)
    #expect(problem?.hasPrefix("expected at least 1 call to 'Item', found 0\nother calls:\n  POST https://api") == true)
  }

  @Test func `an unknown name is reported with the nearest one`() {
    #expect(
      CallExpectation.noCalls(to: "Logn").problem(in: mocks)
        == "no request is named 'Logn': did you mean 'Login'?")
  }

  @Test func `an impossible number is never met`() {
    let problem = CallExpectation.calls(to: "Item", atLeast: 3, atMost: 2).problem(in: mocks)
    #expect(problem == "expected at least 3 and at most 2 calls to 'Item', found 0")
  }

  @Test func `secrets aren't shown`() async throws {
    _ = try await Shop.answer("GET", "/items/1?access_token=abc123")
    try Mocks.current.updateSettings { $0.redact = ["access_token"] }
    _ = try await Shop.answer("GET", "/items/2?access_token=abc124")
    let problem = try #require(CallExpectation.noCalls(to: "Item").problem(in: mocks))
    #expect(!problem.contains("abc124") && problem.contains("/items/2?access_token="))
  }

  @Test func `a token can be checked, and isn't shown`() async throws {
    var request = URLRequest(url: URL(string: "https://api.example.com/items/1?access_token=abc123")!)
    request.setValue("Bearer swordfish", forHTTPHeaderField: "Authorization")
    try Mocks.current.updateSettings { $0.redact = ["access_token"] }
    _ = try await URLSession.mocked.data(for: request)
    func expect(_ token: String, _ query: String) -> CallExpectation {
      .calls(
        to: "Item", where: { $0.fields[.authorization] == token && $0.call.queryParameters["access_token"] == query })
    }
    #expect(expect("Bearer swordfish", "abc123").problem(in: mocks) == nil)
    let problem = try #require(expect("Bearer swordfisk", "abc123").problem(in: mocks))
    #expect(!problem.contains("swordfish") && !problem.contains("abc123"))
    let scope = try MockScope(Shop.specs)
    _ = try await scope.session.data(for: request)
    #expect(scope.traffic.contains("Authorization: Bearer ‹redacted, 9 characters›"))
  }

  @Test func `calls that are no longer in the journal are counted, but can't be compared`() async throws {
    for _ in 0..<1001 { _ = try await Shop.login() }
    #expect(CallExpectation.calls(to: "Login", exactly: 1001).problem(in: mocks) == nil)
    let compared = CallExpectation.calls(to: "Login", exactly: 1001, where: { $0.method == "POST" })
    let problem = try #require(compared.problem(in: mocks))
    #expect(problem.hasPrefix("1 of 1001 calls to 'Login' are no longer in the journal; expected exactly 1001 calls"))
  }
}
