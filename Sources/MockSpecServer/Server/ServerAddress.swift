import MockSpec
import NIOCore

/// The address that a server listens on.
public struct ServerAddress: Sendable, Hashable, CustomStringConvertible {
  /// The host that was requested: a name or an address, IPv6 without brackets.
  public let host: String
  /// The port that was bound, never 0.
  public let port: Int
  /// The scheme: `http` or, if the server speaks TLS, `https`.
  public let scheme: String
  /// The path of a socket in the file system; `nil` for TCP. With a path, the host is `localhost`, and the port is the
  /// scheme's default.
  package let socket: String?

  init(host: String, port: Int, scheme: String) {
    (self.host, self.port, self.scheme, socket) = (host, port, scheme, nil)
  }

  init(socket: String, scheme: String) {
    (host, port, self.scheme, self.socket) = ("localhost", Origin.defaultPort(of: scheme), scheme, socket)
  }

  /// The base URL for clients on the same machine; a wildcard host becomes the loopback address. For a socket in the file system,
  /// `unix:` and its path.
  public var url: String {
    if let socket { return "unix:\(socket)" }
    return switch host {
    case "0.0.0.0": "\(scheme)://127.0.0.1:\(port)"
    case "::": "\(scheme)://[::1]:\(port)"
    case _ where host.utf8.contains(UInt8(ascii: ":")):
      // The interface of a link-local address (RFC 6874 §2).
      "\(scheme)://[\(host.split(separator: "%").joined(separator: "%25"))]:\(port)"
    default: "\(scheme)://\(host):\(port)"
    }
  }

  /// The base URLs for clients on other machines. A wildcard host has one for each address of this machine, except
  /// loopback and link-local ones.
  package var reachableURLs: [String] {
    guard host == "0.0.0.0" || host == "::" else { return [url] }
    let devices = (try? System.enumerateDevices()) ?? []
    let addresses = devices.compactMap(\.address).filter { address in
      let isIPv4 = address.protocol == .inet
      return (isIPv4 || host == "::") && !address.isLoopback && !address.isLinkLocal
    }
    return addresses.compactMap(\.ipAddress).map { ServerAddress(host: $0, port: port, scheme: scheme).url }
  }

  /// The base URL.
  public var description: String { url }
}

extension SocketAddress {
  /// Returns the name of a host, or the usual notation of its address: a resolver also knows `127.1`, `0` and `0x7f000001`.
  func shown(as host: String) -> String {
    let isName =
      !host.utf8.contains(UInt8(ascii: ":"))
      && host.split(separator: ".").last.map { !$0.allSatisfy(\.isNumber) && !$0.lowercased().hasPrefix("0x") } ?? true
    return isName || host.contains("%") ? host : ipAddress ?? host
  }
}
