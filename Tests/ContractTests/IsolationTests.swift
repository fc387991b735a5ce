import Foundation
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Two hundred tests in parallel, each with mocks of its own for the same URL.
struct IsolationTests {
  @Test(arguments: 0..<200)
  func `parallel tests only meet their own mocks`(number: Int) async throws {
    let mocks = try await MockInterceptor(
      specs: .inline("mockspec: 1\nrequests: {A: {match: GET /who, responses: {R: {text: 'number \(number)'}}}}"))
    let session = URLSession(configuration: mocks.sessionConfiguration())
    let url = try #require(URL(string: "https://api.example.com/who"))
    try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<20 {
        group.addTask { String(decoding: try await session.data(from: url).0, as: UTF8.self) }
      }
      for try await answer in group { #expect(answer == "number \(number)") }
    }
    #expect(try mocks.calls(to: "A").count == 20)
  }
}
