import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers on 127.0.0.1 with what it was asked: a connection per request, a thread per connection.
///
/// `/redirect` leads to `/final`, `/slow` never answers, and `/endless` never ends.
final class LoopbackServer: Sendable {
  let port: UInt16
  private let listener: Int32

  init() throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard bound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    Thread.detachNewThread {
      while case let connection = accept(listener, nil, nil), connection >= 0 {
        Thread.detachNewThread { Self.serve(connection) }
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  func request(_ path: String, method: String = "GET", timeout: TimeInterval = 600) -> URLRequest {
    var request = URLRequest(path, method: method, timeout: timeout)
    request.url = URL(string: "http://127.0.0.1:\(port)\(path)")
    return request
  }

  private static func serve(_ connection: Int32) {
    defer { close(connection) }
    var received = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(connection, &chunk, chunk.count)
      guard count > 0 else { return }
      received += chunk[..<count]
      guard let end = received.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      let body = received[end.upperBound...]
      guard body.isWhole(head) else { continue }
      if head.hasPrefix("GET /slow") { continue }
      if head.hasPrefix("GET /endless") { return writeEndlessly(to: connection) }
      let answer = Data(respond(to: head, body: body).utf8)
      _ = answer.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      return
    }
  }

  /// A byte every ten milliseconds, until the client leaves.
  private static func writeEndlessly(to connection: Int32) {
    #if canImport(Darwin)
      let flags: Int32 = 0
      var yes: Int32 = 1
      setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var text = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
    while text.withUTF8({ send(connection, $0.baseAddress, $0.count, flags) }) > 0 {
      text = "."
      usleep(10_000)
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
  /// Judged by the request's own fields; a chunked body ends with an empty chunk.
  fileprivate func isWhole(_ head: String) -> Bool {
    for line in head.lowercased().components(separatedBy: "\r\n") {
      if line.hasPrefix("content-length:") { return count >= Int(line.dropFirst(15).trimmingPrefix { $0 == " " })! }
      if line.hasPrefix("transfer-encoding: chunked") { return suffix(5) == Data("0\r\n\r\n".utf8) }
    }
    return true
  }
}
