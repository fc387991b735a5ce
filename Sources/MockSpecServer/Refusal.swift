import NIOHTTP1

/// An answer to bytes that never reach the engine: not HTTP, not allowed by HTTP, or too large. The connection is closed
/// after it, since nobody knows where the next request would begin.
struct Refusal: Error, Equatable {
  let status: Int
  /// For a person, without a full stop.
  let reason: String

  init(status: Int = 400, _ reason: String) {
    self.status = status
    self.reason = reason
  }
}

extension Refusal {
  /// `nil` for what isn't the decoder's error, such as a lost connection.
  init?(decoding error: any Error) {
    guard let error = error as? HTTPParserError else { return nil }
    switch error {
    case .headerOverflow:
      self.init(status: 431, "the request's target or header fields are too large")
    case .invalidMethod, .paused:
      self.init("not a request in HTTP/1.1 with a known method; HTTPS and HTTP/2 are not spoken here")
    case .invalidVersion:
      self.init(status: 505, "only HTTP/1.1 and HTTP/1.0 are spoken here")
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
      self.init("the request is malformed: a line's end, or 'Content-Length' together with 'Transfer-Encoding'")
    }
  }

  static func bodyTooLarge(limit: Int) -> Refusal {
    Refusal(status: 413, "the body is larger than \(limit) bytes")
  }
}
