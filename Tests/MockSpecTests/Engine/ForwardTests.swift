import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

struct ForwardTests {
  @Test(arguments: [
    ("http://localhost:8000", Origin(scheme: "http", host: "localhost", port: 8000)),
    ("https://Staging.Example.com", Origin(scheme: "https", host: "staging.example.com", port: nil)),
    ("http://[::1]:9", Origin(scheme: "http", host: "[::1]", port: 9)),
  ])
  func `a request is sent to an origin`(written: String, origin: Origin) throws {
    let engine = try Specs.engine("requests: {A: {match: /a, responses: {R: {forward: '\(written)'}}}}")
    guard case .forward(origin) = engine.decide(MockCall("GET /a")).outcome else {
      Issue.record()
      return
    }
  }

  @Test func `a port that doesn't exist is an error`() throws {
    #expect(
      try Specs.problems("requests: {A: {match: /a, responses: {R: {forward: 'http://x:99999'}}}}") == [
        "bad-value: expected an origin, found 'http://x:99999'"
      ])
  }

  @Test func `a response, a host and what is unmatched may pass through`() throws {
    #expect(
      try Specs.engine("requests: {A: {match: /a, responses: {R: {passthrough: true}}}}").answer("GET /a")
        == "passed through")
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\npassthrough: ['*.apple.com', example.org]\n",
      "a.mock.yaml": "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {}}}}\n",
    ])
    let engine = MockEngine(try #require(try Specs.load(folder, ".").sets))
    #expect(engine.answer("GET https://www.apple.com/a") == "passed through")
    #expect(engine.answer("GET https://EXAMPLE.org/a") == "passed through")
    #expect(engine.answer("GET https://apple.com/a") == "A: R")
    #expect(engine.answer("GET https://apple.com/b") == "unmatched")
    #expect(
      engine.explain(MockCall("GET https://www.apple.com/a")).text == """
        GET https://www.apple.com/a passes through to its real destination
        the project file lists its host under 'passthrough'
        """)
  }

  @Test func `what concerns one connection, or us, isn't sent on`() {
    var fields: HTTPFields = [
      .connection: "close, X-Mine", .accept: "*/*", .transferEncoding: "chunked", .upgrade: "h2c",
      .init("Keep-Alive")!: "1", .init("X-Mine")!: "1", .init("Mockspec-Response")!: "A=B", .init("TE")!: "trailers",
    ]
    fields.append(HTTPField(name: .cookie, value: "a=1"))
    #expect(fields.endToEnd == [.accept: "*/*", .cookie: "a=1"])
    #expect(fields.hasControlFields)
    #expect(!fields.endToEnd.hasControlFields)
  }
}
