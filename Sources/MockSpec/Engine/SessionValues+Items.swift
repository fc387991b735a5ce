/// The items of a collection, as long as their ids have the same name. A collection whose `idName` is changed is another one.
package struct ItemKey: Sendable, Hashable {
  let collection: String
  let idName: String
}

extension ItemAction {
  var key: ItemKey { ItemKey(collection: collection.name, idName: collection.idName) }
}

extension SessionValues {
  /// The memory of the items that calls have changed, in bytes.
  var itemSize: Int { items.values.reduce(0) { $0 + $1.size } }

  /// Answers a call of a collection's request, and makes its changes.
  mutating func perform(_ action: ItemAction, _ call: ItemCall, _ budget: ItemBudget) -> ItemAnswer {
    let (key, collection) = (action.key, action.collection)
    var changes = items[key] ?? ItemChanges()
    let answer = collection.perform(action.operation, call, &changes, takesMemory: budget.take)
    items[key] = changes.isUnused ? nil : changes
    return answer
  }

  /// Removes the items of collections that no longer exist.
  ///
  /// - Returns: Notices about these, each on one line, and the memory of the items in bytes.
  mutating func removeItems(missingIn sets: ResponseSets) -> (notices: [String], size: Int) {
    let missing = items.filter { !sets.haveCollection($0.key) }
    for key in missing.keys { items[key] = nil }
    let sorted = missing.sorted { ($0.key.collection, $0.key.idName) < ($1.key.collection, $1.key.idName) }
    let notices = sorted.map { key, _ in
      "the changed items of '\(key.collection)' are dropped, since there is no such collection with the id '\(key.idName)'"
    }
    return (notices, missing.values.reduce(0) { $0 + $1.size })
  }
}

extension ResponseSets {
  fileprivate func haveCollection(_ key: ItemKey) -> Bool {
    ItemOperation.allCases.contains { self[$0.requestName(of: key.collection)]?.items?.key == key }
  }
}

extension ResponseSet {
  /// Returns a call of a collection's request, with its body parsed; `nil` for another request.
  ///
  /// - Parameter parsed: A call that the request matches.
  func itemCall(_ parsed: inout ParsedCall) -> ItemCall? {
    guard let operation = items?.operation else { return nil }
    let captured = operation.hasID ? matcher.path?.value.parameters(in: parsed.path) : nil
    return ItemCall(
      parsed.call, operation, id: captured?[ItemCollection.idParameter], body: parsed.body,
      codingProblem: parsed.codingProblem)
  }
}
