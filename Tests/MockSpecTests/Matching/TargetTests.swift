import Testing

@testable import MockSpec

/// Scheme, host and port: compared in process, and ignored on a server that can't know them.
struct TargetTests {
  static let spec = """
    requests:
      Secure: {match: 'GET https://api.example.com/a', responses: {R: {}}}
      Port: {match: 'GET http://api.example.com:8080/p', responses: {R: {}}}
      Default port: {match: {scheme: https, port: 443, path: /d}, responses: {R: {}}}
      Wild: {match: {host: '*.cdn.example.com', path: /w}, responses: {R: {}}}
    """

  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let target: MockRequest.Target
    let answer: String
    var testDescription: String { "\(line) as \(target): \(answer)" }

    init(_ line: String, _ target: MockRequest.Target, _ answer: String) {
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
    // On a server, an unknown host is the server's own name, and a known one must match.
    Case("GET http://localhost:8080/a", .originForm, "Secure"),
    Case("GET http://x.cdn.example.com/a", .originForm, "none"),
    Case("GET http://localhost/p", .originForm, "Port"), Case("GET http://x.cdn.example.com/w", .originForm, "Wild"),
    Case("GET http://localhost/a", .absoluteForm, "none"), Case("GET https://localhost/a", .absoluteForm, "Secure"),
  ]

  @Test(arguments: cases)
  func `each kind of target compares the parts that it knows`(item: Case) throws {
    let decision = try Specs.engine(Self.spec).decide(MockRequest(item.line, target: item.target))
    #expect(decision.requestName ?? "none" == item.answer)
  }
}
