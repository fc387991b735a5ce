import Foundation
import MockSpec
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Calls that name a session, in process.
@Suite(.timeLimit(.minutes(20)))
struct SessionFieldTests {
  private static func body(_ session: URLSession, _ path: String, _ id: String?) async throws -> String {
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com" + path)))
    request.setValue(id, forHTTPHeaderField: "Mockspec-Session")
    return String(decoding: try await session.data(for: request).0, as: UTF8.self)
  }

  private static func mocks(_ path: String) async throws -> MockInterceptor {
    try await MockInterceptor(
      specs: .inline(
        "mockspec: 1\nrequests: {A: {match: \(path), sequence: [X, Y], responses: {X: {text: x}, Y: {text: y}}}}"))
  }

  @Test func `each session has its own sequences, in each interceptor of a chain`() async throws {
    let (first, second) = (try await Self.mocks("/a"), try await Self.mocks("/b"))
    var configuration = first.sessionConfiguration()
    second.install(in: &configuration)
    let session = URLSession(configuration: configuration)
    for path in ["/a", "/b"] {
      #expect(try await Self.body(session, path, "one") == "x")
      #expect(try await Self.body(session, path, "two") == "x")
      #expect(try await Self.body(session, path, nil) == "x")
      #expect(try await Self.body(session, path, "one") == "y")
    }
    #expect(first.calls.count == 1 && second.calls.count == 1)
  }

  @Test func `a malformed ID fails the call, with the reason`() async throws {
    let mocks = try await Self.mocks("/a")
    let session = URLSession(configuration: mocks.sessionConfiguration())
    let error = await #expect(throws: (any Error).self) { try await Self.body(session, "/a", "o/e") }
    #expect(error.map { MockSpecError.rejected ~= $0 } == true)
    #expect((error as? MockSpecError)?.message.contains("found 'o/e'") == true)
    #expect(mocks.calls.isEmpty)
  }
}
