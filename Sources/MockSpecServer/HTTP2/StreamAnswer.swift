import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore
import NIOHPACK

/// An answer on a stream. Without a body, it ends with its fields.
struct StreamAnswer {
  var head: HPACKHeaders
  var body: ByteBuffer?

  /// Bodies up to this size are counted when they are written, before they are sent, if there is no log.
  static let smallBody = 16 << 10
}

extension HPACKHeaders {
  /// The fields that HTTP/2 doesn't have (RFC 9113 §8.2.2), and the length, which isn't that of the spec.
  private static let dropped: Set = [
    "connection", "content-length", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade",
  ]

  /// Creates the fields of an answer, without `date`.
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

  /// Adds `date`, unless the answer has one, and the lines of CORS.
  mutating func complete(_ date: HTTPDate?, lines: String) {
    if let date { add(name: "date", value: String(decoding: date.bytes, as: UTF8.self)) }
    for line in lines.split(separator: "\r\n") {
      guard let mark = line.firstRange(of: ": ") else { continue }
      add(name: line[..<mark.lowerBound].lowercased(), value: String(line[mark.upperBound...]))
    }
  }
}

extension HPACKHeaders {
  /// Whether the fields certainly fit into the largest frame, as which NIO writes them. No byte takes more than 30 bits.
  var fitFrame: Bool {
    reduce(0) { $0 + 4 * ($1.name.utf8.count + $1.value.utf8.count) + 8 } < FrameScanner.maxPayloadSize
  }
}

/// A reply in the form for streams, which all event loops share. A body that is sent in pieces isn't part of it.
final class StreamForm: ReplyForm {
  private let head: HPACKHeaders
  private let hasDate: Bool
  let body: ByteBuffer?

  init(_ reply: Reply) {
    let count = reply.content.count
    hasDate = reply.fields.contains(.date)
    head = HPACKHeaders(
      status: reply.status, reply.fields,
      length: RenderedAnswer.hasLength(status: reply.status, bodySize: count) ? count : nil)
    body = count == 0 || count > BodyInPieces.limit ? nil : ByteBuffer(bytes: reply.content)
  }

  /// Returns the fields of an answer.
  func head(_ date: HTTPDate, lines: String) -> HPACKHeaders {
    var head = head
    head.complete(hasDate ? nil : date, lines: lines)
    return head
  }
}

// The answers of one event loop on streams.
extension AnswerRenderer {
  func streamAnswer(_ reply: Reply, sendsBody: Bool, access: CrossOriginAccess?) -> StreamAnswer {
    let form = reply.form(StreamForm.self)
    let head = form.head(currentDate(), lines: access?.lines(for: reply.fields) ?? "")
    return StreamAnswer(head: head, body: sendsBody ? form.body : nil)
  }

  /// Returns an answer of the server itself, in the format that the client prefers.
  func streamAnswer(_ error: ErrorAnswer, to head: RequestHead, access: CrossOriginAccess?) -> StreamAnswer {
    let isJSON = AcceptField(head.fields.values(of: .accept)).prefersJSON
    return streamAnswer(
      error.status, [.contentType: isJSON ? "application/json" : "text/plain; charset=utf-8"],
      Array((isJSON ? error.json : error.text).utf8), sendsBody: head.method != "HEAD", access)
  }

  func streamAnswer(_ answer: ControlAnswer, sendsBody: Bool) -> StreamAnswer {
    streamAnswer(answer.status, answer.fields, answer.body, sendsBody: sendsBody, nil)
  }

  func streamAnswer(_ refusal: Refusal, to head: RequestHead?, access: CrossOriginAccess?) -> StreamAnswer {
    streamAnswer(
      refusal.status, [.contentType: "text/plain; charset=utf-8"], Array("\(refusal.reason)\n".utf8),
      sendsBody: head?.method != "HEAD", access)
  }

  func streamAnswer(preflight fields: HTTPFields) -> StreamAnswer {
    streamAnswer(204, fields, [], sendsBody: false, nil)
  }

  /// Returns the fields of an answer whose body follows in parts.
  func streamHead(_ status: Int, _ fields: HTTPFields, length: Int?, access: CrossOriginAccess?) -> HPACKHeaders {
    var head = HPACKHeaders(status: status, fields, length: length)
    head.complete(fields.contains(.date) ? nil : currentDate(), lines: access?.lines(for: fields) ?? "")
    return head
  }

  private func streamAnswer(
    _ status: Int, _ fields: HTTPFields, _ body: [UInt8], sendsBody: Bool, _ access: CrossOriginAccess?
  ) -> StreamAnswer {
    let length = RenderedAnswer.hasLength(status: status, bodySize: body.count) ? body.count : nil
    return StreamAnswer(
      head: streamHead(status, fields, length: length, access: access),
      body: sendsBody && !body.isEmpty ? ByteBuffer(bytes: body) : nil)
  }
}
