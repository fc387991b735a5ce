package import MockSpec
package import MockSpecControl

/// What connections need to answer calls. The engine is represented by functions, so that tests can replace it.
package struct ServerContext: Sendable {
  /// Decides a call. Called on all event loops at the same time.
  package var decide: @Sendable (MockCall) -> Decision
  /// Decides a call before its body arrives; `nil` if the body is needed, or if the call isn't sent to another server.
  package var decideWithoutBody: @Sendable (MockCall) -> UploadDecision? = { _ in nil }
  /// What is needed to repeat decisions; `nil` if none is repeated.
  package var repeating: Repeating?
  /// Returns the project's timeout: how long `error: timedOut` holds a connection.
  package var timeout: @Sendable () -> Duration
  /// Returns whether the project names an origin, so that calls can pass through to it.
  package var mayPassThrough: @Sendable (Origin) -> Bool
  /// Returns whether calls can pass through although no response says so.
  package var passesCallsThrough: @Sendable () -> Bool = { false }
  /// The control API; `nil` if it is off.
  package var control: MockControl?
  /// Where the server publishes its counts; `nil` for none.
  package var metrics: MetricsSources?
  /// Called after each call, on an event loop.
  package var onCall: (@Sendable (ServedCall) -> Void)?
  /// Called with a message if connections can't be accepted, on an event loop.
  package var onNotice: (@Sendable (String) -> Void)?
  /// Returns the values of a call's target that aren't logged.
  package var redaction: @Sendable () -> Redaction = { Redaction() }
  /// Returns the origins whose pages can call the mocks.
  package var allowedOrigins: @Sendable () -> AllowedOrigins = { .none }
  /// Returns whether a request that names the method `OPTIONS` answers a call.
  package var answersOptions: @Sendable (MockCall) -> Bool = { _ in false }
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
  /// What makes the server a proxy; `nil` if it isn't one.
  package var proxy: ProxyContext?
  /// The addresses of all servers of this program, to which nothing is forwarded.
  package var ownAddresses = OwnAddresses()
  /// The scheme of the server's URL.
  package var scheme: String { tls == nil ? "http" : "https" }

  /// How decisions are made that hold for equal calls.
  package struct Repeating: Sendable {
    /// Returns the version of what decisions depend on.
    var version: @Sendable () -> Int
    /// Decides a call with a version that was read before, see `MockEngine.decideRepeatably(_:version:)`.
    var decide: @Sendable (MockCall, _ version: Int) -> (decision: Decision, repeatable: RepeatableCall?)

    init(_ engine: MockEngine) {
      version = { engine.session.version }
      decide = { engine.decideRepeatably($0, version: $1) }
    }
  }

  /// Limits on sizes and times.
  package struct Limits: Sendable {
    /// The limits that users change.
    package var server = ServerLimits()
    /// The time after which the rate of a body counts.
    package var bodyGrace = Duration.seconds(20)
    /// How long a client's bytes are read and ignored after its last reply, unless it ends its side of the connection.
    package var linger = Duration.seconds(2)
    /// How long the client of a stream has to read what was sent, before the connection is closed.
    package var writeTimeout = Duration.seconds(10)
  }

  package init(
    decide: @escaping @Sendable (MockCall) -> Decision, timeout: @escaping @Sendable () -> Duration,
    mayPassThrough: @escaping @Sendable (Origin) -> Bool = { _ in false },
    onCall: (@Sendable (ServedCall) -> Void)? = nil
  ) {
    self.decide = decide
    self.timeout = timeout
    self.mayPassThrough = mayPassThrough
    self.onCall = onCall
  }

  /// Returns the assembly for the calls of a connection.
  func makeAssembly() -> CallAssembly { CallAssembly(bodyLimit: limits.server.bodyBytes, control: control) }
}
