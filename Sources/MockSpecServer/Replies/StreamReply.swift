import NIOCore
import NIOHPACK

/// A reply on a stream of HTTP/2. Without a body, it ends with its fields.
struct StreamReply {
  var head: HPACKHeaders
  var body: ByteBuffer?

  /// Bodies up to this size are counted when they are written, before they are sent, if there is no log.
  static let smallBody = 16 << 10
}
