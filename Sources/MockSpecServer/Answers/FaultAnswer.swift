import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// The bytes of faults that send a part of an answer. The connection is closed after them.
enum FaultAnswer {
  /// A part of the body with the length of the whole one; or the body as one valid chunk, unless it is empty, then a chunk
  /// whose size isn't a number.
  ///
  /// - Parameter lines: More fields of the head, each with its line end.
  static func bytes(of part: Reply.Part, _ reply: Reply, lines: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeString(
      "HTTP/1.1 \(reply.status) \(HTTPResponseStatus(statusCode: reply.status).reasonPhrase)\r\n")
    for field in part.fields { buffer.writeString("\(field.name.rawName): \(field.value)\r\n") }
    buffer.writeString(lines)
    switch part.framing {
    case .length(let count): buffer.writeString("Content-Length: \(count)\r\n")
    case .chunked: buffer.writeStaticString("Transfer-Encoding: chunked\r\n")
    case .none: break
    }
    buffer.writeStaticString("Connection: close\r\n\r\n")
    if part.isWhole { return buffer }
    guard case .chunked = part.framing else {
      buffer.writeBytes(part.body)
      return buffer
    }
    if !part.body.isEmpty {
      buffer.writeString(String(part.body.count, radix: 16) + "\r\n")
      buffer.writeBytes(part.body)
      buffer.writeStaticString("\r\n")
    }
    buffer.writeStaticString("not a number\r\n")
    return buffer
  }
}
