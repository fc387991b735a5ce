import NIOHTTP1

/// An error answer to bytes that are malformed, not allowed by HTTP, or too large, and don't reach the engine.
///
/// The connection is closed after it, since the start of the next request is unknown.
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
  /// Creates the refusal for an error of the decoder; `nil` for other errors, such as a lost connection.
  init?(decoding error: any Error) {
    guard let error = error as? HTTPParserError else { return nil }
    switch error {
    case .headerOverflow:
      self.init(status: 431, "the request's target or header fields are too large")
    case .invalidMethod, .paused:
      self.init("expected an HTTP/1.1 request with a known method; HTTPS and HTTP/2 aren't supported")
    case .invalidVersion:
      self.init(status: 505, "only HTTP/1.1 and HTTP/1.0 are supported")
    case .invalidURL:
      self.init("the request target is malformed")
    case .invalidHeaderToken:
      self.init("a header field is malformed")
    case .invalidContentLength, .unexpectedContentLength:
      self.init("'Content-Length' is malformed")
    case .invalidChunkSize:
      self.init("a chunk of the body has a malformed size")
    case .invalidEOFState:
      self.init("the request ended early")
    default:
      self.init("the request's framing is malformed")
    }
  }

  static func bodyTooLarge(limit: Int) -> Refusal {
    Refusal(status: 413, "the body is larger than \(limit) bytes")
  }
}
