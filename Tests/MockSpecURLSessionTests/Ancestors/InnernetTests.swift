import Foundation
import HTTPTypes
import MockSpec
import MockSpecURLSession
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The examples in the README of Innernet, as in the article "Coming from Innernet".
@Suite(.timeLimit(.minutes(20)))
struct InnernetTests {
  struct ExampleItem: Codable {
    var id: String
    var value: String
  }

  static func get(_ session: URLSession, _ url: String) async throws -> String {
    String(decoding: try await session.data(from: try #require(URL(string: url))).0, as: UTF8.self)
  }

  @Test func `URLs are matched exactly, with a variable, and with a wildcard`() async throws {
    let mocks = try await MockInterceptor(specs: .empty)
    let session = URLSession(configuration: mocks.sessionConfiguration())

    try mocks.add(
      MockedRequest("Items", .get, "//somefakedomain.com/items", exactQuery: true) {
        MockedResponse("Found") { _ in
          let items = [
            ExampleItem(id: "1", value: "Foo"), ExampleItem(id: "2", value: "Bar"), ExampleItem(id: "3", value: "Baz"),
          ]
          return MockReply(status: 200, json: items)
        }
      },
      MockedRequest("Item", .get, "//somefakedomain.com/items/*/info") {
        MockedResponse("Found", json: ExampleItem(id: "1", value: "Foo"))
      },
      MockedRequest("Anything else", .get, "//somefakedomain.com/**") {
        MockedResponse("Timeout", error: .timedOut)
      })

    let item = #"{"id":"1","value":"Foo"}"#
    let items = "[\(item),{\"id\":\"2\",\"value\":\"Bar\"},{\"id\":\"3\",\"value\":\"Baz\"}]"
    #expect(try await Self.get(session, "https://somefakedomain.com/items") == items)
    #expect(try await Self.get(session, "https://somefakedomain.com/items/7/info") == item)
    for url in [
      "https://somefakedomain.com/items?page=1", "https://somefakedomain.com/", "https://somefakedomain.com/a/b",
    ] {
      let timeout = await #expect(throws: URLError.self) { _ = try await Self.get(session, url) }
      #expect(timeout?.code == .timedOut)
    }
    #expect(try await Self.get(session, "http://somefakedomain.com/items/7/info") == item)
    await #expect(throws: MockSpecError.self) { _ = try await Self.get(session, "https://otherdomain.com/items") }
    mocks.removeAll()
    await #expect(throws: MockSpecError.self) { _ = try await Self.get(session, "https://somefakedomain.com/items") }
  }

  @Test func `other calls pass through if the project says so`() async throws {
    let server = try LoopbackServer()
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\nunmatched: passthrough\ntimeout: 15s\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {}\n",
    ])
    let mocks = try await MockInterceptor(specs: .folder(URL(filePath: folder.path)), watch: false, allowsEmpty: true)
    try mocks.add(
      MockedRequest("Mocked", "/mocked") { MockedResponse("R", text: "mocked") },
      MockedRequest("Moved", "/moved") { MockedResponse("R", forward: "http://127.0.0.1:\(server.port)") })
    let session = URLSession(configuration: mocks.sessionConfiguration())
    #expect(try await Self.get(session, "http://127.0.0.1:\(server.port)/mocked") == "mocked")
    #expect(try await Self.get(session, "http://127.0.0.1:\(server.port)/live").contains("/live"))
    #expect(try await Self.get(session, "https://somefakedomain.com/moved").contains("/moved"))
  }
}
