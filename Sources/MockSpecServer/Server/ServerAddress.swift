/// The address that a server listens on.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The host that was requested: a name or an address, IPv6 without brackets.
  public let host: String
  /// The port that was bound, never 0.
  public let port: Int

  /// The base URL for clients on the same machine; a wildcard host becomes the loopback address.
  public var url: String {
    switch host {
    case "0.0.0.0": "http://127.0.0.1:\(port)"
    case "::": "http://[::1]:\(port)"
    default: host.utf8.contains(UInt8(ascii: ":")) ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }
  }

  /// The base URL.
  public var description: String { url }
}
