/// What happens after the last step of a sequence.
public enum AfterSequence: String, Sendable, CaseIterable {
  /// The last step goes on answering.
  case stay
  /// The sequence begins again.
  case restart
  /// The request stops matching, and the next candidate answers.
  case fallThrough
}
