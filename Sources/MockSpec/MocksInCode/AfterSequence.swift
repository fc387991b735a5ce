/// The behavior of a request after the last step of its sequence.
public enum AfterSequence: String, Sendable, CaseIterable {
  /// The last step answers all further calls.
  case stay
  /// The sequence starts again.
  case restart
  /// The request no longer matches; the next matching request answers.
  case fallThrough
}
