import Foundation
import HTTPTypes
import MockSpec
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The example in the README of OHHTTPStubs, and its helpers, as in the article "Coming from OHHTTPStubs".
@Suite(.timeLimit(.minutes(20)))
struct OHHTTPStubsTests {
  @Test func `a host is answered from a file of a bundle`() async throws {
    let folder = try TemporaryFolder(["wsresponse.json": #"{"ok": true}"#])
    let bundle = try #require(Bundle(path: folder.path))
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())

    try mocks.add(
      MockedRequest("Web service", "//mywebservice.com/**") {
        MockedResponse("Found", file: .bundle(bundle, "wsresponse.json"))
      })

    for url in ["https://mywebservice.com", "http://MyWebService.com/a/b?c=1"] {
      let (data, response) = try await session.data(from: try #require(URL(string: url)))
      #expect(String(decoding: data, as: UTF8.self) == #"{"ok": true}"#)
      #expect((response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Type") == "application/json")
    }
    let other = try #require(URL(string: "https://otherwebservice.com/"))
    await #expect(throws: MockSpecError.self) { _ = try await session.data(from: other) }
  }

  @Test func `method, path, query, header and body are conditions`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())

    try mocks.add(
      MockedRequest(
        "Create item", .post, "//mywebservice.com/items", query: ["page": "1"],
        headers: ["Accept": "application/json"], body: .jsonEquals(#"{"name": "lamp"}"#)
      ) {
        MockedResponse("Created", status: 201, json: ["id": 1], delay: .milliseconds(1))
        MockedResponse("Offline", error: .notConnectedToInternet)
      })

    var request = URLRequest(url: try #require(URL(string: "https://mywebservice.com/items?page=1&q=a")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "accept")
    request.httpBody = Data(#"{"name":"lamp"}"#.utf8)
    let (data, response) = try await session.data(for: request)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":1}"#)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
    #expect(try mocks.count(of: "Create item") == 1)

    try mocks.select("Offline", for: "Create item")
    let error = await #expect(throws: URLError.self) { _ = try await session.data(for: request) }
    #expect(error?.code == .notConnectedToInternet)

    request.httpBody = Data(#"{"name":"lamp","price":1}"#.utf8)
    await #expect(throws: MockSpecError.self) { _ = try await session.data(for: request) }
    #expect(mocks.unmatchedCalls.count == 1)
  }

  @Test func `the most specific request answers, and of equal ones the latest`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    func get(_ path: String) async throws -> String {
      try await InnernetTests.get(session, "https://mywebservice.com\(path)")
    }
    try mocks.add(
      MockedRequest("Item", .get, "//mywebservice.com/items/1") { MockedResponse("R", text: "item") },
      MockedRequest("Host", .get, "//mywebservice.com/**") { MockedResponse("R", text: "host") })
    #expect(try await get("/items/1") == "item")
    #expect(try await get("/other") == "host")
    try mocks.add(MockedRequest("Later", .get, "//mywebservice.com/items/1") { MockedResponse("R", text: "later") })
    #expect(try await get("/items/1") == "later")
    try mocks.remove("Later")
    #expect(try await get("/items/1") == "item")
    try mocks.add(MockedRequest("First", .get, "/**", priority: 1) { MockedResponse("R", text: "first") })
    #expect(try await get("/items/1") == "first")
  }
}
