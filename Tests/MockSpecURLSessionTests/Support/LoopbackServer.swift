import Foundation
import HTTPTypes

@testable import MockSpec

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Answers on 127.0.0.1 with a description of the request, with one thread per connection.
///
/// `/redirect` leads to `/final`; `/unauthorized` asks for the password `right` of `me`; `/slow` never answers, and `/endless` never ends;
/// `/pieces` sends its body slowly; `/reset` breaks the connection in the body; `/count` answers how
/// many bytes of the body are `x`; after `/keep` the connection stays open for
/// further requests. `/pass` can come first.
final class LoopbackServer: Sendable {
  let port: UInt16
  /// The path of each request, once its body has arrived.
  let arrivals: AsyncStream<String>
  /// The path of the last request on each connection that the client has closed.
  let departures: AsyncStream<String>
  private let listener: Int32

  /// What `/pieces` answers.
  static let pieces = String(repeating: String(repeating: ".", count: 1_000), count: 20)

  /// - Parameter site: What answers in place of the paths above.
  init(_ site: (@Sendable (MockCall) -> Reply)? = nil) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 128) == 0 && getsockname(listener, $0, &length) == 0
      }
    }
    guard bound else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    self.listener = listener
    port = UInt16(bigEndian: address.sin_port)
    let (arrivals, arrive) = AsyncStream.makeStream(of: String.self)
    let (departures, depart) = AsyncStream.makeStream(of: String.self)
    (self.arrivals, self.departures) = (arrivals, departures)
    Thread.detachNewThread {
      while case let socket = accept(listener, nil, nil), socket >= 0 {
        Thread.detachNewThread {
          var connection = LoopbackConnection(socket: socket, site: site, arrive: arrive)
          connection.serve()
          close(socket)
          depart.yield(connection.path)
        }
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
}

private struct LoopbackConnection {
  let socket: Int32
  let site: (@Sendable (MockCall) -> Reply)?
  let arrive: AsyncStream<String>.Continuation
  /// Of the latest request.
  var path = ""

  init(
    socket: Int32, site: (@Sendable (MockCall) -> Reply)?, arrive: AsyncStream<String>.Continuation
  ) {
    self.socket = socket
    self.site = site
    self.arrive = arrive
    #if canImport(Darwin)
      var yes: Int32 = 1
      setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  mutating func serve() {
    var received = Data()
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(socket, &chunk, chunk.count)
      guard count > 0 else { return }
      received += chunk[..<count]
      guard let end = received.firstRange(of: Data("\r\n\r\n".utf8)) else { continue }
      let head = String(decoding: received[..<end.lowerBound], as: UTF8.self)
      let body = received[end.upperBound...]
      guard body.isWhole(head) else { continue }
      let start = head.prefix { $0 != "\r\n" }.split(separator: " ").prefix(2)
      path = start.last.map(String.init) ?? ""
      arrive.yield(path)
      received = Data()
      if let site {
        let call = MockCall(head: head, body: body)
        return answer(site(call), hasBody: call.method != "HEAD")
      }
      guard answer(start.joined(separator: " "), head, body) else { return }
    }
  }

  private func answer(_ reply: Reply, hasBody: Bool) {
    var head = "HTTP/1.1 \(reply.status) \nContent-Length: \(reply.body.count)\nConnection: close\n"
    for field in reply.fields { head += "\(field.name): \(field.value)\n" }
    head = (head + "\n").replacing("\n", with: "\r\n")
    _ = send(head + (hasBody ? String(decoding: reply.body, as: UTF8.self) : ""))
  }

  /// - Returns: Whether to go on reading.
  private func answer(_ start: String, _ head: String, _ body: Data) -> Bool {
    let close = "Connection: close\r\n"
    switch path.replacing(#/^/pass//#, with: "/") {
    case "/slow":
      return true
    case "/endless":
      guard send("HTTP/1.1 200 OK\r\n\(close)\r\n") else { return false }
      while send(".") { usleep(10_000) }
      return false
    case "/pieces":
      let piece = String(LoopbackServer.pieces.prefix(1_000))
      guard send("HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\(close)\r\n") else { return false }
      for _ in 0..<20 where send(piece) { usleep(300) }
      return false
    case "/count":
      let count = body.count { $0 == UInt8(ascii: "x") }
      _ = send("HTTP/1.1 200 OK\r\n\(close)\r\n\(count)")
      return false
    case "/reset":
      _ = send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf")
      var now = linger(l_onoff: 1, l_linger: 0)
      setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
      return false
    case "/redirect":
      let text = "moved"
      _ = send("HTTP/1.1 302 Found\r\nLocation: /final\r\nContent-Length: 5\r\n\(close)\r\n\(text)")
      return false
    case "/unauthorized" where !head.contains("Basic bWU6cmlnaHQ="):
      let text = "who?"
      let field = "WWW-Authenticate: Basic realm=\"a\"\r\n"
      _ = send("HTTP/1.1 401 Unauthorized\r\n\(field)Content-Length: 4\r\n\(close)\r\n\(text)")
      return false
    default:
      let isKept = path == "/keep"
      let text = "real \(start) \(String(decoding: body, as: UTF8.self))"
      let fields = "X-Real: yes\r\nContent-Length: \(text.utf8.count)\r\n\(isKept ? "" : close)"
      return send("HTTP/1.1 200 OK\r\n\(fields)\r\n\(text)") && isKept
    }
  }

  /// - Returns: False once the client has closed the connection.
  private func send(_ text: String) -> Bool {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    var text = text
    return text.withUTF8 { Foundation.send(socket, $0.baseAddress, $0.count, flags) } > 0
  }
}

extension MockCall {
  fileprivate init(head: String, body: Data) {
    let lines = head.components(separatedBy: "\r\n")
    var fields = HTTPFields()
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1)
      if let name = HTTPField.Name(String(parts[0])) {
        fields.append(HTTPField(name: name, value: String(parts[1].trimmingPrefix(" "))))
      }
    }
    let start = lines[0].split(separator: " ")
    let target = start[1].split(separator: "?", maxSplits: 1)
    self.init(
      method: String(start[0]), target: .originForm, scheme: nil, host: nil, port: nil, path: String(target[0]),
      query: target.dropFirst().first.map(String.init), fields: fields, body: [UInt8](body))
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
