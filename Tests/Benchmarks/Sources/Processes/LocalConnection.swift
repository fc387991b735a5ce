import Foundation

/// A TCP connection to a port of 127.0.0.1.
struct LocalConnection: ~Copyable {
  private let descriptor: Int32

  /// `nil` if nobody listens.
  init?(port: Int) {
    descriptor = socket(AF_INET, Self.stream, 0)
    let status = Self.withAddress(port: port) { [descriptor] in connect(descriptor, $0, $1) }
    guard status == 0 else {
      close(descriptor)
      return nil
    }
  }

  deinit { close(descriptor) }

  /// Asks for a path and reads the answer, which must have a `Content-Length`.
  func answer(to path: String) throws -> String {
    let request = Array("GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8)
    guard send(descriptor, request, request.count, 0) == request.count else { throw ProcessError("the server is gone") }
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while !Self.isWhole(answer) {
      let count = recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { throw ProcessError("the server closed the connection early") }
      answer += buffer[..<count]
    }
    return String(decoding: answer, as: UTF8.self)
  }

  private static func isWhole(_ answer: [UInt8]) -> Bool {
    let text = String(decoding: answer, as: UTF8.self)
    guard let head = text.range(of: "\r\n\r\n"), let length = text.firstMatch(of: /(?i)content-length: (\d+)/),
      let length = Int(length.1)
    else { return false }
    return text.utf8.distance(from: head.upperBound, to: text.endIndex) >= length
  }

  /// A port that was free a moment ago.
  static func freePort() throws -> Int {
    let descriptor = socket(AF_INET, stream, 0)
    defer { close(descriptor) }
    guard withAddress(port: 0, { bind(descriptor, $0, $1) }) == 0 else { throw ProcessError("no port is free") }
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) { pointer in
      _ = pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &size) }
    }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func withAddress<Result>(
    port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
  }

  #if canImport(Glibc)
    private static let stream = Int32(SOCK_STREAM.rawValue)
  #else
    private static let stream = SOCK_STREAM
  #endif
}
