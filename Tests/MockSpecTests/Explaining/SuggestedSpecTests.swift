import HTTPTypes
import TestSupport
import Testing

@testable import MockSpec

struct SuggestedSpecTests {
  func suggestion(_ call: MockCall, in sets: ResponseSets? = nil) throws -> String {
    let sets = try sets ?? Specs.load("requests: {}")
    return try #require(MockEngine(sets).explain(call).suggestedSpec)
  }

  @Test func `there is none for a path of the control API, which a spec can't have`() throws {
    for path in ["/__mockspec/state", "/%5F_mockspec"] {
      let explanation = MockEngine(try Specs.load("requests: {}")).explain(MockCall("GET \(path)"))
      #expect(explanation.suggestedSpec == nil)
      #expect(explanation.notes.last == "no spec can have this path: it is one of the server's control API")
    }
  }

  @Test func `it is written in the usual style`() throws {
    let call = MockCall(
      "POST /items/a%20b?page=1&tag=x&tag=y%3D", body: #"{"name": "Ada", "age": 36, "tags": ["no", null]}"#)
    #expect(
      try suggestion(call) == """
        mockspec: 1
        requests:
          POST /items/a%20b:
            match:
              method: POST
              host: api.example.com
              path: /items/a%20b
              query:
                page: '1'
                tag:
                  - x
                  - y=
              body:
                json:
                  name: Ada
                  age: 36
                  tags:
                    - no
                    - null
            responses:
              OK:
                status: 200
                json: {}

        """)
  }

  @Test func `its name is unique in the project`() throws {
    let sets = try Specs.load("requests: {GET /a: {match: GET /b, responses: {R: {}}}}")
    #expect(try suggestion(MockCall("GET /a"), in: sets).contains("\n  GET /a (2):\n"))
  }

  @Test func `a path that starts with two slashes isn't a host`() throws {
    let call = MockCall("GET https://api.example.com//other.example.com/a")
    let suggestion = try suggestion(call)
    #expect(suggestion.contains("path: //other.example.com/a\n"))
    #expect(MockEngine(try ResponseSets.load(text: suggestion)).decide(call).responseName == "OK")
  }

  @Test(arguments: 0..<20)
  func `it loads and answers the call`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<50 {
      let request = RandomCall.make(using: &generator)
      let suggestion = try suggestion(request)
      let engine = MockEngine(try ResponseSets.load(text: suggestion))
      guard case .reply = engine.decide(request).outcome else {
        Issue.record("\(engine.explain(request).text)")
        return
      }
    }
  }
}

/// Random calls, some of them unusual.
private enum RandomCall {
  static func make(using generator: inout some RandomNumberGenerator) -> MockCall {
    let isURL = Bool.random(using: &generator)
    var body: [UInt8] = []
    switch Int.random(in: 0..<4, using: &generator) {
    case 0: body = Array(json(depth: 0, using: &generator).utf8)
    case 1: body = (0..<20).map { _ in .random(in: 0...255, using: &generator) }
    default: break
    }
    let path = path(using: &generator)
    let method = ["GET", "HEAD", "POST", "PATCH", "get", "M-SEARCH", "OPTIONS"].randomElement(using: &generator)!
    return MockCall(
      method: path == "*" ? "OPTIONS" : method, target: isURL ? .url : .originForm, scheme: isURL ? "https" : nil,
      host: ["api.example.com", "localhost", "[::1]", "10.0.0.1", "ä.example"].randomElement(using: &generator),
      port: nil, path: path, query: query(using: &generator), body: body)
  }

  private static func path(using generator: inout some RandomNumberGenerator) -> String {
    if Int.random(in: 0..<30, using: &generator) == 0 { return "*" }
    return (0..<Int.random(in: 0...4, using: &generator)).map { _ in "/" + text(using: &generator) }.joined()
  }

  private static func query(using generator: inout some RandomNumberGenerator) -> String? {
    guard Bool.random(using: &generator) else { return nil }
    let pairs = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      let name = text(using: &generator)
      return Bool.random(using: &generator) ? name : name + "=" + text(using: &generator)
    }
    return pairs.joined(separator: "&")
  }

  private static let pieces = [
    "a", "item", "1", "007", "1.5", "true", "null", "~", "-", "%20", "%2F", "%7Bx%7D", "*", "{id}", "**", ".", "..",
    "%00", "%0A", "%FF", "%C3%A9", "é", "'", "\"", "#", ":", ": ", "%", "%zz", "+", "%2B", "&", "=", "@", "!", "|",
    "<<",
    "x-a", "%E2%80%A8", "%EF%BB%BF", "%7F", "%C2%85", "", "---", "[", "]", ",", "?", "\\", "%F0%9F%98%80",
  ]

  private static func text(using generator: inout some RandomNumberGenerator) -> String {
    (0..<Int.random(in: 0...3, using: &generator)).map { _ in pieces.randomElement(using: &generator)! }.joined()
  }

  private static func json(depth: Int, using generator: inout some RandomNumberGenerator) -> String {
    switch Int.random(in: 0..<(depth < 3 ? 8 : 6), using: &generator) {
    case 0:
      return ["1", "-0", "1e400", "1.50", "123456789012345678901234567890", "1E-7"].randomElement(using: &generator)!
    case 1: return ["true", "false", "null"].randomElement(using: &generator)!
    case 2, 3, 4, 5:
      return [
        #""""#, #""a""#, #""\u0000""#, #""\n\t""#, #""null""#, #""007""#, #""a: b""#, #""é\ud83d\ude00""#, #""<<""#,
        #""- x""#, #""line\nline\n""#, #""\u2028\ufeff""#, #""  ""#, "\"#\"",
      ].randomElement(using: &generator)!
    case 6:
      let items = (0..<Int.random(in: 0...3, using: &generator)).map { _ in json(depth: depth + 1, using: &generator) }
      return "[" + items.joined(separator: ",") + "]"
    default:
      let members = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
        let key = ["a", "b", "x-c", "<<", "", "404", "d: e", "\\u0000", "~", "file", "authorization"].randomElement(
          using: &generator)!
        return "\"\(key)\":" + json(depth: depth + 1, using: &generator)
      }
      return "{" + members.joined(separator: ",") + "}"
    }
  }
}
