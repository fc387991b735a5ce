package import HTTPTypes

extension Reply {
  /// The part of a reply that is sent before the connection breaks.
  package struct Part {
    package enum Framing {
      /// `Content-Length`, of the whole body.
      case length(Int)
      case chunked
      /// The reply has no body and ends with its head (RFC 9112 §6.3).
      case none
    }

    package let status: Int
    /// The fields without those that describe the framing and the connection.
    package let fields: HTTPFields
    package let framing: Framing
    /// Empty for `HEAD`.
    package let body: BodyPieces
    /// Whether the reply ends with its head. Clients then can't notice the break.
    package let isWhole: Bool
    package let fault: Fault
  }

  /// Returns the part that is sent before a fault; `nil` if nothing is sent.
  ///
  /// - Parameter sendsBody: Whether the body is sent; false for `HEAD`.
  func part(before fault: Fault, sendsBody: Bool, _ sizes: BodyPieces.Sizes) -> Part? {
    let hasNoBody = status == 204 || status == 304
    let sent: (framing: Part.Framing, body: ArraySlice<UInt8>)
    switch fault {
    // An empty body can't be truncated, so one byte is announced.
    case .truncatedBody: sent = (.length(max(1, content.count)), content.prefix(content.count / 2))
    case .malformedChunk: sent = (.chunked, content)
    case .connectionReset, .emptyResponse, .hang: return nil
    }
    let isWhole = hasNoBody || !sendsBody
    return Part(
      status: status, fields: fields.withoutFraming, framing: hasNoBody ? .none : sent.framing,
      body: BodyPieces(isWhole ? [] : sent.body, sizes), isWhole: isWhole, fault: fault)
  }
}

extension HTTPFields {
  /// The fields without those that describe the framing and the connection. A spec's values aren't sent, since a wrong
  /// one would make the client misread this reply or the next.
  package var withoutFraming: HTTPFields {
    var fields = self
    for name in [.contentLength, .transferEncoding, .connection] as [HTTPField.Name] where fields.contains(name) {
      fields[name] = nil
    }
    return fields
  }
}
