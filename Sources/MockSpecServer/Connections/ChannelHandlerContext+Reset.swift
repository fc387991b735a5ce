import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ChannelHandlerContext {
  /// Closes the connection with RST instead of FIN, so that the client gets an error instead of an end of the stream.
  func reset() {
    let transport = transport
    guard let socket = channel as? any SocketOptionProvider else { return transport.close(promise: nil) }
    socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in
      transport.close(promise: nil)
    }
  }
}
