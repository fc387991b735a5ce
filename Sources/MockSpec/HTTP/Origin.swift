/// Where a request can be sent: `http://localhost:8000` (RFC 6454 §4).
public struct Origin: Sendable, Hashable, CustomStringConvertible {
  /// `http` or `https`.
  public let scheme: String
  /// In lower case; an IPv6 address keeps its brackets.
  public let host: String
  /// `nil` stands for the scheme's default.
  public let port: Int?

  package init(scheme: String, host: String, port: Int?) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// `nil` if it isn't a scheme, a host and perhaps a port.
  init?(_ text: String) {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let scheme = text[..<mark.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https", let authority = Authority(text[mark.upperBound...]),
      let host = authority.host
    else { return nil }
    self.init(scheme: scheme, host: host, port: authority.port)
  }

  public var description: String { "\(scheme)://\(host)" + (port.map { ":\($0)" } ?? "") }
}
