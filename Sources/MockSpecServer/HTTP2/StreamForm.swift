import HTTPTypes
import MockSpec
import NIOCore
import NIOHPACK

extension HPACKHeaders {
  /// The fields that HTTP/2 doesn't have (RFC 9113 §8.2.2), and `content-length`, which isn't taken from the spec.
  private static let dropped: Set = [
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
  ]

  /// Creates the fields of a reply, without `date`.
  ///
  /// - Parameter length: The value of `content-length`; `nil` for none.
  init(status: Int, _ fields: HTTPFields, length: Int?) {
    self.init()
    reserveCapacity(fields.count + 3)
    add(name: ":status", value: String(status))
    for field in fields where !Self.dropped.contains(field.name.canonicalName) {
      add(name: field.name.canonicalName, value: field.value)
    }
    if let length { add(name: "content-length", value: String(length)) }
  }

  /// Adds `date`, unless the reply has one, and the lines of CORS.
  mutating func complete(_ date: HTTPDate?, lines: String) {
    if let date { add(name: "date", value: String(decoding: date.bytes, as: UTF8.self)) }
    for line in lines.split(separator: "\r\n") {
      guard let mark = line.firstRange(of: ": ") else { continue }
      add(name: line[..<mark.lowerBound].lowercased(), value: String(line[mark.upperBound...]))
    }
  }
}

extension HPACKHeaders {
  /// The size of a frame that every client accepts (RFC 9113 §4.2), less a reserve: the encoder of a connection can need
  /// a few bytes more than a new one.
  private static let frameSize = 16 << 10 - 384

  /// Whether the fields fit into one frame, in which NIO writes them.
  var fitFrame: Bool {
    // A byte takes at most 30 bits.
    if reduce(0, { $0 + 4 * ($1.name.utf8.count + $1.value.utf8.count) + 8 }) < Self.frameSize { return true }
    var (encoder, block) = (HPACKEncoder(allocator: ByteBufferAllocator()), ByteBuffer())
    guard (try? encoder.encode(headers: self, to: &block)) != nil else { return false }
    return block.readableBytes < Self.frameSize
  }
}

/// A reply in the form for streams, which all event loops share. It doesn't contain a body that is sent in pieces.
final class StreamForm: ReplyForm {
  private let head: HPACKHeaders
  private let hasDate: Bool
  let body: ByteBuffer?

  init(_ reply: Reply) {
    let (count, size) = (reply.content.count, reply.size)
    hasDate = reply.fields.contains(.date)
    head = HPACKHeaders(
      status: reply.status, reply.fields,
      length: ReplyBytes.hasLength(status: reply.status, bodySize: count) ? size : nil)
    body = count == 0 || count > BodyInPieces.http2.whole ? nil : ByteBuffer(bytes: reply.content)
  }

  /// Returns the fields of a reply.
  func head(_ date: HTTPDate, lines: String) -> HPACKHeaders {
    var head = head
    head.complete(hasDate ? nil : date, lines: lines)
    return head
  }
}

// The replies of one event loop on streams.
extension ReplyRenderer {
  func streamReply(_ cached: CachedReply) -> StreamReply {
    cached.streamReply(currentDate()) {
      streamReply(cached.reply, sendsBody: cached.decided.decision.sendsBody, access: cached.decided.access)
    }
  }

  func streamReply(_ reply: Reply, sendsBody: Bool, access: CrossOriginAccess?) -> StreamReply {
    let form = reply.form(StreamForm.self)
    let head = form.head(currentDate(), lines: access?.lines(for: reply.fields) ?? "")
    return StreamReply(head: head, body: sendsBody ? form.body : nil)
  }

  /// Returns a reply of the server itself.
  func streamReply(_ reply: ServerReply) -> StreamReply {
    let length = ReplyBytes.hasLength(status: reply.status, bodySize: reply.body.count) ? reply.body.count : nil
    return StreamReply(
      head: streamHead(reply.status, reply.fields, length: length, access: reply.access),
      body: reply.sentSize > 0 ? ByteBuffer(bytes: reply.body) : nil)
  }

  /// Returns the fields of a reply whose body follows in parts.
  func streamHead(_ status: Int, _ fields: HTTPFields, length: Int?, access: CrossOriginAccess?) -> HPACKHeaders {
    var head = HPACKHeaders(status: status, fields, length: length)
    head.complete(fields.contains(.date) ? nil : currentDate(), lines: access?.lines(for: fields) ?? "")
    return head
  }
}
