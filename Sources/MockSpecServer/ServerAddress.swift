/// Where a server listens.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// As asked for: a name or an address, IPv6 without brackets.
  public let host: String
  /// Never 0.
  public let port: Int

  /// What a client on the same machine can open; a wildcard host becomes the loopback address.
  public var url: String {
    switch host {
    case "0.0.0.0": "http://127.0.0.1:\(port)"
    case "::": "http://[::1]:\(port)"
    default: host.utf8.contains(UInt8(ascii: ":")) ? "http://[\(host)]:\(port)" : "http://\(host):\(port)"
    }
  }

  public var description: String { url }
}
