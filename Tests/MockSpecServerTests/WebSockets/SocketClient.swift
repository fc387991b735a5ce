import Foundation
import TestSupport
import Testing

@testable import MockSpecServer

/// A client of WebSockets that sends and receives plain frames, so that no library corrects its mistakes.
struct SocketClient {
  /// A frame of the server.
  struct Frame: Equatable, CustomStringConvertible {
    let opcode: UInt8
    let content: [UInt8]

    var text: String { String(decoding: content, as: UTF8.self) }
    /// The code of a close; `nil` for other frames.
    var code: Int? { opcode == 8 && content.count > 1 ? Int(content[0]) << 8 | Int(content[1]) : nil }
    /// Such as `text hello`, or `close 1000`.
    var description: String {
      switch opcode {
      case 1: "text \(text)"
      case 2: "binary \(content)"
      case 8: code.map { "close \($0)" } ?? "close"
      case 9: "ping \(text)"
      case 10: "pong \(text)"
      default: "\(opcode) \(content)"
      }
    }
  }

  let client: RawClient

  static let key = "dGhlIHNhbXBsZSBub25jZQ=="

  /// A valid handshake.
  static func handshake(_ path: String, _ fields: String...) -> String {
    """
    GET \(path) HTTP/1.1\r\nHost: localhost:80\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r
    Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \(key)\r\n\(fields.map { $0 + "\r\n" }.joined())\r\n
    """
  }

  /// Opens a WebSocket.
  init(_ live: LiveServer, _ path: String = "/a", receiveBuffer: Int32? = nil) async throws {
    client = try RawClient(port: live.server.port, receiveBuffer: receiveBuffer)
    try await client.send(Self.handshake(path))
    #expect(try await client.text(until: "\r\n\r\n").hasPrefix("HTTP/1.1 101 Switching Protocols\r\n"))
  }

  init(_ client: RawClient) { self.client = client }

  /// Returns a frame with a mask.
  static func frame(_ first: UInt8, _ content: [UInt8], isMasked: Bool = true) -> [UInt8] {
    var bytes = [first]
    let mask: UInt8 = isMasked ? 0x80 : 0
    switch content.count {
    case ..<126: bytes.append(mask | UInt8(content.count))
    case ...0xFFFF: bytes += [mask | 126, UInt8(content.count >> 8), UInt8(content.count & 0xFF)]
    default: bytes += [mask | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: content.count >> ($0 * 8)) }
    }
    guard isMasked else { return bytes + content }
    let key: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    return bytes + key + content.enumerated().map { $1 ^ key[$0 % 4] }
  }

  func send(_ frames: [UInt8]...) async throws { try await client.send(frames.flatMap(\.self)) }

  func send(text: String) async throws { try await send(Self.text(text)) }

  static func text(_ text: String) -> [UInt8] { frame(0x81, Array(text.utf8)) }

  static func close(_ code: Int, _ reason: String = "") -> [UInt8] {
    frame(0x88, [UInt8(code >> 8), UInt8(code & 0xFF)] + Array(reason.utf8))
  }

  /// Reads the next frame.
  func next() async throws -> Frame {
    let head = try await client.rawBytes(2)
    var count = Int(head[1])
    if count >= 126 {
      count = try await client.rawBytes(count == 126 ? 2 : 8).reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(head[0] & 0xF0 == 0x80, "the server divides no message")
    return Frame(opcode: head[0] & 0x0F, content: count == 0 ? [] : try await client.rawBytes(count))
  }

  /// Reads frames up to a close and to the end of the connection, after which the server must send nothing.
  func rest() async throws -> [String] {
    var frames: [String] = []
    repeat { frames.append(try await next().description) } while !frames.last!.hasPrefix("close")
    client.endOutput()
    let (rest, _) = try await client.rest()
    #expect(rest == "")
    return frames
  }
}
