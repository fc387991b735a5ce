import HTTPTypes

// The redaction of calls.
extension Redaction {
  /// Returns a call without the secrets in its header fields and its query.
  func redactingHead(of call: MockCall) -> MockCall {
    var shown = call
    if hasSecret(call.storedFields) { shown.ownFields = self.shown(call.ownFields) }
    if hidesImplied, let implied = call.impliedFields { shown.imply { self.shown(implied()) } }
    // Each assignment copies the call's storage, so values are assigned only if they change.
    if let query = call.query, hasSecret(query) { shown.query = self.shown(query: query) }
    return shown
  }

  private func hasSecret(_ fields: StoredFields) -> Bool {
    switch fields {
    case .parsed(let fields): fields.contains { isSecret($0.name) }
    case .lines(let lines): lines.contains { isSecret($0) }
    }
  }

  private func shown(_ fields: HTTPFields) -> HTTPFields {
    HTTPFields(fields.map { HTTPField(name: $0.name, value: shown($0.value, of: $0.name.canonicalName)) })
  }

  /// Returns a query with the values of secret names redacted.
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

  /// Returns a call's target (RFC 9112 §3.2) with the values of secret names redacted.
  package func shown(target: String) -> String {
    guard let mark = target.firstIndex(of: "?") else { return target }
    return target[...mark] + shown(query: String(target[target.index(after: mark)...]))
  }

  private func secretValue(of piece: Substring) -> Substring? {
    guard let mark = piece.firstIndex(of: "="), isSecret(PercentText.decode(piece[..<mark])) else { return nil }
    return piece[piece.index(after: mark)...]
  }
}
