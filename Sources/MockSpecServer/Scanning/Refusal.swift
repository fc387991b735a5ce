/// An error reply to bytes that are malformed, not allowed by HTTP, or too large, and don't reach the engine.
///
/// It ends a connection with HTTP/1.1, since the start of the next call is unknown, and a stream of HTTP/2.
struct Refusal: Error, Equatable {
  let status: Int
  /// A message without a full stop.
  let reason: String

  init(status: Int = 400, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

extension Refusal {
  static func bodyTooLarge(limit: Int) -> Refusal {
    Refusal(status: 413, "the body is larger than \(limit) bytes")
  }
}
