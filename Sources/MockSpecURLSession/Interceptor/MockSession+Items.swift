public import Foundation
public import MockSpec

extension MockSession {
  /// Returns the present items of a collection as values; see `items(of:)`.
  ///
  /// - Parameters:
  ///   - collection: The name of the collection.
  ///   - type: The type of an item.
  ///   - decoder: The decoder.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such collection; `DecodingError` if an item doesn't
  ///   have the form of the type.
  public func items<Value: Decodable>(
    of collection: String, as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) throws -> [Value] {
    try items(of: collection).map { try decoder.decode(type, from: Data($0.utf8)) }
  }

  /// Replaces all items of a collection by values; see `setItems(_:of:)`.
  ///
  /// - Parameters:
  ///   - items: An array of values that are encoded as objects, each with an id.
  ///   - collection: The name of the collection.
  ///   - encoder: The encoder; by default, one that sorts keys.
  /// - Throws: `UnknownNameError` if there is no such collection; `MockItemsError` if an item can't be encoded or isn't
  ///   valid. Then nothing changes.
  public func setItems(_ items: some Encodable, of collection: String, encoder: JSONEncoder? = nil) throws {
    try setItems(WrittenJSON(items, encoder).itemText, of: collection)
  }
}

extension WrittenJSON {
  /// The JSON of items as text.
  var itemText: String {
    get throws {
      if let problem { throw MockItemsError("the items aren't valid\(problem)") }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}
