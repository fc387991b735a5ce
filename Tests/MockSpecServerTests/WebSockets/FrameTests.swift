import MockSpec
import TestSupport
import Testing

@testable import MockSpecServer

/// What clients send and what an echo answers, by the numbers of Autobahn's cases 1 to 7.
@Suite(.timeLimit(.minutes(20)))
struct FrameTests {
  struct Case: Sendable {
    let number: String
    let frames: [UInt8]
    /// What the server sends, up to the close.
    let expected: [String]

    /// - Parameter expected: The frames before the client's own close with 1000, or up to one that the server begins.
    init(_ number: String, _ frames: [UInt8]..., expected: [String]) {
      self.number = number
      let closes = expected.last?.hasPrefix("close") == true
      self.frames = frames.flatMap(\.self) + (closes ? [] : SocketClient.close(1000))
      self.expected = closes ? expected : expected + ["close 1000"]
    }
  }

  private static func frame(_ first: UInt8, _ text: String) -> [UInt8] { SocketClient.frame(first, Array(text.utf8)) }
  private static func bytes(_ first: UInt8, _ bytes: [UInt8]) -> [UInt8] { SocketClient.frame(first, bytes) }

  /// 1: frames of all sizes.
  private static let sizes: [Case] = [0, 125, 126, 127, 128, 65_535, 65_536].flatMap { size -> [Case] in
    let text = String(repeating: "*", count: size)
    let content = [UInt8](repeating: 0xFE, count: size)
    return [
      Case("1.1 \(size)", frame(0x81, text), expected: ["text \(text)"]),
      Case("1.2 \(size)", bytes(0x82, content), expected: ["binary \(content)"]),
    ]
  }

  /// 2: pings and pongs.
  private static let pings: [Case] = [
    Case("2.1", frame(0x89, ""), expected: ["pong "]), Case("2.2", frame(0x89, "Hello"), expected: ["pong Hello"]),
    Case(
      "2.4", frame(0x89, String(repeating: "x", count: 125)), expected: ["pong " + String(repeating: "x", count: 125)]),
    Case("2.5", frame(0x89, String(repeating: "x", count: 126)), expected: ["close 1002"]),
    Case("2.7", frame(0x8A, ""), expected: []), Case("2.8", frame(0x8A, "unsolicited"), expected: []),
    Case("2.9", frame(0x8A, "a"), frame(0x89, "b"), expected: ["pong b"]),
    Case("2.10", frame(0x89, "1"), frame(0x89, "2"), frame(0x89, "3"), expected: ["pong 1", "pong 2", "pong 3"]),
  ]

  /// 3: reserved bits, and frames without a mask, which Autobahn's cases of servers don't have.
  private static let reserved: [Case] =
    [0x91, 0xA1, 0xB1, 0xC1, 0xD1, 0xE1, 0xF1, 0xC9, 0xC8].map { first in
      Case("3 \(first)", frame(UInt8(first), ""), expected: ["close 1002"])
    } + [
      Case("3.2", frame(0x81, "a"), frame(0xA1, "b"), frame(0x89, ""), expected: ["text a", "close 1002"]),
      Case("unmasked", SocketClient.frame(0x81, [0x61], isMasked: false), expected: ["close 1002"]),
      Case("unmasked close", SocketClient.frame(0x88, [0x03, 0xE8], isMasked: false), expected: ["close 1002"]),
    ]

  /// 4: reserved opcodes.
  private static let opcodes: [Case] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].map { opcode in
    Case("4 \(opcode)", frame(0x81, "a"), frame(0x80 | opcode, ""), expected: ["text a", "close 1002"])
  }

  /// 5: fragments.
  private static let fragments: [Case] = [
    Case("5.1", frame(0x09, "a"), frame(0x80, "b"), expected: ["close 1002"]),
    Case("5.2", frame(0x0A, "a"), frame(0x80, "b"), expected: ["close 1002"]),
    Case("5.3", frame(0x01, "a"), frame(0x80, "b"), expected: ["text ab"]),
    Case("5.6", frame(0x01, "a"), frame(0x89, "p"), frame(0x80, "b"), expected: ["pong p", "text ab"]),
    Case("5.9", frame(0x80, "a"), expected: ["close 1002"]), Case("5.12", frame(0x00, "a"), expected: ["close 1002"]),
    Case("5.15", frame(0x01, "a"), frame(0x80, "b"), frame(0x00, "c"), expected: ["text ab", "close 1002"]),
    Case("5.18", frame(0x01, "a"), frame(0x81, "b"), expected: ["close 1002"]),
    Case(
      "5.19", frame(0x01, "1"), frame(0x00, "2"), frame(0x89, "p"), frame(0x00, "3"), frame(0x89, "q"),
      frame(0x80, "4"), expected: ["pong p", "pong q", "text 1234"]),
    Case("empty", frame(0x01, ""), frame(0x00, ""), frame(0x80, ""), expected: ["text "]),
    Case("binary", bytes(0x02, [0xFF]), bytes(0x80, [0xC3]), expected: ["binary [255, 195]"]),
  ]

  private static let kosme: [UInt8] = Array("κόσμε".utf8)

  /// 6: UTF-8.
  private static let texts: [Case] = [
    Case("6.2.1", frame(0x81, "Hello-µ@ßöäüàá-UTF-8!!"), expected: ["text Hello-µ@ßöäüàá-UTF-8!!"]),
    Case(
      "6.2.3", bytes(0x01, Array(kosme[..<1])), bytes(0x00, Array(kosme[1..<4])), bytes(0x80, Array(kosme[4...])),
      expected: ["text κόσμε"]),
    Case("6.3.1", bytes(0x81, kosme + [0xED, 0xA0, 0x80] + Array("edited".utf8)), expected: ["close 1007"]),
    Case("6.3.2", bytes(0x01, kosme), bytes(0x00, [0xED, 0xA0, 0x80]), expected: ["close 1007"]),
    Case("6.4.1", bytes(0x01, kosme), bytes(0x00, [0xF4, 0x90, 0x80, 0x80]), expected: ["close 1007"]),
    Case("6.6.1", bytes(0x81, Array(kosme[..<3])), expected: ["close 1007"]),
    Case("6.6.3", bytes(0x01, kosme), bytes(0x80, [0xC3]), expected: ["close 1007"]),
    Case("6.12", bytes(0x81, [0xFE]), expected: ["close 1007"]),
    Case("6.13", bytes(0x81, [0x80]), expected: ["close 1007"]),
    Case("6.18", bytes(0x81, [0xC0, 0xAF]), expected: ["close 1007"]),
    Case("6.21", bytes(0x81, [0xED, 0xB0, 0x80]), expected: ["close 1007"]),
    Case("6.22", frame(0x81, "\u{FFFE}\u{10FFFF}"), expected: ["text \u{FFFE}\u{10FFFF}"]),
  ]

  /// 7: closes.
  private static let closes: [Case] =
    [
      Case("7.1.2", SocketClient.close(1000), SocketClient.close(1000), expected: ["close 1000"]),
      Case("7.1.3", SocketClient.close(1000), frame(0x89, "p"), expected: ["close 1000"]),
      Case("7.1.4", SocketClient.close(1000), frame(0x81, "a"), expected: ["close 1000"]),
      Case("7.1.5", frame(0x01, "a"), SocketClient.close(1000), frame(0x80, "b"), expected: ["close 1000"]),
      Case("7.3.1", frame(0x88, ""), expected: ["close"]), Case("7.3.2", frame(0x88, "a"), expected: ["close 1002"]),
      Case("7.3.4", SocketClient.close(1000, "Hello"), expected: ["close 1000"]),
      Case("7.3.5", SocketClient.close(1000, String(repeating: "*", count: 123)), expected: ["close 1000"]),
      Case("7.3.6", SocketClient.close(1000, String(repeating: "*", count: 124)), expected: ["close 1002"]),
      Case("7.5.1", bytes(0x88, [0x03, 0xE8, 0xCE]), expected: ["close 1007"]),
    ]
    + [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999].map { code in
      Case("7.7 \(code)", SocketClient.close(code), expected: ["close \(code)"])
    }
    + [0, 999, 1004, 1005, 1006, 1016, 1100, 2000, 2999, 5000, 65_535].map { code in
      Case("7.9 \(code)", SocketClient.close(code), expected: ["close 1002"])
    }

  static let cases = sizes + pings + reserved + opcodes + fragments + texts + closes

  /// Whole, and byte by byte if they are few.
  @Test func `an echo answers as RFC 6455 says`() async throws {
    try await LiveServer(engine: WebSocketTests.engine("otherwise: echo")).run { live in
      for test in Self.cases {
        for isWhole in [true, false] where isWhole || test.frames.count < 64 {
          let client = try await SocketClient(live)
          if isWhole {
            try await client.send(test.frames)
          } else {
            for byte in test.frames { try await client.send([byte]) }
          }
          #expect(try await client.rest() == test.expected, "\(test.number)")
        }
      }
    }
  }
}
