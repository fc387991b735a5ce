import HTTPTypes
import MockSpecDiagnostics
import MockSpecDocument
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
                    - 'no'
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
    #expect(suggestion.contains("match: GET //api.example.com//other.example.com/a\n"))
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

/// Suggestions in projects whose defaults apply to them.
struct SuggestedSpecUnderDefaultsTests {
  /// Returns the engine of a project with these defaults, and a request that doesn't match the calls.
  func engine(_ defaults: String) throws -> (MockEngine, TemporaryFolder) {
    let folder = try TemporaryFolder([
      "mockspec.yaml": "mockspec: 1\ndefaults: \(defaults)\n",
      "a.mock.yaml": """
      mockspec: 1
      requests:
        Other:
          match: {host: api.example.com, path: /other, params: {v: null, id: null}, headers: {Other: '1'}}
          responses: {R: {}}

      """,
    ])
    let project = try Specs.load(folder, folder.path)
    return (MockEngine(try #require(project.sets, "\(project.diagnostics.map(\.message))")), folder)
  }

  /// Checks that a suggestion answers, both as a file and when it is added at run time.
  func check(_ call: MockCall, _ engine: MockEngine, _ folder: TemporaryFolder) throws -> String {
    let suggestion = try #require(engine.explain(call).suggestedSpec, "\(call)")
    try folder.write(suggestion, to: "b.mock.yaml")
    let project = try Specs.load(folder, folder.path)
    let loaded = MockEngine(try #require(project.sets, "\(project.diagnostics.map(\.message)): \(suggestion)"))
    #expect(loaded.decide(call).responseName == "OK", "\(loaded.explain(call).text)")
    try folder.remove("b.mock.yaml")
    try engine.session.put("added", Array(suggestion.utf8), .yaml)
    #expect(engine.decide(call).responseName == "OK", "\(suggestion)")
    try engine.session.removeSpec("added")
    return suggestion
  }

  @Test func `its path is below the base path, and what the defaults say isn't repeated`() throws {
    let (engine, folder) = try engine("{basePath: /api, match: {scheme: https, host: api.example.com}}")
    #expect(
      try check(MockCall("GET /api/wishlist"), engine, folder) == """
        mockspec: 1
        requests:
          GET /api/wishlist:
            match: GET /wishlist
            responses:
              OK:
                status: 200
                json: {}

        """)
  }

  @Test func `it removes inherited conditions that the call doesn't meet`() throws {
    let (engine, folder) = try engine(
      """
      {basePath: /api, status: 503, match: {host: api.example.com, port: 8443, params: {id: '1'},
      headers: {X-Key: k, Accept: {present: true}}, query: {v: '2'}, cookies: {c: d}, exactQuery: true}}
      """)
    #expect(
      try check(MockCall("GET https://other.example/health", [.accept: "*/*"]), engine, folder) == """
        mockspec: 1
        defaults:
          basePath: null
        requests:
          GET /health:
            match:
              method: GET
              host: other.example
              port: null
              path: /health
              params:
                id: null
              query:
                v: null
              headers:
                X-Key: null
              cookies:
                c: null
            responses:
              OK:
                status: 200
                json: {}

        """)
  }

  @Test(arguments: 0..<TestScale.count(100, long: 5000))
  func `it answers a random call under random defaults`(seed: Int) throws {
    var generator = SeededGenerator(seed: seed)
    let (engine, folder) = try engine(RandomDefaults.make(using: &generator))
    while true {
      let call = RandomCall.make(using: &generator)
      guard case .unmatched = engine.explain(call).outcome else { continue }
      _ = try check(call, engine, folder)
      return
    }
  }
}

/// Random defaults of a project.
private enum RandomDefaults {
  static func make(using generator: inout SeededGenerator) -> String {
    var keys: [String] = []
    if generator.once(in: 2) {
      keys.append("basePath: " + generator.pick(["/a", "/item/1", "'/{v}'", "'/*'", "/api"]))
    }
    let conditions = [
      "method: " + generator.pick(["GET", "[POST, PUT]"]), "scheme: " + generator.pick(["http", "https"]),
      "host: " + generator.pick(["api.example.com", "'*.example.com'", "other.example"]),
      "port: " + generator.pick(["443", "8080"]), "path: '/{id}'", "params: {v: a, id: {present: true}}",
      "query: {a: '1', item: {present: false}}", "exactQuery: true",
      "headers: {X-Key: k, Accept: {present: false}}", "cookies: {c: d}",
      "body: " + generator.pick(["{json: {a: 1}}", "{form: {a: '1'}}", "{text: {contains: x}}", "{schema: true}"]),
    ].filter { _ in generator.once(in: 3) }
    if !conditions.isEmpty { keys.append("match: {" + conditions.joined(separator: ", ") + "}") }
    keys += [
      "status: 503", "headers: {Content-Type: text/html, X-Id: '{{request.path.v}}'}", "delay: 3s",
      "throttle: {bytesPerSecond: 10}", "template: true",
    ].filter { _ in generator.once(in: 3) }
    return "{" + keys.joined(separator: ", ") + "}"
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
