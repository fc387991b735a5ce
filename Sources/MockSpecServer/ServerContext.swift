package import MockSpec

/// What every connection needs to answer: the engine's side as functions, so that tests can decide freely.
package struct ServerContext: Sendable {
  /// Any thread, several at a time.
  package var decide: @Sendable (MockRequest) -> Decision
  /// How long `error: timedOut` holds a connection.
  package var timeout: @Sendable () -> Duration
  /// Whether the project names an origin, so that a request may pass through to it.
  package var mayPassThrough: @Sendable (Origin) -> Bool
  package var onRequest: (@Sendable (ServedRequest) -> Void)?
  /// Which values of a request's target aren't to be logged.
  package var redaction: @Sendable () -> Redaction = { Redaction() }
  /// How this server signs what it forwards; other servers that forward have names of their own.
  package let pseudonym = "mockspec-" + String(UInt32.random(in: 1...UInt32.max), radix: 16)
  package var limits = Limits()

  package struct Limits: Sendable {
    /// Of a request's body, in bytes; more is answered with 413.
    package var body = 64 << 20
    /// How long `stop()` waits for answers under way.
    package var grace = Duration.seconds(2)
    /// How long a refused client's remaining bytes are read and dropped. Closing with unread bytes would reset the
    /// connection and could destroy the answer before the client has read it (RFC 9112 §9.6).
    package var linger = Duration.seconds(2)
  }

  package init(
    decide: @escaping @Sendable (MockRequest) -> Decision, timeout: @escaping @Sendable () -> Duration,
    mayPassThrough: @escaping @Sendable (Origin) -> Bool = { _ in false },
    onRequest: (@Sendable (ServedRequest) -> Void)? = nil
  ) {
    self.decide = decide
    self.timeout = timeout
    self.mayPassThrough = mayPassThrough
    self.onRequest = onRequest
  }
}
