import NIOCore

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

extension ChannelHandlerContext {
  /// The number of written bytes that the client's system hasn't acknowledged.
  ///
  /// This includes the socket's buffer, which can hold some megabytes. The buffer accepts more only when much of it is
  /// free, which can take minutes if the client is slow.
  var unreceivedBytes: Int {
    let waiting = try? channel.syncOptions?.getOption(.bufferedWritableBytes)
    let sent = try? pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      Self.unacknowledgedBytes(of: $0)
    }
    return (waiting ?? 0) + (sent ?? 0)
  }

  private static func unacknowledgedBytes(of socket: NIOBSDSocket.Handle) -> Int {
    var count: CInt = 0
    #if canImport(Darwin)
      var size = socklen_t(MemoryLayout<CInt>.size)
      return getsockopt(socket, SOL_SOCKET, SO_NWRITE, &count, &size) == 0 ? Int(count) : 0
    #else
      // The type of the request differs between C libraries.
      return ioctl(socket, numericCast(TIOCOUTQ), &count) == 0 ? Int(count) : 0
    #endif
  }
}
