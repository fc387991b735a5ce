import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Forms of values that are written elsewhere. What is in `⟦a→b⟧` is fixed.
struct ValueFormTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let text: String
    let help: String
    var testDescription: String { text }

    init(match text: String, _ help: String) {
      self.text = "requests: {A: {match: \(text), responses: {R: {}}}}"
      self.help = help
    }

    init(response text: String, _ help: String) {
      self.text = "requests: {A: {match: GET /a, responses: {R: \(text)}}}"
      self.help = help
    }

    init(request text: String, _ help: String) {
      self.text = "requests: {A: \(text)}"
      self.help = help
    }

    var fixes: [(from: Substring, to: Substring)] {
      text.split(separator: "⟦").dropFirst().map { part in
        let sides = part.prefix { $0 != "⟧" }.split(separator: "→", omittingEmptySubsequences: false)
        return (sides[0], sides[1])
      }
    }

    func written(_ isFixed: Bool) -> String {
      fixes.reduce("mockspec: 1\n" + text) { $0.replacing("⟦\($1.from)→\($1.to)⟧", with: isFixed ? $1.to : $1.from) }
    }
  }

  static let cases: [Case] = [
    Case(request: "{responses: {R: {}}}", "add the method and the path, such as 'match: GET /items'"),
    Case(request: "{match: /a}", "add 'responses: {OK: {status: 200}}'"),
    Case(request: "{match: /a, responses: {}}", "add a response, such as OK: {status: 200}"),
    Case(match: "{path: /a, headers: {Authorization: {not: Bearer}}}", "write not: {equals: Bearer}"),
    Case(response: "{delay: {min: 1s}}", "write {min: 1s, max: …}"),
    Case(response: "{delay: {max: 1s}}", "write {min: 0ms, max: 1s}"),
    Case(match: "⟦get→GET⟧ /a", "write GET /a"),
    Case(match: "'GET,POST /a'", "method: [GET, POST], path: /a"),
    Case(match: "GET|POST /a", "method: [GET, POST]"),
    Case(match: "GET /a HTTP/1.1", "remove 'HTTP/1.1'"),
    Case(match: "/a GET", "GET /a"),
    Case(match: "any /a", "only '/a'"),
    Case(match: "GET ^/a$", "no regular expressions"),
    Case(match: "'GET: /a'", "a space instead of the colon"),
    Case(match: "'GET /a#b'", "%23"),
    Case(match: "GET /a b", "%20"),
    Case(match: "GET ⟦HTTPS→https⟧://example.com/a", "lower case"),
    Case(match: "GET https://example.com", "https://example.com/"),
    Case(match: "GET example.com/a", "//example.com/a"),
    Case(match: "{method: ⟦get→GET⟧, path: /a}", "write GET"),
    Case(match: "{method: ⟦'GET, POST'→[GET, POST]⟧, path: /a}", "[GET, POST]"),
    Case(match: "{method: '*', path: /a}", "any method"),
    Case(match: "{path: '/a?x=1&y=2'}", "query: {x: 1, y: 2}"),
    Case(match: "{path: 'https://example.com/a'}", "short match"),
    Case(match: "{path: ^/a}", "no regular expressions"),
    Case(match: "{path: [/a, /b]}", "one path"),
    Case(
      match: "{host: 'https://example.com:81/a', path: /a}",
      "write 'host: example.com', 'scheme: https', 'port: 81' and 'path: /a'"),
    Case(match: "{host: '*', path: /a}", "remove 'host'"),
    Case(match: "{scheme: 'https⟦://→⟧', path: /a}", "write https"),
    Case(match: "{path: /a, query: a=1}", "query: {name: value}"),
    Case(match: "{path: /a, body: hello}", "body: {text: …}"),
    Case(match: "{path: /a, body: {a: 1}}", "body: {json: {a: …}}"),
    Case(match: "{path: /a, body: {pointers: {$.a.b: 1}}}", "/a/b"),
    Case(response: "{delay: 500}", "500ms for milliseconds, or 500s for seconds"),
    Case(response: "{delay: ⟦500 ms→500ms⟧}", "500ms"),
    Case(response: "{delay: ⟦2sec→2s⟧}", "2s"),
    Case(response: "{delay: ⟦1min→1m⟧}", "1m"),
    Case(response: "{delay: ⟦2 hours→2h⟧}", "2h"),
    Case(response: "{delay: [1s, 2s]}", "{min: 100ms, max: 2s}"),
    Case(response: "{template: ⟦yes→true⟧}", "true"),
    Case(response: "{template: ⟦Off→false⟧}", "false"),
    Case(response: "{status: ⟦404 Not Found→404⟧}", "404"),
    Case(response: "{status: 2xx}", "one status"),
    Case(response: "{error: ⟦NSURLErrorTimedOut→timedOut⟧}", "timedOut"),
    Case(response: "{error: timeout}", "timedOut"),
    Case(response: "{error: -1001}", "NSURLErrorDomain"),
    Case(response: "{error: {timedOut: true}}", "error: timedOut"),
    Case(response: "{fault: ⟦EMPTY_RESPONSE→emptyResponse⟧}", "emptyResponse"),
    Case(response: "{forward: 'https://example.com⟦/→⟧'}", "https://example.com"),
    Case(response: "{forward: 'https://example.com/v1'}", "remove '/v1'"),
    Case(response: "{forward: localhost:8000}", "http://localhost:8000"),
    Case(response: "{headers: [a: b]}", "headers: {Content-Type: text/plain}"),
    Case(response: "{throttle: 1024}", "bytesPerSecond"),
    Case(response: "⟦404→{status: 404}⟧", "{status: 404}"),
    Case(response: "bodies/a.json", "{file: …}"),
    Case(response: "", "{}"),
  ]

  @Test(arguments: cases) func `a form is one error with the spelling to write`(item: Case) throws {
    let text = item.written(false)
    let found = try MisplacedKeyTests.report(text)
    #expect(found.count == 1, "\(found)")
    let diagnostic = try #require(found.first)
    #expect(diagnostic.help?.contains(item.help) == true, "\(diagnostic.help ?? "")")
    #expect((diagnostic.fix == nil) == item.fixes.isEmpty)
    guard let fix = diagnostic.fix else { return }
    let fixed = String(decoding: [fix].applied(to: Array(text.utf8)), as: UTF8.self)
    #expect(fixed == item.written(true))
    #expect(try MisplacedKeyTests.report(fixed).map(\.description) == [])
  }

  @Test(arguments: ["delay", "headers", "status", "template", "throttle", "json"])
  func `a key without a value is an error, and null isn't`(key: String) throws {
    func spec(_ value: String) -> String {
      "mockspec: 1\nrequests:\n  A:\n    match: GET /a\n    responses:\n      R:\n        \(key):\(value)\n"
    }
    let found = try MisplacedKeyTests.report(spec(""))
    #expect(found.map(\.message) == ["expected a value for '\(key)', found no value"])
    #expect(try MisplacedKeyTests.report(spec(" null")).isEmpty)
  }
}
