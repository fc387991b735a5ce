/// A way in which a connection breaks while it answers.
///
/// A server breaks the connection exactly like this. In process, the call fails with the error that URLSession reports
/// for such a connection.
public enum Fault: String, Sendable, CaseIterable {
  /// The connection is closed with RST before anything is sent.
  case connectionReset
  /// The connection is closed before anything is sent.
  case emptyResponse
  /// The connection is closed in the middle of the body that `Content-Length` announced.
  case truncatedBody
  /// The body is chunked, and a chunk size isn't a number.
  case malformedChunk
  /// Nothing is sent until the project's timeout. Then the connection is reset.
  case hang
}

extension Reply {
  /// What is sent of a reply before a connection breaks.
  package struct Part {
    package let body: ArraySlice<UInt8>
    /// The announced length of the body; `nil` if it is chunked.
    package let contentLength: Int?
  }

  /// Returns what is sent before a fault; `nil` if nothing is.
  package func part(before fault: Fault) -> Part? {
    switch fault {
    // An empty body can't be cut, so that one byte is announced.
    case .truncatedBody: Part(body: body.prefix(body.count / 2), contentLength: max(1, body.count))
    case .malformedChunk: Part(body: body[...], contentLength: nil)
    case .connectionReset, .emptyResponse, .hang: nil
    }
  }
}
