import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// The bytes of faults that send a part of an answer. The connection is closed after them.
enum FaultAnswer {
  /// Half of the body. `Content-Length` is that of the whole body, or 1 if the body is empty.
  static func truncated(_ reply: Reply, sendsBody: Bool) -> ByteBuffer {
    var buffer = head(reply, framing: "Content-Length: \(max(1, reply.body.count))")
    if sendsBody { buffer.writeBytes(reply.body.prefix(reply.body.count / 2)) }
    return buffer
  }

  /// The body as one valid chunk, unless it is empty, then a chunk whose size isn't a number.
  static func malformedChunk(_ reply: Reply) -> ByteBuffer {
    var buffer = head(reply, framing: "Transfer-Encoding: chunked")
    if !reply.body.isEmpty {
      buffer.writeString(String(reply.body.count, radix: 16) + "\r\n")
      buffer.writeBytes(reply.body)
      buffer.writeStaticString("\r\n")
    }
    buffer.writeStaticString("not a number\r\n")
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
