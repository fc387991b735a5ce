package import MockSpec

/// The configuration of a proxy, which accepts only calls of hosts that the project names, and opens tunnels to these.
package struct ProxyContext: Sendable {
  /// Returns what happens to calls of a scheme, a host in lower case and a port; `nil` if they are refused.
  let route: @Sendable (_ scheme: String, _ host: String, _ port: Int) -> ProxiedHosts.Route?
  /// TLS inside tunnels to mocked hosts; `nil` if there is no authority for their certificates.
  let tls: (any TunnelTLS)?

  /// Creates a proxy for the hosts that an engine's project names.
  package init(_ engine: MockEngine, tls: (any TunnelTLS)?) {
    let known = KnownHosts()
    self.init(tls: tls) { known.hosts(of: engine.session.sets).route(scheme: $0, host: $1, port: $2) }
  }

  package init(
    tls: (any TunnelTLS)?,
    route: @escaping @Sendable (_ scheme: String, _ host: String, _ port: Int) -> ProxiedHosts.Route?
  ) {
    self.route = route
    self.tls = tls
  }
}

/// The host and the port that `CONNECT` names.
struct TunnelTarget: Equatable, CustomStringConvertible {
  /// The host in lower case, IPv6 with brackets.
  let host: String
  let port: Int

  var description: String { "\(host):\(port)" }
}
