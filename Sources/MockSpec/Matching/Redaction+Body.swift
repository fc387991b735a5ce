import HTTPTypes

// The redaction of bodies.
extension Redaction {
  /// Returns a call without its secrets.
  func redacted(_ call: MockCall) -> MockCall { redactingBody(of: redactingHead(of: call)) }

  /// Returns a reply without its secrets. A body that contains a secret name, but can't be read, is removed.
  ///
  /// - Parameter isCut: Whether its body is only a beginning.
  func redacted(_ reply: Reply, isCut: Bool) -> Reply {
    let fields = HTTPFields(
      reply.fields.map { HTTPField(name: $0.name, value: shown($0.value, of: $0.name.canonicalName)) })
    let body = reply.body
    let visible = mayHoldSecret(body) ? redacted(body, type: reply.fields[.contentType], isCut: isCut) ?? [] : body
    return Reply(status: reply.status, fields: fields, body: visible, isShared: false)
  }

  /// Returns the messages over a WebSocket without their secrets. A content that contains a secret name, but can't be read, is
  /// removed.
  func redacted(_ traffic: SocketTraffic) -> SocketTraffic {
    var shown = traffic
    for index in shown.messages.indices {
      let message = shown.messages[index].message
      guard mayHoldSecret(message.content) else { continue }
      shown.messages[index].message = SocketMessage(
        isText: message.isText, content: redacted(message.content, type: nil) ?? [])
    }
    return shown
  }

  /// Returns a call in whose body the secret values are replaced: those of JSON at any depth, of forms and of multipart parts.
  ///
  /// A body that contains a secret name, but can't be read, is removed.
  private func redactingBody(of call: MockCall) -> MockCall {
    if call.body.isEmpty || isOnlyAlways { return call }
    var shown = call
    var body = call.body
    if call.hasContentCoding {
      let coding = ContentCoding(call)
      if let problem = coding.problem {
        // A compressed body can contain any name.
        shown.body = []
        shown.storedBody.hiddenReason = "its secrets can't be found: \(problem)"
        return shown
      }
      body = coding.content
    }
    guard mayHoldSecret(body) else { return call }
    let type = call.values(of: .contentType).first
    if let redacted = redacted(body, type: type, isCut: call.storedBody.cut != nil) {
      shown.body = redacted
      shown.storedBody.isRedacted = redacted != body
      shown.storedBody.isDecoded = call.hasContentCoding
    } else {
      shown.body = []
      let name = secretName(in: body).map { "'\($0)'" } ?? "a name in 'redact'"
      shown.storedBody.hiddenReason =
        "it contains \(name), and is neither JSON nor a form in which the value can be hidden"
    }
    return shown
  }

  /// Returns a body without its secret values; `nil` if it can't be read.
  ///
  /// - Parameters:
  ///   - type: The value of the `Content-Type` field.
  ///   - isCut: Whether it is only the beginning of a body.
  func redacted(_ body: [UInt8], type: String?, isCut: Bool = false) -> [UInt8]? {
    if let json = JSONSecrets(body, self) { return Self.replacing(json.found, in: body) }
    let fields = type.map { FieldParameters($0) }
    switch fields?.value {
    case "multipart/form-data": return redactedParts(body, type: type, isCut: isCut)
    case "application/x-www-form-urlencoded", nil:
      guard let text = String(validating: body, as: UTF8.self), !text.contains("\n") else { return nil }
      return redactedForm(text)
    default: return nil
    }
  }

  /// Returns a form in which the values of secret names are replaced, and those that contain one.
  private func redactedForm(_ form: String) -> [UInt8]? {
    let pieces = form.split(separator: "&", omittingEmptySubsequences: false)
    guard pieces.allSatisfy({ $0.isEmpty || $0.contains("=") || !mayHoldSecret(String($0)) }) else { return nil }
    let shown = pieces.map { piece -> String in
      guard let mark = piece.firstIndex(of: "=") else { return String(piece) }
      let value = PercentText.decode(piece[piece.index(after: mark)...])
      guard isSecret(PercentText.decode(piece[..<mark])) || mayHoldSecret(value) else { return String(piece) }
      return piece[...mark] + Self.redacted(value)
    }
    return Array(shown.joined(separator: "&").utf8)
  }

  /// Returns a multipart body in which the contents of secret parts are replaced, and those that contain a secret.
  private func redactedParts(_ body: [UInt8], type: String?, isCut: Bool) -> [UInt8]? {
    guard let places = try? MultipartBody.places(body, type: type, isCut: isCut) else { return nil }
    var found: [(range: Range<Int>, replacement: String)] = []
    for place in places {
      let content = Array(body[place.content])
      if let name = place.name, isSecret(name) {
        found.append((place.content, Self.redacted(String(decoding: content, as: UTF8.self))))
      } else if mayHoldSecret(content) {
        let shown = redacted(content, type: place.type).map { String(decoding: $0, as: UTF8.self) }
        found.append((place.content, shown ?? Self.hidden))
      }
    }
    return Self.replacing(found, in: body)
  }

  private static func replacing(_ found: [(range: Range<Int>, replacement: String)], in body: [UInt8]) -> [UInt8] {
    var shown: [UInt8] = []
    shown.reserveCapacity(body.count)
    var copied = 0
    for (range, replacement) in found {
      shown += body[copied..<range.lowerBound]
      shown += replacement.utf8
      copied = range.upperBound
    }
    return shown + body[copied...]
  }
}
