import HTTPTypes
import MockSpec
import MockSpecControl
import NIOCore

/// A reply of the server itself instead of a mock: an error, a refusal, a reply to a preflight, or one of the control
/// API. All of them are sent in the same way.
struct ServerReply {
  let status: Int
  let fields: HTTPFields
  /// The body, which isn't sent in the reply to `HEAD`.
  let body: [UInt8]
  let sendsBody: Bool
  /// Determines the CORS fields that are added; `nil` for none.
  let access: CrossOriginAccess?
  /// Whether a connection with HTTP/1.1 ends after the reply in any case.
  private(set) var endsConnection = false

  /// The number of bytes of the body that are sent.
  var sentSize: Int { sendsBody ? body.count : 0 }

  private init(
    _ status: Int, _ fields: HTTPFields, _ body: [UInt8], to head: CallHead?, _ access: CrossOriginAccess?
  ) {
    (self.status, self.fields, self.body, self.access) = (status, fields, body, access)
    sendsBody = head?.method != "HEAD"
  }

  private init(_ status: Int, text: String, to head: CallHead?, _ access: CrossOriginAccess?) {
    self.init(status, [.contentType: "text/plain; charset=utf-8"], Array(text.utf8), to: head, access)
  }

  /// Creates an error, in the format that the client prefers.
  init(_ error: ErrorReply, to head: CallHead, _ access: CrossOriginAccess?) {
    if AcceptField(head.fields.values(of: .accept)).prefersJSON {
      self.init(error.status, [.contentType: "application/json"], Array(error.json.utf8), to: head, access)
    } else {
      self.init(error.status, text: error.text, to: head, access)
    }
  }

  /// Creates a refusal.
  ///
  /// - Parameter head: The head of the call; `nil` if it isn't known.
  init(_ refusal: Refusal, to head: CallHead?, _ access: CrossOriginAccess?) {
    self.init(refusal.status, text: "\(refusal.reason)\n", to: head, access)
    endsConnection = true
  }

  /// Creates the reply to a preflight.
  init(_ preflight: Preflight, to head: CallHead, _ access: CrossOriginAccess) {
    switch preflight {
    case .granted(let fields): self.init(204, fields, [], to: head, nil)
    case .denied(let origin): self.init(.originNotAllowed(origin, to: head), to: head, access)
    }
  }

  /// Creates a reply of the control API.
  ///
  /// - Parameter endsConnection: Whether the connection ends, since the body of the call isn't read.
  init(_ reply: ControlReply, to head: CallHead, endsConnection: Bool = false) {
    self.init(reply.status, reply.fields, reply.body, to: head, nil)
    self.endsConnection = endsConnection
  }
}

extension ReplyRenderer {
  /// Renders a reply of the server itself.
  func bytes(of reply: ServerReply, connection: ReplyBytes.Connection?) -> (ByteBuffer, ByteBuffer?) {
    let date = currentDate()
    var rendered = ReplyBytes(status: reply.status, fields: reply.fields, body: reply.body, date: date)
    return rendered.bytes(
      date: date, sendsBody: reply.sendsBody, connection: connection,
      lines: reply.access?.lines(for: reply.fields) ?? "")
  }
}
