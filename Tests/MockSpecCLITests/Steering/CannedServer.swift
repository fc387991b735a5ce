import Foundation
import TestSupport

/// A server that answers one call with a given text.
struct CannedServer {
  struct EarlyEnd: Error {}

  let url: String
  /// The call that was received.
  let call: Task<String, any Error>

  /// - Parameter answer: All that is sent, before the connection is closed.
  init(sending answer: String) throws {
    let socket = try TCPSocket.listening(host: "127.0.0.1")
    url = "http://127.0.0.1:\(try socket.port)"
    call = Task {
      try await withCheckedThrowingContinuation { continuation in
        // Blocks a thread of its own.
        Thread.detachNewThread { continuation.resume(with: Result { try Self.serve(socket, answer) }) }
      }
    }
  }

  init(_ status: String, type: String = "application/json", body: String = "") throws {
    let fields = body.isEmpty ? "" : "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
    try self.init(sending: "HTTP/1.1 \(status)\r\n\(fields)Connection: close\r\n\r\n\(body)")
  }

  private static func serve(_ socket: TCPSocket, _ answer: String) throws -> String {
    let client = try socket.accept()
    var received = ""
    while !isWhole(received) {
      let bytes = try client.receive()
      guard !bytes.isEmpty else { throw EarlyEnd() }
      received += String(decoding: bytes, as: UTF8.self)
    }
    try client.send(Array(answer.utf8))
    client.shutdown(.output)
    return received
  }

  private static func isWhole(_ text: String) -> Bool {
    guard let head = text.range(of: "\r\n\r\n") else { return false }
    let length = text[..<head.lowerBound].firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.1) } ?? 0
    return text[head.upperBound...].utf8.count >= length
  }
}
