import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// The bytes of faults that send a part of an answer. The connection is closed after them.
enum FaultAnswer {
  /// A part of the body with the length of the whole one; or the body as one valid chunk, unless it is empty, then a chunk
  /// whose size isn't a number.
  static func bytes(of part: Reply.Part, _ reply: Reply, sendsBody: Bool) -> ByteBuffer {
    guard let length = part.contentLength else {
      var buffer = head(reply, framing: "Transfer-Encoding: chunked")
      if !part.body.isEmpty {
        buffer.writeString(String(part.body.count, radix: 16) + "\r\n")
        buffer.writeBytes(part.body)
        buffer.writeStaticString("\r\n")
      }
      buffer.writeStaticString("not a number\r\n")
      return buffer
    }
    var buffer = head(reply, framing: "Content-Length: \(length)")
    if sendsBody { buffer.writeBytes(part.body) }
    return buffer
  }

  private static func head(_ reply: Reply, framing: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.writeString(
      "HTTP/1.1 \(reply.status) \(HTTPResponseStatus(statusCode: reply.status).reasonPhrase)\r\n")
    for field in reply.fields {
      switch field.name {
      case .contentLength, .transferEncoding, .connection: continue
      default: buffer.writeString("\(field.name.rawName): \(field.value)\r\n")
      }
    }
    buffer.writeString(framing + "\r\nConnection: close\r\n\r\n")
    return buffer
  }
}
