public import Foundation
import MockSpec

// The items of the collections that specs declare.
extension MockInterceptor {
  /// Returns the present items of a collection: those of the spec in their order, then those that calls have created.
  ///
  ///     #expect(try mocks.items(of: "users").last == #"{"id":3,"name":"Linus"}"#)
  ///
  /// In connected mode, these are those of the server's session, and the call blocks the thread until the server has
  /// answered, for at most 30 seconds.
  ///
  /// - Parameter collection: The name of the collection.
  /// - Returns: Each item as JSON without blanks. The members keep their order.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such collection; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func items(of collection: String) throws -> [String] {
    guard let server else { return try session.items(of: collection) }
    return try ServerConnection.itemTexts(server.items(of: collection), from: server.server)
  }

  /// Returns the present items of a collection as values; see ``items(of:)``.
  ///
  ///     let users = try mocks.items(of: "users", as: User.self)
  ///
  /// - Parameters:
  ///   - collection: The name of the collection.
  ///   - type: The type of an item.
  ///   - decoder: The decoder.
  /// - Throws: The errors of ``items(of:)``; `DecodingError` if an item doesn't have the form of the type.
  public func items<Value: Decodable>(
    of collection: String, as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) throws -> [Value] {
    guard let server else { return try session.items(of: collection, as: type, decoder: decoder) }
    return try decoder.decode([Value].self, from: server.items(of: collection))
  }

  /// Replaces all items of a collection.
  ///
  /// In connected mode, the call blocks the thread until the server has answered, for at most 30 seconds.
  ///
  /// - Parameters:
  ///   - json: A JSON array of objects, each with an id, as in a file of items.
  ///   - collection: The name of the collection.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such collection; `MockItemsError` if the items
  ///   aren't valid, or take too much memory; in connected mode, ``MockSpecError/serverUnavailable`` if the server can't be
  ///   asked. Then nothing changes.
  public func setItems(_ json: String, of collection: String) throws {
    if let server { return try server.setItems(Array(json.utf8), of: collection) }
    try session.setItems(json, of: collection)
  }

  /// Replaces all items of a collection by values; see ``setItems(_:of:)``.
  ///
  /// - Parameters:
  ///   - items: An array of values that are encoded as objects, each with an id.
  ///   - collection: The name of the collection.
  ///   - encoder: The encoder; by default, one that sorts keys.
  /// - Throws: The errors of ``setItems(_:of:)``; `MockItemsError` if an item can't be encoded, too.
  public func setItems(_ items: some Encodable, of collection: String, encoder: JSONEncoder? = nil) throws {
    try setItems(WrittenJSON(items, encoder).itemText, of: collection)
  }

  /// Gives a collection the items of the spec.
  ///
  /// In connected mode, the call blocks the thread until the server has answered, for at most 30 seconds.
  ///
  /// - Parameter collection: The name of the collection.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such collection; in connected mode,
  ///   ``MockSpecError/serverUnavailable`` if the server can't be asked.
  public func resetItems(of collection: String) throws {
    if let server { return try server.resetItems(of: collection) }
    try session.resetItems(of: collection)
  }
}
