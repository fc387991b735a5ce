/// The hosts whose calls a proxy accepts: those that a project's requests name, and those that pass through.
package struct ProxiedHosts: Sendable {
  /// What a proxy does with calls of a host.
  package enum Route: Sendable {
    /// They are decided like all calls.
    case mocked
    /// They are sent to their real destination before any request is considered.
    case passedThrough
  }

  private struct Named: Sendable, Hashable {
    let scheme: String?
    let host: HostPattern
    let port: Int?

    /// Returns whether this is a scheme and a port; without a port, it is the scheme's own.
    func includes(_ scheme: String, _ port: Int) -> Bool {
      (self.scheme ?? scheme) == scheme && (self.port ?? Self.port(of: scheme)) == port
    }

    static func port(of scheme: String) -> Int { scheme == "https" ? 443 : 80 }
  }

  private let passthrough: [HostPattern]
  private let named: [Named]

  package init(_ sets: ResponseSets) {
    passthrough = sets.settings.passthrough
    var named: Set<Named> = []
    for set in sets.all {
      guard let host = set.matcher.host?.value else { continue }
      named.insert(Named(scheme: set.matcher.scheme?.value, host: host, port: set.matcher.port?.value))
    }
    self.named = Array(named)
  }

  /// Returns what a proxy does with calls of a host; `nil` if it refuses them, since the project doesn't name the host with this
  /// scheme and this port.
  ///
  /// - Parameters:
  ///   - scheme: `http` or `https`.
  ///   - host: The host in lower case.
  ///   - port: The port.
  package func route(scheme: String, host: String, port: Int) -> Route? {
    let isNamed = named.contains { $0.host.matches(host) && $0.includes(scheme, port) }
    if passthrough.contains(where: { $0.matches(host) }) {
      return isNamed || port == Named.port(of: scheme) ? .passedThrough : nil
    }
    return isNamed ? .mocked : nil
  }

  /// The patterns of the hosts, such as `api.example.com` and `*.example.org`, in their order.
  package var patterns: [String] { Set((named.map(\.host) + passthrough).map(\.description)).sorted() }

  /// The schemes, the patterns of hosts and the ports of the calls that a proxy accepts, in the order of the patterns.
  package var origins: [(scheme: String, pattern: String, port: Int)] {
    let passed = passthrough.map { Named(scheme: nil, host: $0, port: nil) }
    var origins: Set<Named> = []
    for named in named + passed {
      for scheme in ["http", "https"] where (named.scheme ?? scheme) == scheme {
        origins.insert(Named(scheme: scheme, host: named.host, port: named.port ?? Named.port(of: scheme)))
      }
    }
    return origins.map { ($0.scheme!, $0.host.description, $0.port!) }
      .sorted { ($0.pattern, $0.scheme, $0.port) < ($1.pattern, $1.scheme, $1.port) }
  }

  /// The patterns of the hosts that pass through.
  package var passedPatterns: [String] { passthrough.map(\.description).sorted() }

  /// The patterns of the hosts that are mocked with the scheme `https`.
  package var encryptedPatterns: [String] {
    Set(named.filter { $0.scheme != "http" }.map(\.host.description)).sorted()
  }
}
