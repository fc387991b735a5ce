import Foundation

/// Where URLSession keeps the body of a call.
enum RequestBody {
  case bytes([UInt8])
  case stream(InputStream, source: String)
  /// `ask` asks the session's delegate for a stream, which may be `nil`.
  case delegate(ask: (@escaping @Sendable (InputStream?) -> Void) -> Void)
}
