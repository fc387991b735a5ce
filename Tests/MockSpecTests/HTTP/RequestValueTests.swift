import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec

/// The values that closures read from a call.
struct RequestValueTests {
  @Test func `query, form and cookies have their values by name`() {
    var request = MockRequest("POST /a?tag=b&page=2&tag=c%26+d&e", [.cookie: "sid=x; n=1"], body: "name=Ada+L&x=1")
    #expect(request.queryParameters["page"] == "2")
    #expect(request.queryParameters[values: "tag"] == ["b", "c& d"])
    #expect(request.queryParameters["e"] == "")
    #expect(request.queryParameters["none"] == nil)
    #expect(request.queryParameters.map(\.name) == ["tag", "page", "tag", "e"])
    #expect(request.formFields["name"] == "Ada L")
    #expect(request.cookies["sid"] == "x")
    #expect(request.multipartParts == nil)
    request.query = nil
    #expect(request.queryParameters.isEmpty)
  }

  @Test func `multipart bodies have parts`() throws {
    var request = MockRequest("POST /a")
    request.fields[.contentType] = "multipart/form-data; boundary=B"
    request.body =
      Array(
        "--B\r\nContent-Disposition: form-data; name=title\r\n\r\nx\r\n--B\r\nContent-Disposition: form-data; name=f; filename=\"a.bin\"\r\n\r\n"
          .utf8) + [0xFF, 0xFE] + Array("\r\n--B--".utf8)
    let parts = try #require(request.multipartParts)
    #expect(parts.map(\.name) == ["title", "f"])
    #expect(parts.map(\.filename) == [nil, "a.bin"])
    #expect(parts.map(\.text) == ["x", nil])
    #expect(parts[1].body == [0xFF, 0xFE])
  }

  @Test func `closures get the segments that the path captures`() async throws {
    let engine = try Specs.engine("requests: {}")
    let asked = Mutex<[[String: String]]>([])
    try engine.session.add(
      MockedRequest(
        "A", "/users/{id}/**",
        where: { request in
          asked.withLock { $0.append(request.pathParameters) }
          return request.pathParameters["id"] != "0"
        }
      ) {
        MockedResponse("R") { MockReply(text: $0.pathParameters["id"] ?? "none") }
      })
    guard case .closure(let closure) = engine.decide(MockRequest("GET /users/a%20b/x")).outcome,
      case .reply(let reply) = await closure.outcome()
    else {
      Issue.record("no reply")
      return
    }
    #expect(reply.body == Array("a b".utf8))
    #expect(engine.decide(MockRequest("GET /users/0/x")).requestName == nil)
    #expect(asked.withLock { $0 }.allSatisfy { $0["id"] != nil })
    #expect(MockRequest("GET /users/1").pathParameters.isEmpty)
  }
}
