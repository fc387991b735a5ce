import HTTPTypes
import MockSpecDiagnostics
import TestSupport
import Testing

@testable import MockSpec

/// WebSockets in specs, and what calls get.
struct SocketTests {
  private static func load(_ socket: String, more: String = "", match: String = "/a") throws -> LoadedProject {
    let spec = """
      mockspec: 1
      requests: {A: {match: \(match), responses: {R: {\(more)websocket: {\(socket)}}}}}

      """
    return try Specs.load(
      try TemporaryFolder(["a.mock.yaml": spec, "schema.json": "{\"type\": \"object\", \"required\": [\"a\"]}"]), ".")
  }

  private static func engine(_ socket: String, more: String = "", match: String = "/a") throws -> MockEngine {
    let project = try load(socket, more: more, match: match)
    return MockEngine(try #require(project.sets, "\(project.diagnostics.map(\.message))"))
  }

  private static func handshake(_ line: String = "GET /a", opensSockets: Bool = true) -> MockCall {
    var call = MockCall(
      line,
      [
        .upgrade: "WebSocket", .connection: "keep-alive, upgrade", .secWebSocketVersion: "13",
        .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==",
      ])
    call.opensSockets = opensSockets
    return call
  }

  private struct NoReply: Error {}

  private static func reply(_ decision: Decision) throws -> Reply {
    guard case .reply(let reply) = decision.outcome else { throw NoReply() }
    return reply
  }

  // MARK: - Calls

  @Test func `a handshake gets 101 with the fields of the response`() throws {
    let engine = try Self.engine(
      "otherwise: echo",
      more: "template: true, headers: {X-Q: '{{request.query.q}}', Content-Type: a/b, Upgrade: h2c}, ")
    let decision = engine.decide(Self.handshake("GET /a?q=1"))
    let reply = try Self.reply(decision)
    #expect(reply.status == 101 && decision.socket != nil)
    #expect(reply.fields == [.init("X-Q")!: "1", .upgrade: "websocket"])
    #expect(engine.session.calls[0].outcome == .reply(101))
  }

  /// URLSession, HTTP/2 and HTTP/1.0 have no handshakes that the server could answer.
  @Test(arguments: ["GET /a", "HEAD /a"])
  func `a call that can't open a WebSocket gets 426`(line: String) throws {
    let engine = try Self.engine("otherwise: echo")
    for call in [MockCall(line), Self.handshake(line, opensSockets: line == "HEAD /a")] {
      let decision = engine.decide(call)
      let reply = try Self.reply(decision)
      #expect(reply.status == 426 && reply.fields[.upgrade] == "websocket" && decision.socket == nil)
      #expect(
        String(decoding: reply.body, as: UTF8.self).hasPrefix("this request is answered over a WebSocket, which needs"))
    }
  }

  @Test(arguments: ["ws", "wss", "http"])
  func `in match, the schemes of WebSockets are those of HTTP`(scheme: String) throws {
    let host = "//api.example.com/a"
    let engine = try Self.engine("otherwise: echo", match: "'GET \(scheme):\(host)'")
    let long = try Self.engine("otherwise: echo", match: "{scheme: \(scheme), path: /a}")
    let call = MockCall("GET \(scheme == "wss" ? "https" : "http"):\(host)")
    for engine in [engine, long] { #expect(try Self.reply(engine.decide(call)).status == 426) }
  }

  private static let conditions = """
    messages: [{receive: {json: {type: a}}, send: {text: 0}}, {receive: {text: {startsWith: b}}, send: {text: 1}},
      {receive: {pointers: {/n: {above: 5}}}, send: {text: 2}}, {receive: {schema: schema.json}, send: {text: 3}},
      {receive: {paths: {'$..x': y}}}]
    """

  @Test(arguments: [
    (#"{"type": "a", "n": 9}"#, 0), ("bc", 1), (#"{"n": 6}"#, 2), (#"{"a": 1}"#, 3), (#"[{"x": "y"}]"#, 4),
    (#"{"n": 5}"#, nil), ("cb", nil),
  ])
  func `the first entry whose condition is met answers, texts and bytes`(message: String, entry: Int?) throws {
    let socket = try #require(Self.engine(Self.conditions).decide(Self.handshake()).socket)
    #expect(socket.entry(answering: SocketMessage(text: message)) == entry)
    #expect(socket.entry(answering: SocketMessage(bytes: Array(message.utf8))) == entry)
  }

  @Test func `messages are templates with the values of the handshake and of the message`() throws {
    let socket = try #require(
      Self.engine(
        """
        messages: [{send: {json: {who: '{{request.query.who}}', '{{request.method}}': 1}}}, {send: {base64: SGk=}},
          {receive: {json: {}}, send: {text: '{{message.json.list.1.a | number}} of {{message.text}}'}}]
        """, more: "template: true, "
      ).decide(Self.handshake("GET /a?who=%22")).socket)
    #expect(try socket.message(of: 0, answering: nil) == SocketMessage(text: #"{"who":"\"","GET":1}"#))
    #expect(try socket.message(of: 1, answering: nil) == SocketMessage(bytes: [72, 105]))
    let message = SocketMessage(text: #"{"list":[0,{"a":7}]}"#)
    #expect(try socket.message(of: 2, answering: message).text == #"7 of {"list":[0,{"a":7}]}"#)
    let failure = #expect(throws: SocketFailure.self) {
      try socket.message(of: 2, answering: SocketMessage(text: "{}"))
    }
    #expect(failure?.message.hasPrefix("template: 'message.json.list.1.a' is missing") == true)
  }

  @Test func `generators give each message other values, and each WebSocket the same`() throws {
    let engine = try Self.engine("messages: [{send: {text: '{{random.int(1, 1000000)}}'}}]", more: "template: true, ")
    let texts = try (1...2).map { _ in
      let socket = try #require(engine.decide(Self.handshake()).socket)
      return try (1...3).map { _ in
        let message = try socket.message(of: 0, answering: nil)
        socket.log.sent(message)
        return message.text
      }
    }
    #expect(texts[0] == texts[1] && Set(texts[0]).count == 3)
  }

  @Test func `without template, messages are sent as they are written`() throws {
    let socket = try #require(
      Self.engine("messages: [{send: {text: '{{x}}'}}, {send: {json: null}}]").decide(Self.handshake()).socket)
    #expect(try [0, 1].map { try socket.message(of: $0, answering: nil).text } == ["{{x}}", "null"])
  }

  // MARK: - Sessions and the journal

  @Test func `the journal has the messages and the first close`() throws {
    let engine = try Self.engine("otherwise: echo")
    let socket = try #require(engine.decide(Self.handshake()).socket)
    socket.open {
    } onSend: {
    }
    socket.log.sent(SocketMessage(text: "a"))
    socket.log.received(SocketMessage(text: "b"))
    #expect(engine.session.calls[0].socketTraffic?.messages.map(\.message.text) == ["a", "b"])
    #expect(engine.session.sockets.all.map(\.number) == [1])
    socket.end(.init(1000, by: .client))
    socket.end(.init(1006, by: .server))
    #expect(engine.session.sockets.all.isEmpty)
    #expect(
      engine.session.calls[0].description
        == "GET https://api.example.com/a → 101 (A: R, by default), 1 message sent, 1 received, "
        + "closed by the client with 1000")
  }

  @Test func `secrets in messages are redacted`() throws {
    let spec = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {websocket: {otherwise: echo}}}}}\n"
    let folder = try TemporaryFolder(["a.mock.yaml": spec, "mockspec.yaml": "mockspec: 1\nredact: [token]\n"])
    let engine = MockEngine(try #require(Specs.load(folder, ".").sets))
    let socket = try #require(engine.decide(Self.handshake()).socket)
    for text in [#"{"token":"abc","n":1}"#, "my token", "other"] { socket.log.received(SocketMessage(text: text)) }
    let shown = try #require(engine.session.calls[0].redacted.socketTraffic).messages.map(\.message.text)
    #expect(!shown[0].contains("abc") && shown[0].contains(#""n":1"#) && shown[1] == "" && shown[2] == "other")
    #expect(engine.session.calls[0].socketTraffic?.messages[0].message.text.contains("abc") == true)
  }

  @Test func `a WebSocket is closed when its session ends or is reset, and open over a reload`() throws {
    let engine = try Self.engine("otherwise: echo")
    let (mine, other) = (try engine.session(SessionID("mine")), engine.session)
    let stopped = Stopped()
    for (name, session) in [("mine", mine), ("other", other)] {
      try #require(session.decide(Self.handshake()).socket).open {
        stopped.add(name)
      } onSend: {
      }
    }
    engine.replace(with: try #require(Self.load("otherwise: ignore").sets))
    #expect(stopped.names == [])
    engine.endSession(try SessionID("mine"))
    #expect(stopped.names == ["mine"])
    other.reset()
    #expect(stopped.names == ["mine", "other"])
    // Only the end of a session is final.
    try #require(other.decide(Self.handshake()).socket).open {
      stopped.add("later")
    } onSend: {
    }
    #expect(stopped.names == ["mine", "other"])
    try #require(mine.decide(Self.handshake()).socket).open {
      stopped.add("after")
    } onSend: {
    }
    #expect(stopped.names == ["mine", "other", "after"])
  }

  private final class Stopped: @unchecked Sendable {
    private(set) var names: [String] = []
    func add(_ name: String) { names.append(name) }
  }

  @Test func `messages by hand wait for an open WebSocket that takes them`() throws {
    let socket = try #require(Self.engine("otherwise: echo").decide(Self.handshake()).socket)
    #expect(throws: RunningSocket.Refusal.notOpen) { try socket.send(SocketMessage(text: "a")) }
    socket.open {
    } onSend: {
    }
    for _ in 1...100 { try socket.send(SocketMessage(text: "a")) }
    #expect(throws: RunningSocket.Refusal.full) { try socket.send(SocketMessage(text: "a")) }
    #expect(socket.takeMessage() == SocketMessage(text: "a"))
    try socket.send(SocketMessage(text: "a"))
    socket.end(.init(1000, by: .client))
    #expect(throws: RunningSocket.Refusal.notOpen) { try socket.send(SocketMessage(text: "a")) }
  }

  @Test(arguments: [
    ("otherwise: echo", "", "101, WebSocket, 0 messages, echo"),
    ("", "delay: 1s, ", "101, WebSocket, 0 messages, after 1s"),
    ("otherwise: 1008, messages: [{send: {text: a}}]", "", "101, WebSocket, 1 message, else close 1008"),
  ])
  func `a summary has the number of messages`(socket: String, more: String, expected: String) throws {
    #expect(try Self.engine(socket, more: more).session.sets["A"]?.responses[0].summary == expected)
  }

  // MARK: - Errors

  @Test(arguments: [
    ("messages: [{close: 1️⃣10061️⃣}]", "a WebSocket can't be closed with 1006"),
    ("otherwise: 1️⃣20001️⃣", "a WebSocket can't be closed with 2000"),
    ("messages: [{close: 1️⃣9991️⃣}]", "expected a close code, from 1000 to 4999, found 999"),
    ("messages: [1️⃣{delay: 1s}1️⃣]", "expected 'send', 'close' or 'receive' in a message of 'websocket'"),
    (
      "messages: [{close: 1000}, 1️⃣{send: {text: a}}1️⃣]",
      "this message is never sent, since the WebSocket is closed before"
    ),
    ("messages: [{send: {text: a}, every: 1️⃣0s1️⃣}]", "a message that is sent repeatedly needs a pause"),
    (
      "messages: [{receive: {1️⃣multipart1️⃣: {a: b}}, close: 1000}]",
      "'multipart' can't be combined with 'receive': a message has no Content-Type"
    ),
    ("messages: [{send: {1️⃣text1️⃣: a, json: 1}}]", "'text' can't be combined with 'json'"),
    ("messages: [{send: {text: a}, every: 1s, 1️⃣close1️⃣: 1000}]", "'close' can't be combined with 'every'"),
    ("messages: [{send: {text: a}, 1️⃣times1️⃣: 2}]", "'times' needs the key 'every'"),
    ("messages: [{1️⃣recieve1️⃣: {text: a}, send: {text: b}}]", "unknown key 'recieve'"),
    ("otherwise: 1️⃣reply1️⃣", "expected ignore or echo, found 'reply'"),
    ("protocols: [1️⃣'a b'1️⃣]", "expected a sub-protocol, found 'a b'"),
    ("messages: 1️⃣[]1️⃣", "expected at least 1 element in a list of messages, found none"),
  ])
  func `a mistake is reported at its place`(socket: String, message: String) throws {
    let marked = "mockspec: 1\nrequests:\n  A:\n    match: /a\n    responses:\n      R: {websocket: {\(socket)}}\n"
    let folder = try TemporaryFolder(["a.mock.yaml": marked.replacing("1️⃣", with: "")])
    let errors = try Specs.load(folder, ".").diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == [message])
    #expect(errors.first?.marked == marked)
  }

  @Test(arguments: [
    ("{{message.text}}", "messages: [{send: {text: '%'}}]", "'message.text' has no value in this response"),
    (
      "{{message.txt}}", "messages: [{receive: {text: a}, send: {json: ['%']}}]",
      "unknown name 'message.txt' in a template"
    ),
  ])
  func `a template reads a message only where one is answered`(tag: String, socket: String, message: String) throws {
    let errors = try Self.load(socket.replacing("%", with: tag), more: "template: true, ").diagnostics
    #expect(errors.map(\.message) == [message])
  }

  @Test(arguments: [
    ("websocket: {messages: [{receive: {text: a}, send: {text: '{{message.text}}'}}]}", true),
    ("websocket: {messages: [{send: {json: ['{{now}}']}}]}", true), ("text: '{{message.text}}'", false),
  ])
  func `a tag of a message without template is a warning`(response: String, isReported: Bool) throws {
    let text = "mockspec: 1\nrequests: {A: {match: /a, responses: {R: {\(response)}}}}\n"
    let warnings = try SpecLoader(.inline(text), isLinting: true).load(number: 1).diagnostics
    #expect(warnings.map(\.code) == (isReported ? ["tag-outside-template"] : []))
  }

  @Test(arguments: [
    ("messages: [{send: hello}]", "write send: {text: hello}"),
    ("messages: [{receive: hello, close: 1000}]", "write receive: {text: hello}"),
    ("messages: [hello]", "write {send: {text: hello}}"),
    ("messages: {send: {text: a}}", "write a list: messages: [{send: …}]"),
    ("messages: [{send: {type: hello}}]", "write send: {json: {type: …}}"),
    ("messages: [{receive: {type: hello}, close: 1000}]", "write receive: {json: {type: …}}"),
    ("messages: [{send: [1]}]", "write send: {json: […]}"), ("protocols: chat", "write a list: protocols: [chat]"),
    ("otherwise: close", "write ignore, echo, or the code with which the WebSocket is closed, such as 1008"),
  ])
  func `the advice says how to write a value`(socket: String, help: String) throws {
    let errors = try Self.load(socket).diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.help) == [help])
  }

  @Test(arguments: [
    ("POST /a", false), ("{path: /a, method: [PUT, POST]}", false), ("[POST /a, PUT /b]", false),
    ("[POST /a, GET /b]", true),
    ("{path: /a, method: [GET, POST]}", true), ("/a", true),
  ])
  func `a request without GET opens no WebSocket`(match: String, isValid: Bool) throws {
    let errors = try Self.load("otherwise: echo", match: match).diagnostics.filter { $0.severity == .error }
    #expect(
      errors.map(\.message) == (isValid ? [] : ["'websocket' needs the method GET, with which WebSockets are opened"]))
  }

  @Test(arguments: [
    "status: 200", "text: a", "stream: {events: [{data: a}]}", "fault: hang", "throttle: {bytesPerSecond: 1}",
  ])
  func `keys that a WebSocket makes no use of are errors`(key: String) throws {
    let errors = try Self.load("otherwise: echo", more: "\(key), ").diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.message) == ["'\(key.prefix { $0 != ":" })' can't be combined with 'websocket'"])
  }
}
