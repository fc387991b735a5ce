package import MockSpec
package import MockSpecControl

/// The parts and settings that the connections of a server share.
package struct ServerContext: Sendable {
  /// Decides the calls.
  package var mocks: any Deciding
  /// The control API; `nil` if it is off.
  package var control: MockControl?
  /// Whether the control API has the port of mocks.
  package var sharesPort = true
  /// The place where the server publishes its counts; `nil` for none.
  package var metrics: MetricsSources?
  /// Called after each call, on an event loop.
  package var onCall: (@Sendable (ServedCall) -> Void)?
  /// Called with a message if connections can't be accepted, on an event loop.
  package var onNotice: (@Sendable (String) -> Void)?
  /// The name of this server in `Via` fields (RFC 9110 §7.6.3), which differs from those of other servers.
  package var pseudonym = "mockspec-" + String(UInt32.random(in: 1...UInt32.max), radix: 16)
  /// Returns the time for `Date` fields, in seconds since 1970.
  package var currentSecond: @Sendable () -> Int = HTTPDate.currentSecond
  /// The limits on sizes, times and connections.
  package var limits = Limits()
  /// TLS on the connections of clients; `nil` for plain HTTP.
  package var tls: (any ServerTLS)?
  /// TLS on connections to origins with the scheme `https`.
  package var clientTLS: any ClientTLS = MissingTLS.inServer
  /// The configuration of the proxy; `nil` if the server isn't one.
  package var proxy: ProxyContext?
  /// The addresses of all servers of this program, to which nothing is forwarded.
  package var ownAddresses = OwnAddresses()
  /// The scheme of the server's URL.
  package var scheme: String { tls == nil ? "http" : "https" }

  /// Limits on sizes and times.
  package struct Limits: Sendable {
    /// The limits that users change.
    package var server = ServerLimits()
    /// The time after which the minimum rate of a body applies.
    package var bodyGrace = Duration.seconds(20)
    /// How long a client's bytes are read and ignored after its last reply, unless it ends its side of the connection.
    package var linger = Duration.seconds(2)
    /// How long the client of a stream has to read what was sent, before the connection is closed.
    package var writeTimeout = Duration.seconds(10)
  }

  package init(_ mocks: any Deciding, onCall: (@Sendable (ServedCall) -> Void)? = nil) {
    self.mocks = mocks
    self.onCall = onCall
  }

  /// Creates the context of a server whose decisions a closure makes, without a project.
  package init(
    decide: @escaping @Sendable (MockCall) -> Decision, timeout: Duration,
    onCall: (@Sendable (ServedCall) -> Void)? = nil
  ) {
    self.init(ClosureDecisions(timeout: timeout, decide), onCall: onCall)
  }

  /// Returns the assembly for the calls of a connection.
  func makeAssembly() -> CallAssembly {
    CallAssembly(bodyLimit: limits.server.bodyBytes, control: control, sharesPort: sharesPort)
  }
}
