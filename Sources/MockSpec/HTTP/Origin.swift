/// An origin to which calls can be forwarded, such as `http://localhost:8000` (RFC 6454 §4).
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// The scheme: `http` or `https`.
  public let scheme: String
  /// The host in lower case. An IPv6 address keeps its brackets.
  public let host: String
  /// The port; `nil` for the scheme's default.
  public let port: Int?

  package init(scheme: String, host: String, port: Int?) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Parses an origin; `nil` if the text isn't a scheme, a host and an optional port.
  package init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https", let authority = Authority(text[mark.upperBound...]),
      let host = authority.host
    else { return nil }
    self.init(scheme: scheme, host: host, port: authority.port)
  }

  /// Whether the scheme is `https`.
  package var isEncrypted: Bool { scheme == "https" }

  /// Returns whether both are the same origin, with the default port of the scheme in place of a missing one (RFC 6454 §5).
  package func isSame(as other: Origin) -> Bool {
    let defaultPort = Self.defaultPort(of: scheme)
    return scheme == other.scheme && host == other.host && (port ?? defaultPort) == (other.port ?? defaultPort)
  }

  /// Returns the port of URLs without one.
  package static func defaultPort(of scheme: String?) -> Int { scheme == "https" ? 443 : 80 }

  /// The origin in the form `http://localhost:8000`.
  public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}
