import Foundation
import MockSpecTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code that the samples test.
private struct API: Sendable {
  var session: URLSession

  @concurrent func logIn() async throws -> Bool { try await GeneratedNamesTests.login(session) == 200 }
}

/// The samples of the article "Typed names".
struct TypedNamesSamples {
  @Test(.mocks("specs")) func `names select, and find calls`() async throws {
    let mocks = Mocks.current
    try mocks.select(.login(.offline))
    try mocks.activate(scene: .airplaneMode)
    try mocks.setEnabled(false, for: .profile)
    let calls = try mocks.calls(to: .login)

    #expect(
      calls.isEmpty && mocks.requests.filter { !$0.isEnabled }.map(\.name).sorted() == ["Maintenance", "Profile"])
  }

  @Test(.mocks("specs", select: [.login(.lockedOut)], expecting: [.calls(to: .login, exactly: 1)]))
  func `a locked account can't log in`() async throws {
    #expect(try await API(session: .mocked).logIn() == false)
  }
}
