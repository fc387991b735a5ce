/// A server-sent event that code makes, for ``MockReply/stream(status:headers:_:)``.
public struct ServerSentEvent: Sendable, Hashable {
  /// The data; each of its lines is sent as a field. Clients report no event without data.
  public var data: String?
  /// The type of the event, in one line. Without it, clients use `message`.
  public var event: String?
  /// The ID that clients send as `Last-Event-ID` when they connect again, in one line.
  public var id: String?
  /// Text that clients ignore.
  public var comment: String?
  /// The time after which clients connect again.
  public var retry: Duration?

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - data: The data.
  ///   - event: The type, in one line.
  ///   - id: The ID, in one line.
  ///   - comment: Text that clients ignore.
  ///   - retry: The time after which clients connect again.
  public init(
    _ data: String? = nil, event: String? = nil, id: String? = nil, comment: String? = nil, retry: Duration? = nil
  ) {
    (self.data, self.event, self.id, self.comment, self.retry) = (data, event, id, comment, retry)
  }

  /// Returns the event as it is sent.
  ///
  /// - Throws: If clients would misread it.
  func bytes() throws -> [UInt8] {
    let fields = EventFields(data: data, name: event, id: id, comment: comment, retry: retry).map { Array($0.utf8) }
    if let problem = fields.problem { throw InvalidEvent(description: problem) }
    return StreamFormat.sse.bytes(of: fields)
  }

  private struct InvalidEvent: Error, CustomStringConvertible {
    let description: String
  }
}
