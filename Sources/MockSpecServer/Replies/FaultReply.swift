import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// The bytes of faults that send a part of a reply. The connection is closed after them.
enum FaultReply {
  /// Returns the bytes before and after a part of the body.
  ///
  /// A truncated body follows a head with the length of the whole body. For a malformed chunk, the body is one valid
  /// chunk, or none if it is empty, and a chunk follows whose size isn't a number.
  ///
  /// - Parameter lines: More fields of the head, each with its line end.
  static func bytes(around part: Reply.Part, lines: String) -> (head: ByteBuffer, tail: ByteBuffer) {
    var (head, tail) = (ByteBuffer(), ByteBuffer())
    head.writeString(
      "HTTP/1.1 \(part.status) \(HTTPResponseStatus(statusCode: part.status).reasonPhrase)\r\n")
    for field in part.fields { head.writeString("\(field.name.rawName): \(field.value)\r\n") }
    head.writeString(lines)
    switch part.framing {
    case .length(let count): head.writeString("Content-Length: \(count)\r\n")
    case .chunked: head.writeStaticString("Transfer-Encoding: chunked\r\n")
    case .none: break
    }
    head.writeStaticString("Connection: close\r\n\r\n")
    guard case .chunked = part.framing, !part.isWhole else { return (head, tail) }
    if !part.body.isEmpty {
      head.writeString(String(part.body.rest.count, radix: 16) + "\r\n")
      tail.writeStaticString("\r\n")
    }
    tail.writeStaticString("not a number\r\n")
    return (head, tail)
  }
}
