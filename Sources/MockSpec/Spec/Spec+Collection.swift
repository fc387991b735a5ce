import MockSpecDocument

extension Spec {
  /// A collection as written. Six requests are made of it, which are among those of the spec.
  final class Collection: Sendable {
    enum Items: Sendable {
      case file(Located<String>)
      case list(Node)
    }

    let name: Located<String>
    let items: Items
    /// The name of the member that has the id; `nil` if it isn't written.
    let idName: Located<String>?
    let newIDs: ItemCollection.NewIDs
    /// The schema of an item.
    let schema: BodyRule?
    let parameters: ItemQuery.Names

    init(
      name: Located<String>, items: Items, idName: Located<String>?, newIDs: ItemCollection.NewIDs, schema: BodyRule?,
      parameters: ItemQuery.Names
    ) {
      self.name = name
      self.items = items
      self.idName = idName
      self.newIDs = newIDs
      self.schema = schema
      self.parameters = parameters
    }
  }

  /// What a request of a collection does.
  struct ItemRequest: Sendable {
    /// The name of the collection.
    let collection: String
    let operation: ItemOperation
  }
}
