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

    /// The fields without those that describe the framing and the connection.
    package let fields: HTTPFields
    package let framing: Framing
    /// Empty for `HEAD`.
    package let body: ArraySlice<UInt8>
    /// Whether the reply ends with its head. Clients then can't notice the break.
    package let isWhole: Bool
  }

  /// Returns the part that is sent before a fault; `nil` if nothing is sent.
  ///
  /// - Parameter sendsBody: Whether the body is sent; false for `HEAD`.
  package func part(before fault: Fault, sendsBody: Bool) -> Part? {
    let hasNoBody = status == 204 || status == 304
    let sent: (framing: Part.Framing, body: ArraySlice<UInt8>)
    switch fault {
    // An empty body can't be truncated, so one byte is announced.
    case .truncatedBody: sent = (.length(max(1, content.count)), content.prefix(content.count / 2))
    case .malformedChunk: sent = (.chunked, content)
    case .connectionReset, .emptyResponse, .hang: return nil
    }
    var fields = fields
    for name in [.contentLength, .transferEncoding, .connection] as [HTTPField.Name] { fields[name] = nil }
    return Part(
      fields: fields, framing: hasNoBody ? .none : sent.framing, body: sendsBody && !hasNoBody ? sent.body : [],
      isWhole: hasNoBody || !sendsBody)
  }
}
