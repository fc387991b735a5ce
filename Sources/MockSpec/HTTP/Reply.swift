public import HTTPTypes
import Synchronization

/// An HTTP reply.
///
/// One instance per response is created when its spec is loaded, and all calls share it, also after reloads that don't
/// change the response. Templates, closures and forwarding create one for each call.
public final class Reply: Sendable {
  /// The status code, from 200 to 599; for a forwarded call, the one that the origin sent.
  public let status: Int
  /// The header fields in the spec's order, including an inferred `Content-Type`, without `Content-Length`.
  public let fields: HTTPFields
  /// The whole body, even if it isn't sent, as for `HEAD`.
  public var body: [UInt8] { Array(content) }
  /// The same. A part of a body shares its memory.
  package let content: ArraySlice<UInt8>
  /// Whether many calls get this reply.
  private let isShared: Bool
  private let forms = Mutex<[any ReplyForm]>([])

  /// - Parameter isShared: Whether many calls get this reply. Its forms are then kept.
  package convenience init(status: Int, fields: HTTPFields, body: [UInt8], isShared: Bool) {
    self.init(status: status, fields: fields, content: body[...], isShared: isShared)
  }

  init(status: Int, fields: HTTPFields, content: ArraySlice<UInt8>, isShared: Bool) {
    self.status = status
    self.fields = fields
    // Unlike a 204, a 205 has a length, which is 0 (RFC 9110 §15.3.6).
    self.content = status == 205 ? [] : content
    self.isShared = isShared
  }

  /// Returns the reply in the form of an adapter. The form of a shared reply is made once, and kept as long as the reply.
  package func form<Form: ReplyForm>(_: Form.Type = Form.self) -> Form {
    guard isShared else { return Form(self) }
    return forms.withLock { forms in
      // Faster than a cast.
      for form in forms where type(of: form) == Form.self { return unsafeDowncast(form, to: Form.self) }
      let form = Form(self)
      forms.append(form)
      return form
    }
  }
}

/// What an adapter makes of a reply, such as its bytes on the wire.
///
/// A form must not hold its reply, which holds the form.
package protocol ReplyForm: AnyObject, Sendable {
  init(_ reply: Reply)
}
