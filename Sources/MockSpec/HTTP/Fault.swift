/// A way in which the connection of a call breaks.
///
/// The server breaks its connection in this way. In process, the call fails with the error that the platform's URLSession
/// reports for such a connection.
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
