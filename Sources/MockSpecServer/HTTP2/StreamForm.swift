import HTTPTypes
import MockSpec
import NIOCore
import NIOHPACK

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
  func streamAnswer(_ known: KnownRequest) -> StreamAnswer {
    known.answer(currentDate()) {
      streamAnswer(known.reply, sendsBody: known.decided.decision.sendsBody, access: known.decided.access)
    }
  }

  func streamAnswer(_ reply: Reply, sendsBody: Bool, access: CrossOriginAccess?) -> StreamAnswer {
    let form = reply.form(StreamForm.self)
    let head = form.head(currentDate(), lines: access?.lines(for: reply.fields) ?? "")
    return StreamAnswer(head: head, body: sendsBody ? form.body : nil)
  }

  /// Returns an answer of the server itself.
  func streamAnswer(_ answer: ServerAnswer) -> StreamAnswer {
    let length = RenderedAnswer.hasLength(status: answer.status, bodySize: answer.body.count) ? answer.body.count : nil
    return StreamAnswer(
      head: streamHead(answer.status, answer.fields, length: length, access: answer.access),
      body: answer.sentSize > 0 ? ByteBuffer(bytes: answer.body) : nil)
  }

  /// Returns the fields of an answer whose body follows in parts.
  func streamHead(_ status: Int, _ fields: HTTPFields, length: Int?, access: CrossOriginAccess?) -> HPACKHeaders {
    var head = HPACKHeaders(status: status, fields, length: length)
    head.complete(fields.contains(.date) ? nil : currentDate(), lines: access?.lines(for: fields) ?? "")
    return head
  }
}
