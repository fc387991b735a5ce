import Foundation

/// Where URLSession keeps the body of a request.
enum RequestBody {
  case bytes([UInt8])
  case stream(InputStream, source: String)
  /// The session's delegate gives a stream when it is asked, or none.
  case delegate(ask: (@escaping @Sendable (InputStream?) -> Void) -> Void)
}
