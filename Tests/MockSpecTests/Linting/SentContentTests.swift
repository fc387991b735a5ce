import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// Rules about contents apply to events, messages over WebSockets and callbacks, too.
struct SentContentTests {
  /// - Parameter response: 1️⃣ marks what is reported.
  static func report(_ response: String, match: String = "/a") throws -> (found: [Diagnostic], marked: String) {
    let text = MarkedText(
      """
      mockspec: 1
      requests:
        A:
          match: \(match)
          responses:
            R:
      \(response.indented(8))
      """)
    let project = "mockspec: 1\nallowCallbacks: [http://localhost:3000]\n"
    let folder = try TemporaryFolder(["mockspec.yaml": project])
    try folder.write(text.bytes, to: "a.mock.yaml")
    let loader = SpecLoader(.paths(["."]), workingDirectory: folder.path, isLinting: true)
    return (try loader.load(number: 1).diagnostics, String(decoding: text.bytes[text[1]], as: UTF8.self))
  }

  static func callback(_ keys: String) -> String {
    "callbacks:\n  - call: POST http://localhost:3000/hook\n\(keys.indented(4))"
  }

  static func message(_ keys: String) -> String { "websocket:\n  messages:\n    - \(keys)" }
  static func event(_ keys: String, format: String = "sse") -> String {
    "stream:\n  format: \(format)\n  events:\n    - \(keys)"
  }

  static let cases: [(rule: String, response: String)] = [
    ("comment-in-text", event("data: Ticket 1️⃣#7 is open1️⃣")),
    ("comment-in-text", event("comment: Ticket 1️⃣#7 is open1️⃣")),
    ("comment-in-text", message("send:\n        text: Ticket 1️⃣#7 is open1️⃣")),
    ("comment-in-text", message("receive:\n        text: Ticket 1️⃣#7 is open1️⃣\n      send: {text: a}")),
    ("comment-in-text", callback("text: Ticket 1️⃣#7 is open1️⃣")),
    ("comment-in-text", "stream:\n  format: openai-chat\n  text: Ticket 1️⃣#7 is open1️⃣"),
    ("unlikely-body", event("data: {delta: it's, 1️⃣fine1️⃣}")),
    ("unlikely-body", message("send: {json: {delta: it's, 1️⃣fine1️⃣}}")),
    ("unlikely-body", message("{receive: {json: {a: it's, 1️⃣fine1️⃣}}, send: {text: a}}")),
    ("unlikely-body", callback("json: {delta: it's, 1️⃣fine1️⃣}")),
    ("unlikely-body", callback("json: 1️⃣bodies/a.json1️⃣")),
    ("unlikely-body", "template: true\n" + event("data: '1️⃣{request.url}1️⃣ {{uuid}}'")),
    ("json-as-text", event("data: 1️⃣'{\"id\": 1}'1️⃣", format: "ndjson")),
    ("json-as-text", message("send: {json: 1️⃣'{\"id\": 1}'1️⃣}")),
    ("json-as-text", message("{receive: {json: 1️⃣'{\"id\": 1}'1️⃣}, send: {text: a}}")),
    ("json-as-text", callback("json: 1️⃣'{\"id\": 1}'1️⃣")),
    ("tag-outside-template", callback("json: {a: '1️⃣{{uuid}}1️⃣'}")),
    ("tag-outside-template", "callbacks: [{call: 'POST http://localhost:3000/1️⃣{{uuid}}1️⃣'}]"),
    ("content-type-mismatch", "headers: {1️⃣Content-Type1️⃣: application/json}\n" + event("data: a")),
    ("content-type-mismatch", "headers: {1️⃣Content-Type1️⃣: text/event-stream}\n" + event("data: 1", format: "ndjson")),
    ("content-type-mismatch", "headers: {1️⃣Content-Encoding1️⃣: gzip}\n" + event("data: a")),
    ("content-type-mismatch", callback("headers: {1️⃣Content-Type1️⃣: text/plain}\njson: {a: 1}")),
    ("framing-header", callback("headers: {1️⃣Host1️⃣: shop}")),
    ("framing-header", callback("headers: {1️⃣Content-Length1️⃣: 3}")),
    ("boolean-as-text", event("data: {isOpen: 1️⃣yes1️⃣}")),
    ("unavailable-value", "template: true\n" + callback("json: {a: '1️⃣{{request.path.id}}1️⃣'}")),
    ("unlikely-event", event("data: 1️⃣[DONE]1️⃣")),
    ("unlikely-event", event("data: '1️⃣data:1️⃣ {\"a\":1}'")),
    ("unlikely-event", event("data: 1️⃣\"a\\n\\n\"1️⃣")),
    ("unlikely-event", event("data: 1️⃣\"a\\nb\"1️⃣", format: "lines")),
    ("unlikely-event", event("data: 1️⃣'{\"a\": '1️⃣")),
    ("unlikely-event", event("data: 1️⃣'[1, 2'1️⃣")),
    ("unlikely-event", "stream: {events: [1️⃣{data: '[DONE]'}1️⃣], every: 1s, times: 3}"),
    ("unlikely-event", "stream: 1️⃣{events: [{data: a}], every: 1s, times: forever, end: open}1️⃣"),
    ("unlikely-event", "stream: {format: openai-chat, text: a, finish: 1️⃣end_turn1️⃣}"),
    ("unlikely-event", "stream: {format: anthropic-messages, text: a, finish: 1️⃣tool_use1️⃣}"),
  ]

  @Test(arguments: cases) func `a mistake in a content is reported at its location`(
    item: (rule: String, response: String)
  ) throws {
    let (found, marked) = try Self.report(item.response)
    #expect(found.map(\.code) == [item.rule], "\(found)")
    #expect(found.first?.range?.text == marked)
  }

  @Test(arguments: [
    ("framing-header", "headers: {1️⃣Sec-WebSocket-Protocol1️⃣: chat.v2}\nwebsocket: {}"),
    ("framing-header", "headers: {1️⃣Upgrade1️⃣: websocket}\nwebsocket: {}"),
    ("unavailable-value", "template: true\n" + message("{receive: {json: {}}, send: {text: '1️⃣{{request.json.x}}1️⃣'}}")),
    ("unavailable-value", "template: true\n" + message("{send: {text: '1️⃣{{request.body}}1️⃣'}}")),
    ("unlikely-message", message("1️⃣receive: {text: ping}1️⃣\n    - send: {text: pong}")),
    ("unlikely-message", message("1️⃣receive: {text: ping}1️⃣")),
    (
      "unlikely-message",
      message("{receive: {text: {present: true}}, send: {text: a}}\n    - 1️⃣{receive: {json: {}}, send: {text: b}}1️⃣")
    ),
    (
      "unlikely-message",
      message("{receive: {json: {a: 1}}, send: {text: a}}\n    - 1️⃣{receive: {json: {b: 1, a: 1}}, close: 1000}1️⃣")
    ),
  ])
  func `a mistake in a WebSocket is reported at its location`(rule: String, response: String) throws {
    let (found, marked) = try Self.report(response)
    #expect(found.map(\.code) == [rule], "\(found)")
    #expect(found.first?.range?.text == marked)
  }

  @Test func `a handshake has no body`() throws {
    let match = "{path: /a, body: {json: {a: 1}}}"
    #expect(try Self.report("1️⃣description1️⃣: a\nwebsocket: {}", match: match).found.map(\.code) == ["unlikely-message"])
    let empty = "{path: /a, body: {text: {not: {contains: a}}}}"
    #expect(try Self.report("1️⃣description1️⃣: a\nwebsocket: {}", match: empty).found.map(\.description) == [])
  }

  @Test(arguments: [
    event("data: '{name} says hi'"), event("data: '[1] first'"), event("data: '[INFO] started'"),
    event("data: \"a\\n\\nb\""), event("data: \"\\n\\n\""), event("data: 'Let data: be'"),
    event("data: |\n        a\n        b"),
    "headers: {Content-Type: text/event-stream; charset=utf-8}\n" + event("data: a"),
    "headers: {Content-Type: text/event-stream}\n" + event("data: 'id: 1'", format: "lines"),
    "stream: {format: openai-chat, text: yes, finish: length}", "stream: {format: openai-chat, text: a, finish: eos}",
    "template: true\n" + callback("json: {a: '{{request.json.a}}', b: '{{request.method}}'}"),
    callback("headers: {X-A: b}\ntext: '{{name}}'"),
  ])
  func `what is meant isn't reported`(response: String) throws {
    #expect(try Self.report("1️⃣description1️⃣: a\n" + response).found.map(\.description) == [])
  }

  @Test(arguments: [
    message("{receive: {text: ping}}\n    - {receive: {text: {present: true}}, send: {text: a}}"),
    message("{receive: {text: ping}}") + "\n  otherwise: echo",
    message("{receive: {json: {a: 1, b: 1}}, send: {text: a}}\n    - {receive: {json: {a: 1}}, send: {text: b}}"),
    "template: true\n" + message("{receive: {text: a}, send: {text: '{{message.text}} {{request.query.q}}'}}"),
  ])
  func `entries of a WebSocket that are meant aren't reported`(response: String) throws {
    #expect(try Self.report("1️⃣description1️⃣: a\n" + response).found.map(\.description) == [])
  }

  @Test func `a section over several events is one error`() throws {
    let found = try MisplacedKeyTests.report(
      """
      mockspec: 1
      requests:
        A:
          match: POST /a
          responses:
            R:
              template: true
              stream:
                events: [{data: '{{#request.json.a}}'}, {data: '{{name}}'}, {data: '{{/request.json.a}}'}]
      """)
    #expect(found.map(\.message) == ["section 'request.json.a' is never closed"])
    #expect(found.first?.help?.hasPrefix("close it in the same event") == true)
  }

  @Test func `a reply whose text is broken isn't missing`() throws {
    let found = try MisplacedKeyTests.report(
      """
      mockspec: 1
      requests:
        A:
          match: POST /a
          responses:
            R:
              stream:
                format: openai-chat
                text: Answer: 42
      """)
    #expect(found.map(\.code) == ["yaml-syntax"])
  }
}
