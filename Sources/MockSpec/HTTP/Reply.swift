public import HTTPTypes
import Synchronization

/// An HTTP reply.
///
/// One instance per response is created when its spec is loaded. All calls share it, even after reloads that don't
/// change the response. Templates, closures and forwarding create an instance for each call.
public final class Reply: Sendable, Equatable {
  /// The status code, from 200 to 599, or 101 if a WebSocket is opened; for a forwarded call, the code that the origin sent.
  public let status: Int
  /// The header fields in the spec's order, including an inferred `Content-Type`, without `Content-Length`.
  public let fields: HTTPFields
  /// The whole body, even for `HEAD`, where it isn't sent; empty for a stream.
  public var body: [UInt8] { Array(content) }
  /// The source of the body.
  package let source: Source
  /// Whether many calls get this reply.
  let isShared: Bool
  private let forms = Mutex<[any ReplyForm]>([])

  /// The source of a body.
  package enum Source: Sendable {
    case bytes(ArraySlice<UInt8>)
    /// Pieces that code makes while they are sent.
    case stream(PieceStream)
    case events(EventStream)
  }

  /// - Parameter isShared: Whether many calls get this reply. Its forms are then kept.
  package convenience init(status: Int, fields: HTTPFields, body: [UInt8], isShared: Bool) {
    self.init(status: status, fields: fields, .bytes(body[...]), isShared: isShared)
  }

  package init(status: Int, fields: HTTPFields, _ source: Source, isShared: Bool) {
    self.status = status
    self.fields = fields
    // Unlike a 204, a 205 has a length, which is 0 (RFC 9110 §15.3.6).
    self.source = status == 205 ? .bytes([]) : source
    self.isShared = isShared
  }

  /// The body without a copy; empty for a stream. A partial body shares the memory of the whole one.
  package var content: ArraySlice<UInt8> {
    switch source {
    case .bytes(let bytes): bytes
    case .stream, .events: []
    }
  }

  /// The stream of events that is the body; `nil` for other bodies.
  package var events: EventStream? { if case .events(let events) = source { events } else { nil } }

  /// The size of the body in bytes; `nil` if it isn't known before the body is sent.
  package var size: Int? {
    switch source {
    case .bytes(let bytes): bytes.count
    case .stream, .events: nil
    }
  }

  /// Returns whether both are sent in the same way. Fields are compared with their order and the case of their names. A reply
  /// whose body is made while it is sent equals only itself.
  public static func == (left: Reply, right: Reply) -> Bool {
    left === right
      || (left.status == right.status && left.source == right.source
        && left.fields.elementsEqual(right.fields) {
          $0.name.rawName == $1.name.rawName && $0.value.hasSameBytes(as: $1.value)
        })
  }

  /// The maximum size of a stored body in bytes.
  static let storedLimit = 64 << 10

  /// The reply as the journal stores it: with at most ``storedLimit`` bytes of its body. Calls that share a reply share
  /// the stored one.
  var stored: Reply {
    guard isShared else { return beginning }
    return content.count <= Reply.storedLimit ? self : form(StoredReply.self).reply
  }

  /// The reply with a copy of the part of its body that is stored, since the body can be a part of a large one.
  fileprivate var beginning: Reply {
    Reply(status: status, fields: fields, body: Array(content.prefix(Reply.storedLimit)), isShared: false)
  }

  /// Returns the reply in an adapter's form. The form of a shared reply is created once and kept as long as the reply.
  package func form<Form: ReplyForm>(_: Form.Type = Form.self) -> Form {
    guard isShared else { return Form(self) }
    return forms.withLock { forms in
      // Comparing types is faster than a cast.
      for form in forms where type(of: form) == Form.self { return unsafeDowncast(form, to: Form.self) }
      let form = Form(self)
      forms.append(form)
      return form
    }
  }
}

extension Reply.Source: Equatable {
  /// Returns whether both are the same bytes or events. Pieces that code makes can't be compared.
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.bytes(let mine), .bytes(let theirs)): mine == theirs
    case (.events(let mine), .events(let theirs)): mine == theirs
    case (.bytes, _), (.events, _), (.stream, _): false
    }
  }
}

/// The beginning of a reply with a large body, for the journal.
private final class StoredReply: ReplyForm {
  let reply: Reply

  init(_ reply: Reply) { self.reply = reply.beginning }
}

/// An adapter's form of a reply, such as its bytes on the wire.
///
/// A form must not retain its reply, since the reply retains the form.
package protocol ReplyForm: AnyObject, Sendable {
  init(_ reply: Reply)
}
