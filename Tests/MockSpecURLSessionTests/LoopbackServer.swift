import Foundation
import TestSupport

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server on 127.0.0.1 that answers with the request it received: one connection per request, one thread per connection.
///
/// `/redirect` redirects to `/final`, `/slow` never answers, and `/endless` never ends.
final class LoopbackServer: Sendable {
  let port: Int
  private let listener: TCPSocket

  init() throws {
    let listener = try TCPSocket.listening()
    self.listener = listener
    port = try listener.port
    Thread.detachNewThread {
      while let connection = try? listener.accept() {
        Thread.detachNewThread { try? Self.serve(connection) }
      }
    }
  }

  deinit { listener.shutdown(.both) }

  func request(_ path: String, method: String = "GET", timeout: TimeInterval = 600) -> URLRequest {
    var request = URLRequest(path, method: method, timeout: timeout)
    request.url = URL(string: "http://127.0.0.1:\(port)\(path)")
    return request
  }

  /// Throws when the client has left.
  private static func serve(_ connection: TCPSocket) throws {
    var received = Data()
    while case let chunk = try connection.receive(), !chunk.isEmpty {
      received += chunk
      guard let end = received.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      let body = received[end.upperBound...]
      guard body.isWhole(head) else { continue }
      if head.hasPrefix("GET /slow") { continue }
      if head.hasPrefix("GET /endless") { try writeEndlessly(to: connection) }
      return try connection.send(Array(respond(to: head, body: body).utf8))
    }
  }

  /// Writes a byte every ten milliseconds until the client leaves.
  private static func writeEndlessly(to connection: TCPSocket) throws -> Never {
    try connection.send(Array("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".utf8))
    while true {
      usleep(10_000)
      try connection.send([UInt8(ascii: ".")])
    }
  }

  private static func respond(to head: String, body: Data) -> String {
    let start = head.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2).joined(separator: " ")
    if start == "GET /redirect" {
      return "HTTP/1.1 302 Found\r\nLocation: /final\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    }
    let text = "real \(start) \(String(decoding: body, as: UTF8.self))"
    return "HTTP/1.1 200 OK\r\nX-Real: yes\r\nContent-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
  }
}

extension Data {
  /// Returns true if this is the whole body according to the request's fields. A chunked body ends with an empty chunk.
  fileprivate func isWhole(_ head: String) -> Bool {
    for line in head.lowercased().components(separatedBy: "\r\n") {
      if line.hasPrefix("content-length:") { return count >= Int(line.dropFirst(15).trimmingPrefix { $0 == " " })! }
      if line.hasPrefix("transfer-encoding: chunked") { return suffix(5) == Data("0\r\n\r\n".utf8) }
    }
    return true
  }
}
