import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec

/// The values that closures read from a call.
struct CallValueTests {
  @Test func `query, form and cookies have their values by name`() {
    var call = MockCall("POST /a?tag=b&page=2&tag=c%26+d&e", [.cookie: "sid=x; n=1"], body: "name=Ada+L&x=1")
    #expect(call.queryParameters["page"] == "2")
    #expect(call.queryParameters[values: "tag"] == ["b", "c& d"])
    #expect(call.queryParameters["e"] == "")
    #expect(call.queryParameters["none"] == nil)
    #expect(call.queryParameters.map(\.name) == ["tag", "page", "tag", "e"])
    #expect(call.formFields["name"] == "Ada L")
    #expect(call.cookies["sid"] == "x")
    #expect(call.multipartParts == nil)
    call.query = nil
    #expect(call.queryParameters.isEmpty)
  }

  @Test func `multipart bodies have parts`() throws {
    var call = MockCall("POST /a")
    call.fields[.contentType] = "multipart/form-data; boundary=B"
    call.body =
      Array(
        "--B\r\nContent-Disposition: form-data; name=title\r\n\r\nx\r\n--B\r\nContent-Disposition: form-data; name=f; filename=\"a.bin\"\r\n\r\n"
          .utf8) + [0xFF, 0xFE] + Array("\r\n--B--".utf8)
    let parts = try #require(call.multipartParts)
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
        where: { call in
          asked.withLock { $0.append(call.pathParameters) }
          return call.pathParameters["id"] != "0"
        }
      ) {
        MockedResponse("R") { MockReply(text: $0.pathParameters["id"] ?? "none") }
      })
    guard case .closure(let closure) = engine.decide(MockCall("GET /users/a%20b/x")).outcome,
      case .reply(let reply) = await closure.outcome()
    else {
      Issue.record("no reply")
      return
    }
    #expect(reply.body == Array("a b".utf8))
    #expect(engine.decide(MockCall("GET /users/0/x")).requestName == nil)
    #expect(asked.withLock { $0 }.allSatisfy { $0["id"] != nil })
    #expect(MockCall("GET /users/1").pathParameters.isEmpty)
  }
}
