import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The source of a call's body in URLSession.
enum CallBody {
  case none
  case bytes([UInt8])
  case file(URL)
  case stream(InputStream)
  /// `ask` asks the session's delegate for a stream, which may be `nil`.
  case delegate(ask: (@escaping @Sendable (InputStream?) -> Void) -> Void)

  /// The body of a request. The body of an upload isn't in its request.
  init(of request: URLRequest) {
    if let data = request.httpBody, !data.isEmpty {
      self = .bytes([UInt8](data))
    } else {
      self = request.httpBodyStream.map { .stream($0) } ?? .none
    }
  }

  /// How the body is sent.
  var framing: BodyFraming {
    switch self {
    case .none: .none
    case .bytes, .file: .length
    case .stream: .chunked
    case .delegate: .chunkedOnContinue
    }
  }
}

extension URL {
  /// The size of a file in bytes; 0 if it can't be read.
  var size: Int { (try? resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0 }
}

/// How the end of a request's body is marked when it is sent (RFC 9112 §6).
enum BodyFraming: Sendable {
  /// There is no body.
  case none
  /// By `Content-Length`.
  case length
  /// By the last chunk.
  case chunked
  /// By the last chunk. The client waits for a 100 (Continue) before it sends the first one.
  case chunkedOnContinue
}
