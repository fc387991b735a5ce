// The journal as text, for reports of missing calls.
extension MockSession {
  /// Returns the last calls that a request answered, each on an indented line, or the last calls of all requests if it
  /// answered none. The text begins with a line break unless it is empty.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - marking: Marks the calls for which it returns true; `nil` for no marks.
  package func text(ofCallsTo request: String, marking: ((CallRecord) -> Bool)? = nil) -> String {
    let (calls, limit) = (self.calls, 10)
    let answered = calls.filter { $0.requestName == request }
    let shown = answered.isEmpty ? calls : answered
    var lines = shown.suffix(limit).map { call in
      "  " + (answered.isEmpty ? "" : marking.map { $0(call) ? "✓ " : "✗ " } ?? "") + call.description
    }
    if shown.count > limit { lines.insert("  … \(shown.count - limit) earlier", at: 0) }
    if answered.isEmpty, !calls.isEmpty { lines.insert("other calls:", at: 0) }
    return lines.map { "\n" + $0 }.joined()
  }
}
