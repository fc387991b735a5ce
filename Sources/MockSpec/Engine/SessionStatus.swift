/// A session of an engine, as listed by ``MockEngine/sessions``.
public struct SessionStatus: Sendable, Hashable {
  /// The ID.
  public let id: SessionID
  /// When the session was begun, since 1970-01-01 UTC.
  public let begun: Duration
  /// When the session was last used, since 1970-01-01 UTC.
  public let lastUsed: Duration
  /// The number of calls since the start or the last ``MockSession/clearCalls()``, including those that are no longer
  /// stored.
  public let callCount: Int
}
