public import HTTPTypes

/// A finished HTTP answer.
///
/// One instance is made per response when a project is loaded, and shared by all requests. Only a template makes one
/// for each request.
public final class Reply: Sendable {
  /// From 0, dense, and unique in one snapshot: adapters cache what they derive from a reply in an array. Negative for a
  /// reply that was made for one request or in code, which isn't cached.
  public let index: Int
  /// 200 to 599; of a forwarded request, what the origin answered.
  public let status: Int
  /// In the spec's order, with an inferred `Content-Type`, and never with `Content-Length`.
  public let fields: HTTPFields
  /// The whole body, also where it isn't sent, as for `HEAD`.
  public let body: [UInt8]

  static let madeForOneRequest = -1

  /// Creates the reply that another server has given.
  package convenience init(forwarded status: Int, fields: HTTPFields, body: [UInt8]) {
    self.init(index: Self.madeForOneRequest, status: status, fields: fields, body: body)
  }

  package init(index: Int, status: Int, fields: HTTPFields, body: [UInt8]) {
    self.index = index
    self.status = status
    self.fields = fields
    self.body = body
  }
}
