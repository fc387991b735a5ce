import MockSpec
import MockSpecServer
import TestSupport
import Testing

/// The command `send`, and the messages that `calls` prints.
@Suite(.timeLimit(.minutes(20)))
struct SendTests {
  private static let spec = """
    mockspec: 1
    requests: {Chat: {match: GET /chat, responses: {Script: {websocket: {protocols: [v2], otherwise: echo}}}}}
    """

  /// Opens a WebSocket.
  private static func open(_ mock: SteeredMock) async throws -> RawClient {
    let client = try RawClient(port: mock.server.port)
    try await client.send(
      """
      GET /chat HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r
      Sec-WebSocket-Protocol: v2\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
      """)
    #expect(try await client.text(until: "\r\n\r\n").hasPrefix("HTTP/1.1 101 "))
    return client
  }

  @Test func `WebSockets are listed, and messages are sent over the only one or by ID`() async throws {
    let mock = try await SteeredMock(text: Self.spec)
    #expect(try await mock.run("send").output == "no open WebSockets\n")
    let client = try await Self.open(mock)
    let list = try await mock.run("send").output
    #expect(list.hasPrefix("1: /chat (Chat: Script), v2, since 2") && list.hasSuffix("Z\n"))
    #expect(try await mock.run("send", "--text", "hello").output == "sent to WebSocket 1\n")
    #expect(try await client.rawBytes(7) == [0x81, 5] + Array("hello".utf8))
    #expect(try await mock.run("send", "1", "--json", #"{"a": 1}"#).status == 0)
    #expect(try await client.rawBytes(10) == [0x81, 8] + Array(#"{"a": 1}"#.utf8))
    #expect(try await mock.run("send", "--base64", "AP8=").status == 0)
    #expect(try await client.rawBytes(4) == [0x82, 2, 0, 255])
    let other = try await Self.open(mock)
    let several = try await mock.run("send", "--text", "a")
    #expect(
      several.status == 1 && several.errors.contains("several WebSockets are open; name one of them:\n  1: /chat"))
    // A text and a close, with masks of zeros.
    try await client.send([0x81, 0x82, 0, 0, 0, 0, 0x68, 0x69, 0x88, 0x82, 0, 0, 0, 0, 0x03, 0xE8])
    #expect(try await client.rawBytes(8) == [0x81, 2, 0x68, 0x69, 0x88, 2, 0x03, 0xE8])
    let calls = try await mock.run("calls").output
    #expect(
      calls.hasPrefix(
        """
        1: GET http://localhost/chat → 101 (Chat: Script, by default), 4 messages sent, 1 received, \
        closed by the client with 1000
          → hello
          → {"a": 1}
          → AP8=
          ← hi
          → hi
        2: GET http://localhost/chat → 101 (Chat: Script, by default), 0 messages sent, 0 received until now
        """), "\(calls)")
    other.endBoth()
  }

  @Test(
    arguments: [
      (["send", "--text", "a"], 1, "error: no WebSocket is open\n"),
      (["send", "7", "--text", "a"], 1, "no open WebSocket has the ID '7'"),
      (["send", "7"], 64, "expected '--text', '--json' or '--base64'"),
      (["send", "--text", "a", "--json", "1"], 64, "can't be combined"),
      (["send", "--json", "{"], 64, "'{' isn't JSON"),
      (["send", "--base64", "A"], 64, "'A' isn't base64 with padding"),
    ] as [([String], Int32, String)])
  func `a wrong use is reported`(arguments: [String], status: Int32, message: String) async throws {
    let mock = try await SteeredMock(text: Self.spec)
    let outcome = try await mock.run(arguments)
    #expect(outcome.status == status && outcome.errors.contains(message), "\(outcome)")
    #expect(outcome.output == "")
  }
}
