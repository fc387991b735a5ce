import Foundation
import HTTPTypes
import Testing

@testable import MockSpec
@testable import MockSpecURLSession

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.timeLimit(.minutes(20)))
struct ReplyTests {
  func load(_ form: Form, _ decision: Decision, method: String = "GET") async -> Form.Outcome {
    let environment = InterceptionEnvironment { _ in decision }
    defer { withExtendedLifetime(environment) {} }
    return await form.load(URLRequest("/a", method: method), environment.sessionConfiguration())
  }

  @Test(arguments: Form.allCases)
  func `status, fields and body arrive`(form: Form) async throws {
    let fields: HTTPFields = [.contentType: "text/plain", HTTPField.Name("X-One")!: "1"]
    let answer = await load(form, .reply(201, fields: fields, body: [UInt8]("hello".utf8)))
    let response = try #require(answer.response)
    #expect(response.statusCode == 201)
    #expect(response.url == URL(string: "https://api.example.com/a"))
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "text/plain")
    #expect(response.value(forHTTPHeaderField: "X-One") == "1")
    #expect(response.expectedContentLength == 5)
    #expect(answer.body == Data("hello".utf8))
    #expect(answer.error == nil)
  }

  @Test func `a delegate gets the response, then the body in one piece, then the end`() async {
    let answer = await load(.delegate, .reply("hello"))
    #expect(answer.events == ["response", "data", "complete"])
  }

  @Test(arguments: Form.allCases)
  func `an empty body is no body`(form: Form) async {
    let answer = await load(form, .reply(200))
    #expect(answer.body.isEmpty)
    #expect(answer.response?.value(forHTTPHeaderField: "Content-Length") == "0")
    #expect(form != .delegate || answer.events == ["response", "complete"])
  }

  @Test(arguments: Form.allCases)
  func `100 MB arrive whole`(form: Form) async {
    let answer = await load(form, .reply(body: [UInt8](repeating: 7, count: 100 << 20)))
    #expect(answer.body.count == 100 << 20)
    #expect(answer.body.last == 7)
  }

  @Test(arguments: Form.allCases)
  func `HEAD gets the fields without the body`(form: Form) async {
    let decision = Decision.reply(body: [UInt8](repeating: 1, count: 12), head: true)
    let answer = await load(form, decision, method: "HEAD")
    #expect(answer.body.isEmpty)
    #expect(answer.response?.value(forHTTPHeaderField: "Content-Length") == "12")
  }

  @Test(arguments: [204, 304])
  func `a status without a body has no length`(status: Int) async {
    let answer = await load(.async, .reply(status))
    #expect(answer.response?.statusCode == status)
    #expect(answer.response?.value(forHTTPHeaderField: "Content-Length") == nil)
  }

  @Test func `fields of one name are joined`() async {
    var fields = HTTPFields()
    for value in ["a", "b"] { fields.append(HTTPField(name: HTTPField.Name("X-Dup")!, value: value)) }
    fields.append(HTTPField(name: HTTPField.Name("x-dup")!, value: "c"))
    let answer = await load(.async, .reply(fields: fields))
    #expect(answer.response?.value(forHTTPHeaderField: "X-Dup") == "a, b, c")
  }

  @Test(arguments: Form.allCases, [#"Basic realm="x""#, #"Digest realm="x", nonce="n""#, "Bearer"])
  func `a 401 is an answer and no challenge`(form: Form, challenge: String) async {
    let answer = await load(form, .reply(401, fields: [.wwwAuthenticate: challenge], body: [UInt8]("denied".utf8)))
    #expect(answer.response?.statusCode == 401)
    #expect(answer.response?.url == URL(string: "https://api.example.com/a"))
    #expect(answer.body == Data("denied".utf8))
  }

  @Test func `cookies are stored and sent with the next request`() async throws {
    var fields = HTTPFields()
    fields.append(HTTPField(name: .setCookie, value: "a=1; Path=/; Expires=Wed, 01 Jan 2081 00:00:00 GMT"))
    fields.append(HTTPField(name: .setCookie, value: "b=2; Path=/"))
    let environment = InterceptionEnvironment { [fields] request in
      .reply(fields: fields, body: [UInt8]((request.fields[.cookie] ?? "none").utf8))
    }
    let session = URLSession(configuration: environment.sessionConfiguration())
    let first = try await session.data(for: URLRequest("/a")).0
    let second = try await session.data(for: URLRequest("/a")).0
    #expect(first == Data("none".utf8))
    let sent = Set(String(decoding: second, as: UTF8.self).split(separator: "; "))
    #expect(sent == ["a=1", "b=2"])
    withExtendedLifetime(environment) {}
  }

  @Test func `a shared reply is rendered once, and one for a single call isn't kept`() {
    let shared = Reply(status: 200, fields: [:], body: [1], isShared: true)
    let rendered: RenderedReply = shared.form()
    #expect(shared.form(RenderedReply.self) === rendered)
    let single = Reply(status: 200, fields: [:], body: [2], isShared: false)
    let first: RenderedReply = single.form()
    #expect(single.form(RenderedReply.self) !== first)
  }
}
