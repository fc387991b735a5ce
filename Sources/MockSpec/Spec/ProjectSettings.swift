package import MockSpecDiagnostics

/// The settings of a project file, with defaults for missing keys.
public struct ProjectSettings: Sendable, Hashable {
  /// The action for a call that no request matches.
  public enum Unmatched: String, Sendable, CaseIterable {
    /// The call fails: 404 on a server, an error in process.
    case error
    /// The call is sent to its real destination.
    case passthrough
  }

  /// The settings of the server.
  public struct Server: Sendable, Hashable {
    /// The host name or address on which the server listens.
    public var host = "127.0.0.1"
    /// The port on which the server listens; 0 for any free port.
    public var port = 8080
    /// The number of threads that handle connections; 0 for one per processor core.
    public var threads = 1
    /// The origins whose pages can call the mocks from a browser.
    package var cors = AllowedOrigins.none
    /// The limits on connections and calls.
    package var limits = ServerLimits()
    /// The certificates for TLS.
    package var tls = TLS()

    /// The certificates of a server. Without any, it uses plain HTTP.
    package struct TLS: Sendable, Hashable {
      /// Whether a local authority signs the certificates.
      package var usesAuthority = false
      /// The file of a certificate.
      package var certificate: NamedFile?
      /// The file of the certificate's private key.
      package var key: NamedFile?
    }

    /// A file named by the project file. It can be outside the project, and only the server reads it.
    package struct NamedFile: Sendable, Hashable {
      /// The path as written.
      package let path: String
      /// The folder for a relative path; absolute.
      package let folder: String
      /// The location of the path.
      package let range: SourceRange

      package static func == (one: Self, other: Self) -> Bool { one.path == other.path && one.folder == other.folder }

      package func hash(into hasher: inout Hasher) { hasher.combine(path) }
    }
  }

  /// The action for a call that no request matches.
  public var unmatched = Unmatched.error
  /// The timeout of outcomes that may never end, such as `error: timedOut` on a server, the fault `hang` and closures.
  /// It doesn't apply to `delay`.
  public var timeout = Duration.seconds(15)
  /// The settings of the server.
  public var server = Server()
  /// The names whose values are secret.
  public var redaction = Redaction()
  /// The seed of the random values and of the fakes in templates.
  package var seed = TemplateSeed.standard
  /// The origins to which mocks may make calls.
  package var allowedCallbacks: [Origin] = []
  /// The hosts whose calls are sent to their real destination.
  var passthrough: [HostPattern] = []
  /// The delay of responses without a delay. It isn't set by the project file, which has `defaults` for this.
  var delay: Duration?

  /// Creates the default settings.
  public init() {}

  /// Whether calls can be sent to their real destination without a response with `passthrough`.
  package var passesCallsThrough: Bool { unmatched == .passthrough || !passthrough.isEmpty }

  /// Returns whether calls to a host are sent to their real destination.
  func passesThrough(_ host: String?) -> Bool {
    guard !passthrough.isEmpty, let host else { return false }
    return passthrough.contains { $0.matches(host) }
  }
}
