import Foundation
import HTTPTypes
import MockSpec
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples in the README of Mocker, as in the article "Coming from Mocker".
@Suite(.timeLimit(.minutes(20)))
struct MockerTests {
  @Test func `JSON, empty responses, file extensions, HEAD, delays and redirects`() async throws {
    let folder = try TemporaryFolder(["example.json": #"{"name": "example"}"#])
    let exampleJSON = URL(filePath: folder["example.json"])
    let avatar = Data([0x89, 0x50, 0x4E, 0x47])

    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())

    try mocks.add(
      MockedRequest("Example", .get, "https://www.wetransfer.com/example.json") {
        MockedResponse("Found", file: .url(exampleJSON))
      },
      MockedRequest("Foobar", .put, "https://www.wetransfer.com/api/foobar") {
        MockedResponse("Empty", status: 204)
      },
      MockedRequest("Images", .get, "/**", where: { $0.path.hasSuffix(".png") }) {
        MockedResponse("Avatar", headers: ["Content-Type": "image/png"], body: avatar)
      },
      MockedRequest("Endpoint", .head, "https://www.wetransfer.com/api/endpoint") {
        MockedResponse("Head", headers: ["X-Count": "2"], delay: .milliseconds(5))
      },
      MockedRequest("Short URL", .get, "https://we.tl/redirect") {
        MockedResponse("Redirect", status: 302, headers: ["Location": "https://www.wetransfer.com/example.json"])
      })

    func load(_ url: String, _ method: String = "GET") async throws -> (body: Data, response: HTTPURLResponse) {
      var request = URLRequest(url: try #require(URL(string: url)))
      request.httpMethod = method
      let (data, response) = try await session.data(for: request)
      return (data, try #require(response as? HTTPURLResponse))
    }
    // The query is ignored unless there are conditions on it.
    let json = try await load("https://www.wetransfer.com/example.json?oauth_timestamp=151817037")
    #expect(json.body == Data(#"{"name": "example"}"#.utf8))
    #expect(json.response.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(try await load("https://www.wetransfer.com/api/foobar", "PUT").response.statusCode == 204)
    await #expect(throws: MockSpecError.self) { _ = try await load("https://www.wetransfer.com/api/foobar") }
    let image = try await load("https://www.wetransfer.com/sample-image.png")
    #expect(image.body == avatar && image.response.value(forHTTPHeaderField: "Content-Type") == "image/png")
    let head = try await load("https://www.wetransfer.com/api/endpoint", "HEAD")
    #expect(head.body.isEmpty && head.response.value(forHTTPHeaderField: "X-Count") == "2")
    let redirected = try await load("https://we.tl/redirect")
    #expect(redirected.body == json.body)
    #expect(redirected.response.url?.absoluteString == "https://www.wetransfer.com/example.json")
  }

  @Test func `a call is verified with its body, and a mock can be an error`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())
    try mocks.add(
      MockedRequest("Upload", .post, "https://www.wetransfer.com/upload") {
        MockedResponse("Stored", status: 201)
        MockedResponse("Failed", error: .custom(domain: "com.example", code: 12, message: "example"))
      })
    var request = URLRequest(url: try #require(URL(string: "https://www.wetransfer.com/upload")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"[{"name": "photo.png"}]"#.utf8)
    _ = try await session.data(for: request)

    let record = try #require(try mocks.calls(to: "Upload").last)
    #expect(record.fields[.contentType] == "application/json")
    #expect(try record.call.json(as: [[String: String]].self) == [["name": "photo.png"]])

    try mocks.select("Failed", for: "Upload")
    let error = await #expect(throws: (any Error).self) { _ = try await session.data(for: request) }
    #expect((error as NSError?)?.code == 12)
  }

  @Test func `URLs that are ignored go to the network`() async throws {
    let server = try LoopbackServer()
    let mocks = try await MockInterceptor(specs: .empty, settings: MockSettings(passthrough: ["127.0.0.1"]))
    let session = URLSession(configuration: mocks.sessionConfiguration())
    #expect(try await InnernetTests.get(session, "http://127.0.0.1:\(server.port)/live").contains("/live"))
    await #expect(throws: MockSpecError.self) { _ = try await InnernetTests.get(session, "https://we.tl/none") }
  }
}
