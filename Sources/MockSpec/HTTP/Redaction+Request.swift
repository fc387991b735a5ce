import HTTPTypes

/// Requests as they may be stored and printed.
extension Redaction {
  /// Shares everything that isn't secret with the request. A longer body is cut by a copy of its beginning: a slice
  /// would hold on to all of it.
  func journaled(_ request: MockRequest, bodyLimit: Int) -> MockRequest {
    var shown = request
    if request.fields.contains(where: { isSecret($0.name) }) {
      shown.fields = HTTPFields(
        request.fields.map { HTTPField(name: $0.name, value: self.shown($0.value, of: $0.name.canonicalName)) })
    }
    // What isn't secret isn't set: the request would be copied.
    if let query = request.query, hasSecret(query) { shown.query = self.shown(query: query) }
    if request.body.count > bodyLimit { shown.body = Array(request.body[..<bodyLimit]) }
    if !shown.body.isEmpty, mayHoldSecret(shown.body) { shown.body = [] }
    return shown
  }

  /// A query, without the values of secret names.
  func shown(query: String) -> String {
    guard hasSecret(query) else { return query }
    return Self.pieces(of: query).map { piece in
      guard let value = secretValue(of: piece) else { return String(piece) }
      return piece[..<value.startIndex] + Self.redacted(PercentText.decode(value))
    }.joined(separator: "&")
  }

  private func hasSecret(_ query: String) -> Bool {
    Self.pieces(of: query).contains { secretValue(of: $0) != nil }
  }

  private static func pieces(of query: String) -> [Substring] {
    query.split(separator: "&", omittingEmptySubsequences: false)
  }

  /// A request's target (RFC 9112 §3.2), without the values of secret names.
  package func shown(target: String) -> String {
    guard let mark = target.firstIndex(of: "?") else { return target }
    return target[...mark] + shown(query: String(target[target.index(after: mark)...]))
  }

  private func secretValue(of piece: Substring) -> Substring? {
    guard let mark = piece.firstIndex(of: "="), isSecret(PercentText.decode(piece[..<mark])) else { return nil }
    return piece[piece.index(after: mark)...]
  }
}
