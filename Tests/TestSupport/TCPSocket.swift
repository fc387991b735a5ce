#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A TCP socket with blocking calls. It is closed with its last reference.
package final class TCPSocket: Sendable {
  package struct Failure: Error {
    package let call: String
    /// The value of `errno`.
    package let number: Int32
  }

  package enum Direction {
    case output, both
  }

  private let descriptor: Int32

  private init(descriptor: Int32) throws {
    guard descriptor >= 0 else { throw Failure(call: "socket", number: errno) }
    self.descriptor = descriptor
    #if canImport(Darwin)
      setOption(SO_NOSIGPIPE, Int32(1))
    #endif
  }

  deinit { systemClose(descriptor) }

  /// Connects to a server.
  ///
  /// - Parameters:
  ///   - host: A numeric IPv4 or IPv6 address.
  ///   - timeout: The number of seconds after which `receive` fails with `EAGAIN`. By default so many that a busy machine
  ///     under the thread sanitizer doesn't reach them.
  ///   - receiveBuffer: About how many bytes the system receives before they are read; `nil` for as many as it likes.
  package static func connected(
    to port: Int, host: String = "127.0.0.1", timeout: Int = 120, receiveBuffer: Int32? = nil
  ) throws -> TCPSocket {
    let socket = try make(host, port, "connect") { descriptor, address, length in
      if var size = receiveBuffer {
        setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
      }
      return systemConnect(descriptor, address, length)
    }
    socket.setOption(SO_RCVTIMEO, timeval(tv_sec: timeout, tv_usec: 0))
    return socket
  }

  /// Connects to a socket in the file system.
  package static func connected(toFile path: String, timeout: Int = 120) throws -> TCPSocket {
    let socket = try TCPSocket(descriptor: systemSocket(AF_UNIX, stream, 0))
    try socket.withAddress(of: path, "connect") { systemConnect(socket.descriptor, $0, $1) }
    socket.setOption(SO_RCVTIMEO, timeval(tv_sec: timeout, tv_usec: 0))
    return socket
  }

  /// Creates a socket in the file system.
  package static func bound(toFile path: String, isListening: Bool) throws -> TCPSocket {
    let socket = try TCPSocket(descriptor: systemSocket(AF_UNIX, stream, 0))
    try socket.withAddress(of: path, "bind") { systemBind(socket.descriptor, $0, $1) }
    if isListening, systemListen(socket.descriptor, 64) != 0 { throw Failure(call: "listen", number: errno) }
    return socket
  }

  private func withAddress(
    of path: String, _ name: String, _ call: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let status = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { call($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
    }
    guard status == 0 else { throw Failure(call: name, number: errno) }
  }

  /// Listens on a port, by default on one that the system chooses.
  ///
  /// - Parameter host: A numeric IPv4 or IPv6 address.
  package static func listening(on port: Int = 0, host: String = "127.0.0.1") throws -> TCPSocket {
    try make(host, port, "bind") { systemBind($0, $1, $2) == 0 ? systemListen($0, 64) : -1 }
  }

  /// A port of 127.0.0.1 that is free when this function returns.
  ///
  /// It isn't one of those that systems choose for other sockets, so that it is still free later.
  package static func freePort() throws -> Int {
    while true {
      do { return try listening(on: .random(in: 16_384..<32_768)).port } catch let failure as Failure
        where failure.number == EADDRINUSE
      {}
    }
  }

  /// The local port.
  package var port: Int {
    get throws {
      var address = sockaddr_storage()
      var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let status = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
      }
      guard status == 0 else { throw Failure(call: "getsockname", number: errno) }
      // The port is at the same offset in `sockaddr_in` and `sockaddr_in6`.
      return withUnsafeBytes(of: &address) { Int(UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self))) }
    }
  }

  /// Waits for the next connection. Fails after `shutdown`.
  package func accept() throws -> TCPSocket {
    try TCPSocket(descriptor: systemAccept(descriptor, nil, nil))
  }

  /// Sends all bytes.
  package func send(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemSend(descriptor, $0.baseAddress!, $0.count, sendFlags) }
      guard count > 0 else { throw Failure(call: "send", number: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends zeros until the other side hasn't taken any for a second.
  ///
  /// - Parameter limit: The number of bytes after which it stops.
  /// - Returns: The number of bytes that were sent.
  package func sendUntilBlocked(limit: Int) -> Int {
    setOption(SO_SNDTIMEO, timeval(tv_sec: 1, tv_usec: 0))
    let bytes = [UInt8](repeating: 0, count: 1 << 16)
    var sent = 0
    while sent < limit {
      let count = bytes.withUnsafeBytes { systemSend(descriptor, $0.baseAddress!, $0.count, sendFlags) }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }

  /// Waits for the next bytes and returns them, or an empty list at the end.
  package func receive() throws -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count >= 0 else { throw Failure(call: "recv", number: errno) }
    return Array(chunk[..<count])
  }

  package func shutdown(_ direction: Direction) {
    systemShutdown(descriptor, direction == .output ? shutdownOutput : shutdownBoth)
  }

  private func setOption<Value>(_ name: Int32, _ value: Value) {
    _ = withUnsafeBytes(of: value) { setsockopt(descriptor, SOL_SOCKET, name, $0.baseAddress, socklen_t($0.count)) }
  }

  /// Makes a socket and passes it with its address to `call`, which returns 0 unless it fails.
  private static func make(
    _ host: String, _ port: Int, _ name: String, _ call: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) throws -> TCPSocket {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
    hints.ai_socktype = stream
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, "\(port)", &hints, &found) == 0, let info = found?.pointee else {
      throw Failure(call: "getaddrinfo", number: errno)
    }
    defer { freeaddrinfo(found) }
    let socket = try TCPSocket(descriptor: systemSocket(info.ai_family, stream, 0))
    guard call(socket.descriptor, info.ai_addr, info.ai_addrlen) == 0 else { throw Failure(call: name, number: errno) }
    return socket
  }
}

// The system's functions whose names the methods above would hide.
private let systemSocket = socket
private let systemConnect = connect
private let systemBind = bind
private let systemListen = listen
private let systemAccept = accept
private let systemSend = send

private func systemShutdown(_ descriptor: Int32, _ direction: Int32) { _ = shutdown(descriptor, direction) }
private func systemClose(_ descriptor: Int32) { _ = close(descriptor) }

#if canImport(Darwin)
  private let stream = SOCK_STREAM
  private let shutdownOutput = SHUT_WR
  private let shutdownBoth = SHUT_RDWR
  private let sendFlags: Int32 = 0
#else
  private let stream = Int32(SOCK_STREAM.rawValue)
  private let shutdownOutput = Int32(SHUT_WR)
  private let shutdownBoth = Int32(SHUT_RDWR)
  private let sendFlags = Int32(MSG_NOSIGNAL)
#endif
