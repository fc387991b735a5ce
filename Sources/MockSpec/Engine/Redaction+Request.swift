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
    shown.query = request.query.map { self.shown(query: $0) }
    if request.body.count > bodyLimit { shown.body = Array(request.body[..<bodyLimit]) }
    if mayHoldSecret(shown.body) { shown.body = [] }
    return shown
  }

  /// A query, without the values of secret names.
  func shown(query: String) -> String {
    let pieces = query.split(separator: "&", omittingEmptySubsequences: false)
    guard pieces.contains(where: { secretValue(of: $0) != nil }) else { return query }
    return pieces.map { piece in
      guard let value = secretValue(of: piece) else { return String(piece) }
      return piece[..<value.startIndex] + Self.redacted(PercentText.decode(value))
    }.joined(separator: "&")
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
