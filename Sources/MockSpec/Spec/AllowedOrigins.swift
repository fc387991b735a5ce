import HTTPTypes

/// The origins whose pages can call the mocks of a server from a browser (CORS).
package enum AllowedOrigins: Sendable, Hashable {
  /// CORS is off.
  case none
  /// Any origin, including `null`, which browsers send for files.
  case all
  /// These origins, as browsers send them in `Origin` fields.
  case only(Set<String>)

  /// Allows a list of origins, such as `http://localhost:5173`, `capacitor://localhost` or `null`.
  package init(_ origins: [String]) { self = .only(Set(origins.map(Self.sent))) }

  /// Returns an origin as browsers send it. Those of extensions and of apps with a scheme of their own are kept as they are
  /// written, since a host such as an ID can have capital letters.
  private static func sent(_ text: String) -> String {
    if let origin = Origin(text) { return origin.withoutDefaultPort.description }
    let scheme = text.prefix { $0 != ":" }
    return scheme.lowercased() + text[scheme.endIndex...]
  }

  /// Returns whether the value of an `Origin` field is allowed.
  package func contains(_ origin: String) -> Bool {
    switch self {
    case .none: false
    case .all: true
    case .only(let origins): origins.contains(origin)
    }
  }
}

// The CORS protocol: <https://fetch.spec.whatwg.org/#http-cors-protocol>.
extension AllowedOrigins {
  /// Whether the page that makes a call can read the reply.
  package enum Access: Sendable {
    case granted(origin: String)
    case denied(origin: String)
  }

  /// Returns the access of the page that makes a call; `nil` if CORS is off or the call doesn't need access. Only calls of
  /// pages with another origin than the server's need it.
  ///
  /// - Parameters:
  ///   - origins: The values of the call's `Origin` fields.
  ///   - host: The value of its `Host` field.
  package func access(origins: [String], host: @autoclosure () -> String?) -> Access? {
    if case .none = self { return nil }
    guard origins.count == 1, let origin = origins.first, !origin.isEmpty,
      origin.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return nil }
    if contains(origin) { return .granted(origin: origin) }
    return host().map { ["http://" + $0, "https://" + $0].contains(origin) } == true ? nil : .denied(origin: origin)
  }

  /// Returns the access that the reply to a preflight grants or denies; `nil` for other calls.
  ///
  /// The server answers preflights itself, unless the project has a request with the method `OPTIONS` for the path.
  func preflight(_ call: MockCall) -> Access? {
    guard call.method == "OPTIONS", call.fields.contains(.accessControlRequestMethod) else { return nil }
    return access(origins: call.fields[values: .origin], host: call.fields[.host])
  }
}

extension Origin {
  fileprivate var withoutDefaultPort: Origin {
    Origin(scheme: scheme, host: host, port: port == RequestMatcher.defaultPort(scheme) ? nil : port)
  }
}
