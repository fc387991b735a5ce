/// The origins whose pages can call the mocks of a server from a browser (CORS).
package enum AllowedOrigins: Sendable, Hashable {
  /// CORS is off.
  case none
  /// Any origin, including `null`, which browsers send for files.
  case all
  /// These origins, as browsers send them in `Origin` fields.
  case only(Set<String>)

  /// Allows a list of origins.
  package init(_ origins: [Origin]) { self = .only(Set(origins.map(\.withoutDefaultPort.description))) }

  /// Returns whether the value of an `Origin` field is allowed.
  package func contains(_ origin: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .only(let origins): origins.contains(origin)
    }
  }
}

extension Origin {
  fileprivate var withoutDefaultPort: Origin {
    Origin(scheme: scheme, host: host, port: port == RequestMatcher.defaultPort(scheme) ? nil : port)
  }
}
