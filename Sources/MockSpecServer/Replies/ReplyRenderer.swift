import HTTPTypes
import MockSpec
import NIOCore

/// Renders the replies of one event loop. Not thread-safe.
final class ReplyRenderer {
  private let currentSecond: () -> Int
  private var date = HTTPDate(second: 0)

  /// - Parameter currentSecond: Returns the time for `Date` fields, in seconds since 1970.
  init(currentSecond: @escaping () -> Int) {
    self.currentSecond = currentSecond
  }

  /// Renders a reply.
  func bytes(
    of reply: Reply, sendsBody: Bool, connection: ReplyBytes.Connection?, access: CrossOriginAccess?
  ) -> (ByteBuffer, ByteBuffer?) {
    let date = currentDate()
    let lines = access?.lines(for: reply.fields) ?? ""
    return reply.form(WireForm.self).withBytes {
      $0.bytes(date: date, sendsBody: sendsBody, connection: connection, lines: lines)
    }
  }

  /// Renders the head of a reply whose body follows in parts.
  ///
  /// - Parameters:
  ///   - length: The length of the body; `nil` for none.
  ///   - lines: More fields, each with its line end.
  func head(
    _ status: Int, _ fields: HTTPFields, length: Int?, lines: String = "", connection: ReplyBytes.Connection?,
    access: CrossOriginAccess? = nil
  ) -> ByteBuffer {
    let date = currentDate()
    var reply = ReplyBytes(
      status: status, fields: fields, body: [], date: date, length: length.map { .other($0) } ?? .unknown)
    let lines = (access?.lines(for: fields) ?? "") + lines
    return reply.bytes(date: date, sendsBody: false, connection: connection, lines: lines).0
  }

  /// Formats the date once a second, since formatting takes longer than reading the clock.
  func currentDate() -> HTTPDate {
    let second = currentSecond()
    if second != date.second { date = HTTPDate(second: second) }
    return date
  }
}
