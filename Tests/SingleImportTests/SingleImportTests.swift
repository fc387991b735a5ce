import Foundation
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What an app or a test does with a single import of MockSpec, with main-actor isolation by default.
struct SingleImportTests {
  @Test func `mocks are loaded, built in code, selected and checked`() async throws {
    let mocks = try await MockInterceptor(
      specs: .inline("mockspec: 1\nrequests: {Item: {match: GET /item, responses: {R: {json: {id: 1}}}}}"))
    try mocks.add(
      MockedRequest("Login", .post, "https://api.example.com/login", where: { $0.fields[.accept] != nil }) {
        MockedResponse("Success", json: #"{"token": "abc"}"#)
        MockedResponse("Offline", error: .notConnectedToInternet)
        MockedResponse("Echo") { MockReply(status: 201, text: $0.path) }
      })
    let session = URLSession(configuration: mocks.sessionConfiguration())
    var request = URLRequest(url: URL(string: "https://api.example.com/login")!)
    request.httpMethod = "POST"

    #expect(try await String(decoding: session.data(for: request).0, as: UTF8.self) == #"{"token": "abc"}"#)
    try mocks.select("Echo", for: "Login")
    #expect(try await session.data(for: request).0 == Data("/login".utf8))
    try mocks.select("Offline", for: "Login")
    await #expect(throws: URLError.self) { _ = try await session.data(for: request) }

    let call = try #require(try mocks.calls(to: "Login").last)
    #expect(call.outcome == .failure(.urlError(.notConnectedToInternet)))
    #expect(call.fields[.userAgent] != nil && call.responseName == "Offline")
  }

  @Test func `errors can be caught and read`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    do {
      _ = try await session.data(from: URL(string: "https://api.example.com/none")!)
      Issue.record("no error")
    } catch let error as MockSpecError {
      #expect("\(error)".contains("no request matches"))
    }
    let error = await #expect(throws: SpecError.self) { try await MockInterceptor(specs: .inline("mockspec: 2")) }
    #expect(error?.diagnostics.first?.range?.start.line == 1)
  }

  /// Not isolated, since closures decode it on any thread.
  nonisolated struct User: Codable {
    var id: Int
  }

  @Test func `everything that a spec can say is built in code`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    try mocks.add(
      MockedRequest(
        "Search", [.get, .post], "https://api.example.com/users/{id}/search", params: ["id": .matches("^[0-9]+$")],
        query: ["q": .contains("x").ignoringCase(), "page": 1], headers: ["Authorization": .startsWith("Bearer")],
        cookies: ["sid": .present], body: .json(User(id: 1)), sequence: [.response("Busy", times: 2), "Found"],
        afterSequence: .restart, where: { $0.queryParameters["q"] != nil && $0.pathParameters["id"] != nil }
      ) {
        MockedResponse("Busy", status: 503).delayed(.zero...(.milliseconds(1)))
        MockedResponse("Found", json: User(id: 1), encoder: JSONEncoder())
        MockedResponse("Hello", text: "Hello {{request.path.id}}").templated()
        MockedResponse("Slow", file: .path("README.md")).throttled(bytesPerSecond: 1000)
        MockedResponse("Echo") { call in
          let user = try call.json(as: User.self)
          return MockReply(json: ["id": user.id, "count": call.formFields[values: "a"].count])
        }
      })
    let session = URLSession(configuration: mocks.sessionConfiguration())
    var request = URLRequest(url: URL(string: "https://api.example.com/users/7/search?q=X&page=1")!)
    request.httpMethod = "POST"
    request.setValue("Bearer a", forHTTPHeaderField: "Authorization")
    request.setValue("sid=1", forHTTPHeaderField: "Cookie")
    request.httpBody = Data(#"{"id": 1}"#.utf8)
    var bodies: [String] = []
    for response in [nil, nil, nil, "Hello", "Echo"] {
      if let response { try mocks.select(response, for: "Search") }
      bodies.append(String(decoding: try await session.data(for: request).0, as: UTF8.self))
    }
    #expect(bodies == ["", "", #"{"id":1}"#, "Hello 7", #"{"count":0,"id":1}"#])
  }
}
