import NIOCore
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
  ///
  /// - Parameter bytes: The bytes that the decoder was reading.
  init?(decoding error: any Error, in bytes: ByteBuffer?) {
    guard let error = error as? HTTPParserError else { return nil }
    switch error {
    case .headerOverflow:
      self.init(
        status: 431, "the request has more than 256 header fields, or its target or a field is larger than 80 KiB")
    case .invalidMethod, .paused:
      self.init("expected an HTTP/1.1 request with a known method; HTTPS and HTTP/2 aren't supported")
    case .invalidVersion where bytes?.hasVersionWithoutLineEnd == true:
      self.init("the request line must end with CR LF right after the version")
    case .invalidVersion:
      self.init(status: 505, "only HTTP/1.1 and HTTP/1.0 are supported")
    case .invalidURL:
      self.init("the request target has characters that must be percent-encoded")
    case .invalidConstant:
      self.init("expected HTTP/1.1 after the request target; a space in the target must be percent-encoded")
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

extension ByteBuffer {
  /// Whether a supported version isn't followed by CR LF.
  fileprivate var hasVersionWithoutLineEnd: Bool {
    var rest = readableBytesView[...]
    while let version = rest.firstRange(of: "HTTP/1.".utf8) {
      rest = rest[version.upperBound...]
      guard let digit = rest.popFirst() else { return false }
      if digit == UInt8(ascii: "0") || digit == UInt8(ascii: "1"), !rest.starts(with: "\r\n".utf8) { return true }
    }
    return false
  }
}
