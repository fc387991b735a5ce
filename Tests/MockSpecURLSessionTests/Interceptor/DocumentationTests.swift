import Foundation
import HTTPTypes
import MockSpec
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of the module's documentation.
@Suite struct DocumentationTests {
  static let spec: SpecLocation = .inline(
    """
    mockspec: 1
    requests:
      Login:
        match: POST /login
        responses:
          Success: {status: 200}
          Offline: {error: notConnectedToInternet}
    """)

  @Test func `a call gets the selected response`() async throws {
    let mocks = try await MockInterceptor(specs: Self.spec)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    try mocks.select("Offline", for: "Login")
    var request = URLRequest(url: URL(string: "https://api.example.com/login")!)
    request.httpMethod = "POST"
    await #expect(throws: URLError.self) { try await session.data(for: request) }
    mocks.reset()
    #expect(try await (session.data(for: request).1 as? HTTPURLResponse)?.statusCode == 200)
    #expect(try mocks.calls(to: "Login").count == 2)
    #expect(try mocks.count(of: "Login") == 2)
  }

  @Test func `mocks are built in code`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest("Login", .post, "https://api.example.com/login") {
        MockedResponse("Success", json: #"{"token": "abc"}"#)
        MockedResponse("Offline", error: .notConnectedToInternet)
      })
    #expect(mocks.summary.requests == 0)
    try mocks.select("Offline", for: "Login")
  }
}
