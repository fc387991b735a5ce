import MockSpec
import MockSpecDiagnostics

/// The text of a call in the journal: the call, how it was answered, its fields and body, and why no request matches.
///
///     POST https://api.example.com/login → 503 (Login: Offline, by selection)
///     Content-Type: application/json
///
///     {"user": "a"}
enum CallDetails {
  /// The maximum number of bytes of a body that are shown.
  private static let bodyLimit = 16 << 10

  static func text(_ record: CallRecord, _ session: MockSession) -> String {
    let record = record.redacted
    var parts = [([record.description] + record.fields.map { "\($0.name): \($0.value)" }).joined(separator: "\n")]
    if record.bodySize > 0 { parts.append(body(record)) }
    // The reason why the current mocks don't match. They can have changed since the call.
    if record.outcome == .unmatched {
      // The explanation compares the values that the client sent, and redacts them itself.
      let stored = session.calls.first { $0.number == record.number } ?? record
      parts.append(session.explain(stored).text)
    }
    // Control characters of the call are made visible.
    return parts.joined(separator: "\n\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map { DisplayText(String($0)).text }.joined(separator: "\n")
  }

  private static func body(_ record: CallRecord) -> String {
    let part = record.body.prefix(bodyLimit)
    // A part can end in the middle of a character, which has up to four bytes.
    let texts = (0..<4).lazy.compactMap { String(validating: part.dropLast($0), as: UTF8.self) }
    let note = record.bodyNote
    guard let text = texts.first, !text.isEmpty else {
      return "(a body of \(record.bodySize) bytes\(note.map { "; \($0)" } ?? ""))"
    }
    let count = text.utf8.count
    if count < record.body.count { return "\(text)\n(the first \(count) of \(record.bodySize) bytes)" }
    return note.map { "\(text)\n(\($0))" } ?? text
  }
}
