import NIOCore
import NIOHPACK

/// A reply on a stream of HTTP/2. Without a body, it ends with its fields.
struct StreamReply {
  var head: HPACKHeaders
  var body: ByteBuffer?

  /// The maximum size of bodies that count as sent when they are written, if there is no log.
  static let smallBody = 16 << 10
}
