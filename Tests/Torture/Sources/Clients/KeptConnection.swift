import Foundation
import Serving
import TestSupport

/// An HTTP connection to the server that is kept between calls.
final class KeptConnection {
  private let socket: TCPSocket
  private var received: [UInt8] = []

  init(port: Int) throws { socket = try TCPSocket.connected(to: port, timeout: 10) }

  /// Makes a call for a request and reads the answer.
  func ask(_ name: String) -> Outcome {
    do {
      try socket.send(Array(Self.call(name).utf8))
      let head = try readHead()
      let status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      let field = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix("content-length:") }
      guard let status, let length = field?.split(separator: " ").last.flatMap({ Int($0) }) else {
        return .failure("malformed: \(head.debugDescription)")
      }
      while received.count < length { try read() }
      defer { received.removeFirst(length) }
      switch status {
      case 200: return .body(Array(received[..<length]))
      case 404: return .notFound
      default: return .failure("status \(status): \(String(decoding: received[..<min(length, 300)], as: UTF8.self))")
      }
    } catch {
      return .failure("\(error)")
    }
  }

  private static func call(_ name: String) -> String {
    guard let body = CallBody.text(for: name) else { return "GET /\(name) HTTP/1.1\r\nHost: localhost\r\n\r\n" }
    return """
      POST /\(name) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\
      \(body)
      """
  }

  private func readHead() throws -> String {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let start = received.prefix(4096).indices.first(where: { received[$0...].starts(with: end) }) {
        defer { received.removeFirst(start + 4) }
        return String(decoding: received[..<start], as: UTF8.self)
      }
      try read()
    }
  }

  private func read() throws {
    let chunk = try socket.receive()
    if chunk.isEmpty { throw TortureError("the connection was closed") }
    received += chunk
  }
}

enum CallBody {
  /// Returns the body to send for a request; `nil` for `GET`. The names of requests with a schema have an `s`.
  static func text(for name: String) -> String? { name.contains("s") ? #"{"id": 1}"# : nil }
}
