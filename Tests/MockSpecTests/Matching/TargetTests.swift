import HTTPTypes
import Testing

@testable import MockSpec

/// Scheme, host and port: compared in process, and ignored on a server that can't know them.
struct TargetTests {
  static let spec = """
    requests:
      Secure: {match: 'GET https://api.example.com/a', responses: {R: {}}}
      Port: {match: 'GET http://api.example.com:8080/p', responses: {R: {}}}
      Default port: {match: {scheme: https, port: 443, path: /d}, responses: {R: {}}}
      Any scheme: {match: 'GET //any.example.com/s', responses: {R: {}}}
      Any scheme, port: {match: '//any.example.com:8443/s?x=1', responses: {R: {}}}
      Any scheme, wild: {match: '//*.any.example.com//s', responses: {R: {}}}
      Path: {match: {path: //any.example.com/s}, responses: {R: {}}}
      Wild: {match: {host: '*.cdn.example.com', path: /w}, responses: {R: {}}}
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let target: MockCall.Target
    let answer: String
    var testDescription: String { "\(line) as \(target): \(answer)" }

    init(_ line: String, _ target: MockCall.Target, _ answer: String) {
      self.line = line
      self.target = target
      self.answer = answer
    }
  }

  static let cases = [
    Case("GET https://api.example.com/a", .url, "Secure"), Case("GET http://api.example.com/a", .url, "none"),
    Case("GET https://other.example.com/a", .url, "none"), Case("GET https://api.example.com:444/a", .url, "Secure"),
    Case("GET http://api.example.com:8080/p", .url, "Port"), Case("GET http://api.example.com/p", .url, "none"),
    Case("GET https://x/d", .url, "Default port"), Case("GET https://x:443/d", .url, "Default port"),
    Case("GET https://x:444/d", .url, "none"), Case("GET https://a.b.cdn.example.com/w", .url, "Wild"),
    Case("GET https://cdn.example.com/w", .url, "none"),
    Case("GET http://any.example.com/s", .url, "Any scheme"), Case("GET https://any.example.com/s", .url, "Any scheme"),
    Case("GET https://any.example.com:444/s", .url, "Any scheme"), Case("GET https://x/s", .url, "none"),
    Case("POST https://any.example.com/s", .url, "none"),
    Case("POST ftp://any.example.com:8443/s?x=1", .url, "Any scheme, port"),
    Case("POST https://any.example.com/s?x=1", .url, "none"),
    Case("GET https://a.any.example.com//s", .url, "Any scheme, wild"),
    Case("GET https://a.any.example.com/s", .url, "none"),
    Case("GET https://x//any.example.com/s", .url, "Path"), Case("GET http://localhost/s", .originForm, "Any scheme"),
    // On a server, an unknown host is the server's own name, and a known one must match.
    Case("GET http://localhost:8080/a", .originForm, "Secure"),
    Case("GET http://x.cdn.example.com/a", .originForm, "none"),
    Case("GET http://localhost/p", .originForm, "Port"), Case("GET http://x.cdn.example.com/w", .originForm, "Wild"),
    Case("GET http://localhost/a", .absoluteForm, "none"), Case("GET https://localhost/a", .absoluteForm, "Secure"),
  ]

  @Test(arguments: cases)
  func `each kind of target compares the parts that it knows`(item: Case) throws {
    let decision = try Specs.engine(Self.spec).decide(MockCall(item.line, target: item.target))
    #expect(decision.requestName ?? "none" == item.answer)
  }

  @Test(arguments: [
    ("*", "Server"), ("/*", "Segment"), ("/a", "Segment"), ("/a/b", "Any"), ("/", "Any"),
  ])
  func `the target of OPTIONS is its own path, which wildcards of segments don't match`(path: String, name: String)
    throws
  {
    let engine = try Specs.engine(
      """
      defaults: {basePath: /v1}
      requests:
        Server: {match: OPTIONS *, responses: {R: {}}}
        Long: {match: {method: OPTIONS, path: '*', headers: {X: '1'}}, responses: {R: {}}}
        Segment: {match: 'OPTIONS /{segment}', responses: {R: {}}}
        Any: {match: OPTIONS /**, responses: {R: {}}}
      """)
    let path = path == "*" ? path : "/v1" + path
    func answer(_ fields: HTTPFields = [:]) -> String? {
      engine.decide(
        MockCall(
          method: "OPTIONS", target: .originForm, scheme: nil, host: "localhost", port: nil, path: path, query: nil,
          fields: fields)
      ).requestName
    }
    #expect(answer() == name)
    if path == "*" { #expect(answer([.init("X")!: "1"]) == "Long") }
  }

  @Test func `a request for any path matches the target of OPTIONS, and an explanation suggests it`() throws {
    let call = try MockCall(method: "OPTIONS", url: "*", fields: ["Host: localhost"], body: [])
    #expect(call.path == "*")
    #expect(
      try Specs.engine("requests: {A: {match: {method: OPTIONS}, responses: {R: {}}}}").decide(call).requestName
        == "A")
    let explanation = try Specs.engine("requests: {A: {match: OPTIONS /, responses: {R: {}}}}").explain(call)
    #expect(explanation.text.contains("OPTIONS *"), "\(explanation.text)")
    #expect(call.url == "http://localhost")
  }

  @Test(arguments: ["GET *", "{path: '*'}", "{method: [OPTIONS, GET], path: '*'}"])
  func `only OPTIONS can have an asterisk as its path`(match: String) throws {
    let problems = try Specs.problems("requests: {A: {match: \(match), responses: {R: {}}}}")
    #expect(!problems.isEmpty, "\(problems)")
  }

  @Test func `a request built in code can have a host with any scheme`() throws {
    let engine = try Specs.engine("requests: {}")
    try engine.session.add(MockedRequest("A", .get, "//api.example.com/a") { MockedResponse("R") })
    #expect(engine.answer("GET http://api.example.com/a") == "A: R")
    #expect(engine.answer("GET https://other.example.com/a") == "unmatched")
  }
}
