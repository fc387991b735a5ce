/// An item of a collection in a session.
public struct MockItem: Sendable, Hashable, CustomStringConvertible {
  /// The id as text, also if it is a number.
  public let id: String
  /// The item as JSON without blanks, such as `{"id":1,"name":"Ada"}`. The members keep their order.
  public let json: String

  /// Creates an item that a server has.
  package init(id: String, json: String) {
    self.id = id
    self.json = json
  }

  init(_ item: Item) {
    self.init(id: item.id.text, json: String(decoding: item.json, as: UTF8.self))
  }

  /// The JSON.
  public var description: String { json }
}
