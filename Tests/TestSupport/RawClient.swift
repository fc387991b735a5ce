import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A client that sends and sees bytes as they are: no library in between repairs a request or hides a reset.
///
/// Blocking calls run on a queue of their own, so that tests never block the threads that the server is started on.
package final class RawClient: @unchecked Sendable {
  package enum End: Equatable {
    case closed, reset
    /// No byte for 20 seconds: the server forgot the client.
    case silence
  }

  package struct Failure: Error {
    package let call: String
    package let number: Int32
  }

  /// Whether this machine has ::1: binding it for a moment tells.
  package static let hasIPv6: Bool = {
    let socket = systemSocket(AF_INET6, systemStream, 0)
    defer { systemClose(socket) }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_addr = in6addr_loopback
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
      }
    }
  }()

  private let socket: Int32
  private let queue = DispatchQueue(label: "RawClient")
  // Only on the queue.
  private var received: [UInt8] = []

  package init(port: Int?, host: String = "127.0.0.1") throws {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port ?? 0)", &hints, &found) == 0, let info = found?.pointee else {
      throw Failure(call: "getaddrinfo", number: errno)
    }
    defer { freeaddrinfo(found) }
    socket = systemSocket(info.ai_family, systemStream, 0)
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    guard connect(socket, info.ai_addr, info.ai_addrlen) == 0 else {
      throw Failure(call: "connect", number: errno)
    }
  }

  deinit {
    systemClose(socket)
  }

  package func send(_ text: String) async throws {
    try await send(Array(text.utf8))
  }

  package func send(_ bytes: [UInt8]) async throws {
    try await onQueue {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { systemSend(self.socket, $0.baseAddress!, $0.count) }
        guard count > 0 else { throw Failure(call: "send", number: errno) }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Ends this side only; the answer can still be read.
  package func endOutput() {
    shutdown(socket, systemShutdownWrite)
  }

  package func endBoth() {
    shutdown(socket, systemShutdownBoth)
  }

  /// - Parameter hasBody: False for an answer to `HEAD`, whose `Content-Length` announces nothing.
  package func answer(hasBody: Bool = true) async throws -> RawAnswer {
    try await onQueue {
      while true {
        if let (answer, length) = RawAnswer.parse(self.received, hasBody: hasBody) {
          self.received.removeFirst(length)
          return answer
        }
        guard try self.receive() == nil else { throw Failure(call: "recv", number: errno) }
      }
    }
  }

  /// Sends `GET path` and reads the answer.
  package func get(_ path: String, _ fields: String...) async throws -> RawAnswer {
    try await send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n")
    return try await answer()
  }

  /// Everything until the connection ends, and how it ended.
  package func rest() async throws -> (text: String, end: End) {
    try await onQueue {
      while true {
        guard let end = try self.receive() else { continue }
        defer { self.received = [] }
        return (String(decoding: self.received, as: UTF8.self), end)
      }
    }
  }

  private func receive() throws -> End? {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &chunk, chunk.count, 0)
    switch count {
    case 1...:
      received += chunk[..<count]
      return nil
    case 0: return .closed
    case _ where errno == ECONNRESET: return .reset
    case _ where errno == EAGAIN: return .silence
    default: throw Failure(call: "recv", number: errno)
    }
  }

  private func onQueue<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      queue.async { continuation.resume(with: Swift.Result { try body() }) }
    }
  }
}

// Named apart from the methods and the property that would hide them.
private let systemSocket = socket

private func systemClose(_ socket: Int32) {
  _ = close(socket)
}

#if canImport(Darwin)
  private let systemStream = SOCK_STREAM
  private let systemShutdownWrite = SHUT_WR
  private let systemShutdownBoth = SHUT_RDWR
#else
  private let systemStream = Int32(SOCK_STREAM.rawValue)
  private let systemShutdownWrite = Int32(SHUT_WR)
  private let systemShutdownBoth = Int32(SHUT_RDWR)
#endif

private func systemSend(_ socket: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  #if canImport(Darwin)
    send(socket, bytes, count, 0)
  #else
    send(socket, bytes, count, Int32(MSG_NOSIGNAL))
  #endif
}
