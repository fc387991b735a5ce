/// What a response does with the items of a collection.
package struct ItemAction: Sendable, Equatable {
  let operation: ItemOperation
  let collection: ItemCollection

  /// A summary, such as `lists 'users'`.
  var summary: String {
    let verb =
      switch operation {
      case .list: "lists"
      case .get: "gets an item of"
      case .create: "adds an item to"
      case .replace: "replaces an item of"
      case .update: "changes an item of"
      case .delete: "deletes an item of"
      }
    return "\(verb) '\(collection.name)'"
  }
}
