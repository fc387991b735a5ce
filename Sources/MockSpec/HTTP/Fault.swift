/// A connection that breaks while it answers. A server does exactly this on the wire; in process the request fails as
/// URLSession would make it fail.
public enum Fault: String, Sendable, CaseIterable {
  /// Closed with RST before anything is sent.
  case connectionReset
  /// Closed without a byte.
  case emptyResponse
  /// Closed in the middle of the body that `Content-Length` has announced.
  case truncatedBody
  /// A chunked body with a chunk size that is no number.
  case malformedChunk
  /// Nothing comes until the project's timeout.
  case hang
}
