import MockSpecServer
import NIOCore
import NIOPosix

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// An error because of which a call of the control API gets no reply.
struct ClientError: Error, CustomStringConvertible {
  let description: String

  /// An error of a connection.
  init(_ error: any Error, _ server: ServerURL) {
    switch error {
    case let error as ClientError: self = error
    case let error as TLSError: self.init(description: "can't reach \(server): \(error.reason)")
    case ChannelError.connectTimeout: self.init(silent: server)
    case let error as NIOConnectionError where error.connectionErrors.isEmpty:
      self.init(description: "the host of \(server) has no address")
    case let error as NIOConnectionError:
      self.init(error.connectionErrors[0].error, server)
    case let error as IOError where error.errnoCode == ECONNREFUSED:
      self.init(description: "nothing listens on \(server); start 'mockspec serve', or the app that is steered there")
    case let error as IOError where error.errnoCode == ENOENT && server.socket != nil:
      self.init(description: "nothing has the path of \(server); start 'mockspec serve --socket'")
    case let error as IOError where error.errnoCode == ECONNRESET || error.errnoCode == EPIPE:
      self.init(incomplete: server)
    default: self.init(description: "can't reach \(server): \(error)")
    }
  }

  init(silent server: ServerURL) { self.init(description: "\(server) doesn't answer") }

  init(incomplete server: ServerURL) {
    self.init(description: "\(server) closed the connection before the end of its answer")
  }

  /// The error of a reply that isn't from a control API.
  init(foreign reply: String, _ server: ServerURL) {
    self.init(description: "\(server) isn't a mockspec server: it answered with \(reply)")
  }

  init(description: String) { self.description = description }
}
