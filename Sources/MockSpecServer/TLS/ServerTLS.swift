package import NIOCore

/// TLS on the connections of clients.
///
/// `MockSpecTLS` implements this and `ClientTLS`, so that only programs that use TLS link a library for it.
package protocol ServerTLS: Sendable {
  /// Returns new handlers for a connection, which decrypt what arrives and report failures as `TLSError`.
  ///
  /// An end of the connection without `close_notify` isn't a failure: the framing of calls shows whether they are
  /// whole.
  func makeHandlers() throws -> [any ChannelHandler]
}

/// TLS with certificates for the hosts of an authority.
package protocol TunnelTLS: ServerTLS {
  /// Returns why clients can't call a host in lower case through a tunnel; `nil` if they can.
  func refusal(of host: String) -> String?
}

/// TLS on connections to other servers, whose certificates are verified.
package protocol ClientTLS: Sendable {
  /// Returns new handlers for a connection, which decrypt what arrives and report failures as `TLSError`.
  ///
  /// - Parameter host: The name or the address that the certificate must have, IPv6 without brackets.
  func makeHandlers(host: String) throws -> [any ChannelHandler]
}

/// The replacement for TLS in a program that is built without it.
package struct MissingTLS: ClientTLS, TunnelTLS {
  /// The reason why there is no TLS, for users.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }

  /// For a server that isn't given TLS for its connections to origins.
  package static let inServer = MissingTLS("this server forwards only over http, not over TLS")

  package func makeHandlers() throws -> [any ChannelHandler] { throw TLSError(reason) }
  package func makeHandlers(host: String) throws -> [any ChannelHandler] { throw TLSError(reason) }
  package func refusal(of host: String) -> String? { reason }
}

/// A failure of TLS on a connection.
package struct TLSError: Error {
  /// A clause such as `the client doesn't trust the certificate`.
  package let reason: String

  package init(_ reason: String) { self.reason = reason }
}
