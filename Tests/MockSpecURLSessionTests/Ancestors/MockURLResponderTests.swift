import Foundation
import HTTPTypes
import MockSpec
import MockSpecURLSession
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples in the README of MockURLResponder, as in the article "Coming from MockURLResponder".
@Suite(.timeLimit(.minutes(20)))
struct MockURLResponderTests {
  static func get(_ session: URLSession, _ url: String) async throws -> String {
    try await InnernetTests.get(session, url)
  }

  @Test func `responses answer once, several times, in turn, or always`() async throws {
    let body = "the body"

    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())

    try mocks.add(
      MockedRequest("Once", .get, "https://www.w3.org/path", sequence: ["Body"], afterSequence: .fallThrough) {
        MockedResponse("Body", text: body)
      },
      MockedRequest(
        "Twice", .get, "https://api.myawesomeapp.com/path/to/resource",
        sequence: [.response("Body", times: 2), "Dropped"], afterSequence: .fallThrough
      ) {
        MockedResponse("Body", text: #"{ "json": 123 }"#, delay: .milliseconds(1))
        MockedResponse("Dropped", error: .networkConnectionLost)
      },
      MockedRequest("Always", .get, "https://www.google.com/") {
        MockedResponse("Body", text: "Mock URL Responder is great!")
      })

    #expect(try await Self.get(session, "https://www.w3.org/path?q=query#fragment") == body)
    await #expect(throws: MockSpecError.self) { _ = try await Self.get(session, "https://www.w3.org/path") }
    let resource = "https://api.myawesomeapp.com/path/to/resource"
    for _ in 0..<2 { #expect(try await Self.get(session, resource) == #"{ "json": 123 }"#) }
    let dropped = await #expect(throws: URLError.self) { _ = try await Self.get(session, resource) }
    #expect(dropped?.code == .networkConnectionLost)
    for _ in 0..<3 {
      #expect(try await Self.get(session, "https://www.google.com/") == "Mock URL Responder is great!")
    }
  }

  @Test func `query and header fields are conditions`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    try mocks.add(
      MockedRequest("Item", "https://www.w3.org/path", query: ["q": "query"], headers: ["Accept": "text/plain"]) {
        MockedResponse("Body", status: 201, headers: ["X-A": "1"], text: "item")
      })
    var request = URLRequest(url: try #require(URL(string: "https://www.w3.org/path?q=query&r=1")))
    await #expect(throws: MockSpecError.self) { _ = try await session.data(for: request) }
    request.setValue("text/plain", forHTTPHeaderField: "accept")
    let response = try await session.data(for: request).1 as? HTTPURLResponse
    #expect(response?.statusCode == 201)
    #expect(response?.value(forHTTPHeaderField: "X-A") == "1")
  }
}
