import HTTPTypes
import MockSpec
import NIOCore

/// A body that is sent as it arrives, so that its length may not be known: that of a forwarded reply, or one that code makes.
struct RelayedBody {
  enum Source {
    case origin(ForwardedCall)
    case code(RunningStream)
  }

  let source: Source
  let framing: BodyFraming
  /// The length that the origin has sent; `nil` if it has sent none, or if the status allows none (RFC 9110 §8.6).
  let length: Int?
  /// Whether the connection is closed after the body.
  let closes: Bool

  /// Creates the body of a reply.
  ///
  /// - Parameter head: The head of the call.
  init(_ source: Source, to head: CallHead, _ status: Int, _ fields: HTTPFields, closes: Bool) {
    self.source = source
    let isEmpty = status == 204 || status == 304
    length = isEmpty ? nil : fields[.contentLength].flatMap { Int($0) }
    framing =
      isEmpty || head.method == "HEAD" || length != nil ? .none : BodyFraming(to: head)
    self.closes = closes || framing == .connection
  }
}
