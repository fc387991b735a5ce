import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore

/// Renders the answers of one event loop. Not thread-safe.
final class AnswerRenderer {
  private let currentSecond: () -> Int
  private var date = HTTPDate(second: 0)

  /// - Parameter currentSecond: Returns the time for `Date` fields, in seconds since 1970.
  init(currentSecond: @escaping () -> Int) {
    self.currentSecond = currentSecond
  }

  /// Renders a reply.
  func bytes(
    of reply: Reply, sendsBody: Bool, connection: RenderedAnswer.Connection?, access: CrossOriginAccess?
  ) -> (ByteBuffer, ByteBuffer?) {
    let date = currentDate()
    let lines = access?.lines(for: reply.fields) ?? ""
    return reply.form(WireForm.self).withAnswer {
      $0.bytes(date: date, sendsBody: sendsBody, connection: connection, lines: lines)
    }
  }

  /// Renders the head of another server's response.
  ///
  /// - Parameters:
  ///   - length: The length that the other server sent; `nil` for none.
  ///   - lines: More fields, each with its line end.
  func head(
    ofForwarded status: Int, _ fields: HTTPFields, length: Int?, lines: String, connection: RenderedAnswer.Connection?,
    access: CrossOriginAccess?
  ) -> ByteBuffer {
    let date = currentDate()
    var answer = RenderedAnswer(
      status: status, fields: fields, body: [], date: date, length: length.map { .other($0) } ?? .unknown)
    let lines = (access?.lines(for: fields) ?? "") + lines
    return answer.bytes(date: date, sendsBody: false, connection: connection, lines: lines).0
  }

  /// Renders an answer of the server itself, in the format that the client prefers.
  func bytes(
    of error: ErrorAnswer, to head: RequestHead, connection: RenderedAnswer.Connection?,
    access: CrossOriginAccess?
  ) -> (ByteBuffer, ByteBuffer?) {
    let isJSON = AcceptField(head.fields.values(of: .accept)).prefersJSON
    return bytes(
      status: error.status, fields: [.contentType: isJSON ? "application/json" : "text/plain; charset=utf-8"],
      text: isJSON ? error.json : error.text, sendsBody: head.method != "HEAD", connection: connection, access)
  }

  /// Renders the answer that grants a preflight.
  func bytes(ofPreflight fields: HTTPFields, connection: RenderedAnswer.Connection?) -> (ByteBuffer, ByteBuffer?) {
    bytes(status: 204, fields: fields, text: "", sendsBody: false, connection: connection, nil)
  }

  /// Renders an answer of the control API.
  func bytes(
    of answer: ControlAnswer, sendsBody: Bool, connection: RenderedAnswer.Connection?
  ) -> (ByteBuffer, ByteBuffer?) {
    let date = currentDate()
    var rendered = RenderedAnswer(status: answer.status, fields: answer.fields, body: answer.body, date: date)
    return rendered.bytes(date: date, sendsBody: sendsBody, connection: connection)
  }

  /// Renders the head of a stream, which ends with the connection.
  func head(of answer: ControlAnswer) -> ByteBuffer {
    let date = currentDate()
    var rendered = RenderedAnswer(
      status: answer.status, fields: answer.fields, body: [], date: date, length: .unknown)
    return rendered.bytes(date: date, sendsBody: false, connection: .close).0
  }

  /// Renders a refusal, with `Connection: close`.
  ///
  /// - Parameter head: The head of the request; `nil` if it isn't known.
  func bytes(of refusal: Refusal, to head: RequestHead?, access: CrossOriginAccess?) -> (ByteBuffer, ByteBuffer?) {
    bytes(
      status: refusal.status, fields: [.contentType: "text/plain; charset=utf-8"], text: "\(refusal.reason)\n",
      sendsBody: head?.method != "HEAD", connection: .close, access)
  }

  private func bytes(
    status: Int, fields: HTTPFields, text: String, sendsBody: Bool, connection: RenderedAnswer.Connection?,
    _ access: CrossOriginAccess?
  ) -> (ByteBuffer, ByteBuffer?) {
    let date = currentDate()
    var answer = RenderedAnswer(status: status, fields: fields, body: Array(text.utf8), date: date)
    return answer.bytes(
      date: date, sendsBody: sendsBody, connection: connection, lines: access?.lines(for: fields) ?? "")
  }

  /// Formats the date once a second, since formatting takes longer than reading the clock.
  func currentDate() -> HTTPDate {
    let second = currentSecond()
    if second != date.second { date = HTTPDate(second: second) }
    return date
  }
}
