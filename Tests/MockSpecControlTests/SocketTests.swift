import HTTPTypes
import MockSpec
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpecControl

/// WebSockets that are listed, and messages that are sent by hand.
struct SocketTests {
  private let client: ControlClient

  init() throws {
    client = try ControlClient(
      "mockspec: 1\nrequests: {Chat: {match: GET /chat, responses: {Script: {websocket: {protocols: [v2]}}}}}\n")
  }

  /// Opens a WebSocket.
  private func open(session: String? = nil) throws -> RunningSocket {
    var fields: HTTPFields = [
      .upgrade: "websocket", .connection: "Upgrade", .secWebSocketVersion: "13",
      .secWebSocketKey: "dGhlIHNhbXBsZSBub25jZQ==", .secWebSocketProtocol: "v1, v2",
    ]
    if let session { fields[.init("Mockspec-Session")!] = session }
    var call = MockCall(
      method: "GET", target: .originForm, scheme: "http", host: "localhost", port: nil, path: "/chat", query: nil,
      fields: fields)
    call.opensSockets = true
    let socket = try #require(client.engine.decide(call).socket)
    socket.open {
    } onSend: {
    }
    return socket
  }

  @Test func `the open WebSockets of the session are listed`() async throws {
    #expect(try await client.answer("GET", "/sockets").text == #"{"sockets":[]}"#)
    let (mine, other) = (try open(), try open(session: "other"))
    let answer = try await client.answer("GET", "/sockets")
    #expect(answer["sockets", "1"] == nil && answer["sockets", "0", "id"] == "1")
    #expect(answer["sockets", "0", "request"] == "Chat" && answer["sockets", "0", "response"] == "Script")
    #expect(answer["sockets", "0", "path"] == "/chat" && answer["sockets", "0", "protocol"] == "v2")
    mine.end(.init(1000, by: .client))
    #expect(try await client.answer("GET", "/sockets").text == #"{"sockets":[]}"#)
    let others = try await client.answer("GET", "/sockets", fields: [.init("Mockspec-Session")!: "other"])
    #expect(others["sockets", "0", "id"] == "1")
    other.end(.init(1000, by: .client))
  }

  @Test(arguments: [
    (#"{"text": "a"}"#, SocketMessage(text: "a")),
    (#"{"json": {"a": [1.50]}}"#, SocketMessage(text: #"{"a": [1.50]}"#)),
    (#"{"json": null}"#, SocketMessage(text: "null")), (#"{"base64": "AP8="}"#, SocketMessage(bytes: [0, 255])),
  ])
  func `a message is sent`(body: String, expected: SocketMessage) async throws {
    let socket = try open()
    #expect(try await client.answer("POST", "/sockets/1/messages", body: body).status == 204)
    #expect(socket.takeMessage() == expected && socket.takeMessage() == nil)
    socket.end(.init(1000, by: .client))
  }

  @Test(arguments: [
    ("2", #"{"text": "a"}"#, 404, "no open WebSocket has the ID '2'"), ("1", "{}", 400, "expected one of 'text'"),
    ("1", #"{"text": "a", "json": 1}"#, 400, "expected one of 'text'"),
    ("1", #"{"base64": "A"}"#, 400, "'base64' isn't"),
    ("1", #"{"text": 1}"#, 400, "expected a string"), ("1", #"{"txt": "a"}"#, 400, "did you mean 'text'?"),
  ])
  func `a wrong message is explained`(id: String, body: String, status: Int, detail: String) async throws {
    let socket = try open()
    let answer = try await client.answer("POST", "/sockets/\(id)/messages", body: body)
    #expect(answer.status == status && answer["detail"]?.contains(detail) == true, "\(answer.text)")
    #expect(socket.takeMessage() == nil)
    socket.end(.init(1000, by: .client))
  }

  @Test func `a client that doesn't receive gets no more messages`() async throws {
    let socket = try open()
    var last = 204
    for _ in 1...101 { last = try await client.answer("POST", "/sockets/1/messages", body: #"{"text": "a"}"#).status }
    #expect(last == 503)
    for _ in 1...100 { #expect(socket.takeMessage() != nil) }
    #expect(socket.takeMessage() == nil)
    socket.end(.init(1000, by: .client))
  }

  @Test func `calls have the messages and the close`() async throws {
    let socket = try open()
    socket.log.sent(SocketMessage(text: "hello"))
    socket.log.received(SocketMessage(bytes: [0xFF]))
    let running = try await client.answer("GET", "/calls/1")
    #expect(running["call", "websocket", "close"] == "null" && running["call", "status"] == "101")
    socket.end(.init(1008, by: .server, reason: "why"))
    let call = try await client.answer("GET", "/calls")
    func member(_ path: String...) -> String? { call[["calls", "0", "websocket"] + path] }
    #expect(member("sent") == "1" && member("received") == "1")
    #expect(member("messages", "0", "content") == "hello" && member("messages", "0", "received") == "false")
    #expect(member("messages", "1", "content") == "/w==" && member("messages", "1", "contentIsBase64") == "true")
    #expect(
      member("close", "code") == "1008" && member("close", "by") == "server" && member("close", "reason") == "why")
    #expect(try await client.answer("GET", "/calls?bodies=false")["calls", "0", "websocket", "messages"] == "null")
  }
}
