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

    init(project text: String, _ help: String) { (self.text, self.help) = (text, help) }

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

  /// Forms in streams, WebSockets and callbacks.
  static let inStreams: [Case] = [
    Case(response: "{stream: sse}", "write stream: {format: sse, events: […]}"),
    Case(response: "{stream: true, json: {a: 1}}", "write stream: {events: [{data: …}]}"),
    Case(response: "{stream: {format: openai, text: Hello}}", "write openai-chat"),
    Case(response: "{stream: {format: ⟦openai_chat→openai-chat⟧, text: Hello}}", "did you mean 'openai-chat'?"),
    Case(response: "{stream: {format: anthropic, toolCalls: [{name: a}]}}", "write anthropic-messages"),
    Case(response: "{stream: {text: Hello}}", "add 'format: openai-chat' or 'format: anthropic-messages'"),
    Case(response: "{stream: {format: openai-chat, text: Hello, end: open}}", "remove 'end'"),
    Case(response: "{stream: {format: openai-chat, content: Hello}}", "write 'text'"),
    Case(response: "{stream: {format: anthropic-messages, messages: [{role: a}]}}", "'text' for the reply"),
    Case(response: "{stream: {format: openai-chat, error: overloaded_error}}", "error: {type: overloaded_error"),
    Case(response: "{stream: {events: [{data: a}], error: timedOut}}", "write 'error' in the response"),
    Case(response: "{stream: {format: openai-chat, toolCalls: {name: a}}}", "a list: toolCalls: [{name: …"),
    Case(
      response: "{stream: {format: openai-chat, toolCalls: [{name: a, arguments: '{}'}]}}", "without quotes around it"),
    Case(response: "{stream: {format: openai-chat, text: a, usage: 5}}", "usage: {input: 10, output: 5}"),
    Case(
      response: "{stream: {format: openai-chat, error: {type: a, message: b, status: 200}}}", "500, 529"),
    Case(response: "{stream: {firstDelay: 1s, events: [{data: a}]}}", "write 'delay' in the response"),
    Case(response: "{stream: {delay: 1s, events: [{data: a}]}}", "write 'every' for the pause between events"),
    Case(response: "{stream: {every: 1s, delay: {min: 1s, max: 2s}, events: [{data: a}]}}", "write 'every'"),
    Case(response: "{stream: {every: 1s, events: [{data: a}], times: infinite}}", "a number, or forever"),
    Case(response: "{stream: {events: [{⟦text→data⟧: a}]}}", "write 'data'"),
    Case(response: "{stream: {events: [{⟦json→data⟧: {id: 1}}]}}", "write 'data'"),
    Case(response: "{stream: {events: [{delta: Hel}]}}", "write data: {delta: …}"),
    Case(response: "{stream: {events: [{type: ping, delta: Hel}]}}", "write data: {type: …}"),
    Case(response: "{stream: {events: [{data: Hello, world}]}}", "'Hello, world'"),
    Case(response: "{stream: {events: [⟦data:→data: ⟧hello]}}", "add a space after the colon"),
    Case(response: "{stream: {format: ndjson, events: [{id: 1, data: {a: 1}}]}}", "remove it, or write 'format: sse'"),
    Case(
      response: "{stream: {events: [{data: a, fault: hang}]}}", "an event of its own, after this one: {fault: hang}"),
    Case(response: "{stream: {events: [{data: a}]}, fault: hang}", "the last event of 'stream': {fault: hang}"),
    Case(response: "{stream: {events: [{data: a, delay: {timeUnit: SECONDS, value: 1}}]}}", "write 1s"),
    Case(response: "{stream: {retry: 3s, events: [{data: a}]}}", "move it into an entry of 'events'"),
    Case(response: "{websocket: ⟦echo→{otherwise: echo}⟧}", "{otherwise: echo}"),
    Case(response: "{websocket: true}", "write websocket: {messages: [{send: …}]}"),
    Case(response: "{websocket: {otherwise: ⟦Echo→echo⟧}}", "write echo"),
    Case(response: "{websocket: {otherwise: ⟦'1008'→1008⟧}}", "write 1008"),
    Case(response: "{websocket: {}, status: 101}", "remove one of the two"),
    Case(response: "{websocket: {close: 1000, send: {text: hi}}}", "write messages: [{close: …, send: …}]"),
    Case(response: "{websocket: {messages: [{every: 1s, close: 1000}]}}", "remove one of the two"),
    Case(response: "{websocket: {messages: [{receive: {text: a}, text: b}]}}", "write send: {text: …}"),
    Case(response: "{websocket: {messages: [{text: b}]}}", "write send: {text: …}"),
    Case(response: "{websocket: {messages: [{receive: {base64: AAEC}, send: {text: a}}]}}", "binary content isn't"),
    Case(response: "{websocket: {messages: [{receive: {body: {json: 1}}, send: {text: a}}]}}", "leave out 'body'"),
    Case(response: "{websocket: {messages: [{send: {file: a.json}}]}}", "'json', 'text' or 'base64'"),
    Case(response: "{websocket: {messages: [{send: [{text: a}, {text: b}]}]}}", "an entry for each message"),
    Case(response: "{websocket: {messages: [{receive: true, send: {text: a}}]}}", "{text: {present: true}}"),
    Case(response: "{websocket: {messages: [{fault: connectionReset}]}}", "'close: 1011' ends it"),
    Case(response: "{callbacks: {call: POST http://a.example}}", "write a list: callbacks: [{call: …}]"),
    Case(response: "{callbacks: [POST http://a.example]}", "{call: 'POST http://a.example'}"),
    Case(response: "{callbacks: [{POST: http://a.example}]}", "write call: POST http://a.example"),
    Case(response: "{callbacks: [{call: ⟦post→POST⟧ http://a.example}]}", "write POST"),
    Case(response: "{callbacks: [{call: CONNECT http://a.example}]}", "another method"),
    Case(response: "{callbacks: [{call: 'POST http://a.example/#b'}]}", "remove '#b'"),
    Case(response: "{callbacks: [{call: 'POST http://a:b@a.example/'}]}", "the header Authorization"),
    Case(response: "{callbacks: [{call: 'POST http://a.example:99999/'}]}", "65535"),
    Case(response: "{callbacks: [{call: 'POST http://a.example/a b'}]}", "%20"),
    Case(response: "{callbacks: [{call: 'POST {{request.json.url}}'}]}", "add 'template: true'"),
    Case(response: "{callbacks: [{call: POST http://a.example, retry: ⟦3→{times: 3}⟧}]}", "write {times: 3}"),
    Case(response: "{callbacks: [{call: POST http://a.example, every: 1s, times: 3}]}", "retry: {every: …, times: …}"),
    Case(response: "{callbacks: [{call: POST http://a.example, headers: [a: b]}]}", "headers: {Content-Type"),
    Case(response: "{callbacks: [{call: POST http://a.example, json: }]}", "write null for JSON's null"),
  ]

  @Test(arguments: cases + inStreams) func `a form is one error with the spelling to write`(item: Case) throws {
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

  @Test(arguments: [
    ("allowCallbacks: ⟦http://localhost:3000→[http://localhost:3000]⟧", "write a list"),
    ("allowCallbacks: true", "allowCallbacks: [http://localhost:3000]"),
    ("allowCallbacks: ['http://localhost:3000⟦/→⟧']", "remove the slash"),
    ("allowCallbacks: ['http://*.example.com']", "write one host"),
  ])
  func `a form of an origin for callbacks is one error`(text: String, help: String) throws {
    let item = Case(project: text, help)
    let found = try MisplacedKeyTests.report(item.written(false), file: "mockspec.yaml").filter {
      $0.code != "no-specs"
    }
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.help?.contains(help) == true, "\(found)")
    let fixed = found.first?.fix.map {
      String(decoding: [$0].applied(to: Array(item.written(false).utf8)), as: UTF8.self)
    }
    #expect(fixed == (item.fixes.isEmpty ? nil : item.written(true)))
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
