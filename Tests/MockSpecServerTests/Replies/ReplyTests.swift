import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec
@testable import MockSpecServer

@Suite(.timeLimit(.minutes(20)))
struct ReplyTests {
  @Test func `a reply has its status, its fields as written, its length and a date`() async throws {
    var fields: HTTPFields = [.contentType: "text/plain", .eTag: "\"1\""]
    fields.append(HTTPField(name: .setCookie, value: "a=1"))
    fields.append(HTTPField(name: .setCookie, value: "b=2"))
    let reply = Decision.reply("hello", status: 418, fields: fields)
    try await LiveServer(decide: { _ in reply }).run { live in
      let answer = try await live.client().get("/")
      #expect(answer.status == 418)
      #expect(
        answer.fields.map(\.name) == ["Content-Type", "ETag", "Set-Cookie", "Set-Cookie", "Content-Length", "Date"])
      #expect(answer["set-cookie"] == ["a=1", "b=2"])
      #expect(answer["content-length"] == ["5"])
      #expect(answer.body == "hello")
    }
  }

  @Test func `HEAD gets the fields of GET without the body`() async throws {
    let decide: @Sendable (MockCall) -> Decision = { .reply("hello", head: $0.method == "HEAD") }
    try await LiveServer(decide: decide).run { live in
      let client = try live.client()
      let get = try await client.get("/")
      try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
      let head = try await client.answer(hasBody: false)
      #expect(head.fields.map(\.name) == get.fields.map(\.name))
      #expect(head["content-length"] == ["5"])
      #expect(try await client.get("/").body == "hello")
    }
  }

  @Test(arguments: [204, 304])
  func `204 and 304 have neither a body nor a length`(status: Int) async throws {
    try await LiveServer(decide: { _ in .reply(status: status) }).run { live in
      let client = try live.client()
      for _ in 0..<2 {
        let answer = try await client.get("/")
        #expect(answer.status == status)
        #expect(answer["content-length"].isEmpty)
      }
    }
  }

  @Test(arguments: [
    URLFailure.urlError(.notConnectedToInternet), .custom(domain: "Shop", code: 7, message: nil),
  ])
  func `an error resets the connection`(failure: URLFailure) async throws {
    try await LiveServer(decide: { _ in .outcome(.failure(failure)) }).run { live in
      let client = try live.client()
      try await client.send("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.rest() == ("", .reset))
      #expect(await live.nextServed()?.description == "GET /x → connection reset")
    }
  }

  @Test func `answers before a reset still arrive`() async throws {
    let decide: @Sendable (MockCall) -> Decision = {
      $0.path == "/fail" ? .outcome(.failure(.urlError(.cannotConnectToHost))) : .echo($0)
    }
    try await LiveServer(decide: decide).run { live in
      let client = try live.client()
      try await client.send("GET /a HTTP/1.1\r\nHost: x\r\n\r\nGET /fail HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(try await client.answer().body == "/a")
      #expect(try await client.rest() == ("", .reset))
    }
  }

  @Test func `timedOut sends nothing until the timeout, then resets the connection`() async throws {
    let decide: @Sendable (MockCall) -> Decision = { _ in .outcome(.failure(.urlError(.timedOut))) }
    try await LiveServer(timeout: .milliseconds(100), decide: decide).run { live in
      let client = try live.client()
      let start = ContinuousClock.now
      try await client.send("GET /slow HTTP/1.1\r\nHost: x\r\n\r\n")
      #expect(await live.nextServed()?.description == "GET /slow → held without an answer")
      #expect(try await client.rest() == ("", .reset))
      #expect(ContinuousClock.now - start >= .milliseconds(100))
    }
  }

  @Test(arguments: [
    ("*/*", false), ("application/json", true), ("text/plain, application/json", false),
    ("application/json, text/plain;q=0.5", true),
  ])
  func `an unmatched request is explained as the client prefers`(accept: String, isJSON: Bool) async throws {
    let engine = MockEngine(
      try ResponseSets.load(text: "mockspec: 1\nrequests: {Login: {match: POST /login, responses: {R: {}}}}"))
    try await LiveServer(decide: { engine.decide($0) }).run { live in
      let client = try live.client()
      let answer = try await client.get("/login?x=1", "Accept: \(accept)")
      #expect(answer.status == 404)
      #expect(answer["content-type"] == [isJSON ? "application/json" : "text/plain; charset=utf-8"])
      #expect(answer.body.contains(isJSON ? #""error":"unmatched""# : "method: expected POST, found GET"))
      #expect(await live.nextServed()?.description == "GET /login?x=1 → 404, unmatched")
    }
  }

  @Test func `a wrong Mockspec-Response is 400`() async throws {
    try await LiveServer(decide: { _ in .outcome(.rejected("no request is named 'Lgoin'", status: 400)) }).run { live in
      let answer = try await live.client().get("/", "Accept: application/problem+json")
      #expect(answer.status == 400)
      #expect(
        answer.body == #"{"error":"rejected","message":"no request is named 'Lgoin'","request":"GET /"}"# + "\n")
    }
  }

  @Test func `a request that can't be passed through is 502 with the reason`() async throws {
    try await LiveServer(decide: { _ in .outcome(.passThrough) }).run { live in
      let answer = try await live.client().get("/")
      #expect(answer.status == 502)
      #expect(answer.body.contains("can't be forwarded: http://localhost isn't named by the project\nhelp: "))
    }
  }

  @Test func `HEAD of an unmatched request has no body`() async throws {
    let engine = MockEngine(try ResponseSets.load(text: "mockspec: 1\nrequests: {}"))
    try await LiveServer(decide: { engine.decide($0) }).run { live in
      let client = try live.client()
      try await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n")
      let length = try #require(try await client.answer(hasBody: false)["content-length"].first)
      #expect(length != "0")
      #expect(try await client.get("/").body.hasPrefix("no request matches GET "))
    }
  }
}
