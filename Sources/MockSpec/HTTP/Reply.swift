public import HTTPTypes

/// An HTTP answer.
///
/// One instance per response is created when a project is loaded, and all calls share it. Templates, closures and
/// forwarding create one for each call.
public final class Reply: Sendable {
  /// The reply's number in its snapshot, from 0 and less than ``ResponseSets/replyCount``, by which adapters cache what
  /// they derive from it. Negative for a reply that was created for one call or in code, which isn't cached.
  public let index: Int
  /// The status code, from 200 to 599; for a forwarded call, the one that the origin sent.
  public let status: Int
  /// The header fields in the spec's order, including an inferred `Content-Type`, without `Content-Length`.
  public let fields: HTTPFields
  /// The whole body, even if it isn't sent, as for `HEAD`.
  public let body: [UInt8]

  /// The index of a reply that was created for one call or in code.
  static let uncachedIndex = -1

  /// Creates a reply from another server's answer.
  package convenience init(forwarded status: Int, fields: HTTPFields, body: [UInt8]) {
    self.init(index: Self.uncachedIndex, status: status, fields: fields, body: body)
  }

  package init(index: Int, status: Int, fields: HTTPFields, body: [UInt8]) {
    self.index = index
    self.status = status
    self.fields = fields
    self.body = body
  }
}
