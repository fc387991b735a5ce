/// The items of a collection, as long as their ids have the same name. A collection whose `idName` is changed is another one.
package struct ItemKey: Sendable, Hashable {
  let collection: String
  let idName: String
}

extension ItemCollection {
  var key: ItemKey { ItemKey(collection: name, idName: idName) }
}

extension ItemAction {
  var key: ItemKey { collection.key }
}

extension [ItemKey: ItemChanges] {
  func changes(of key: ItemKey) -> ItemChanges { isEmpty ? ItemChanges() : self[key] ?? ItemChanges() }

  /// Returns the items of a collection with the changes.
  func table(of collection: ItemCollection) -> ItemTable {
    ItemTable(collection.initial, changes(of: collection.key))
  }
}

extension SessionValues {
  /// The memory of the items that calls have changed, in bytes.
  var itemSize: Int { items.values.reduce(0) { $0 + $1.size } }

  /// Answers a call of a collection's request, and makes its changes.
  mutating func perform(_ action: ItemAction, _ call: ItemCall, _ budget: ItemBudget) -> ItemAnswer {
    let (key, collection) = (action.key, action.collection)
    var changes = items.changes(of: key)
    let answer = collection.perform(action.operation, call, &changes, takesMemory: budget.take)
    items[key] = changes.isUnused ? nil : changes
    return answer
  }

  /// Answers a call of a collection's request as far as the session has to be locked: a list is read later, and so is an item.
  ///
  /// - Returns: The response that answers.
  mutating func perform(
    _ action: ItemAction, _ call: ItemCall, _ set: ResponseSet, _ budget: ItemBudget,
    _ effects: inout MockSession.Effects
  ) -> Response {
    // If responses set states, the one that answers has to be known at once.
    if action.operation.changesItems || action.operation == .get && set.hasStatefulResponses {
      let answer = perform(action, call, budget)
      effects.answer = answer
      return set.response(for: answer.outcome)
    }
    effects.items = items.changes(of: action.key)
    guard set.hasStatefulResponses else { return set.responses[0] }
    return set.response(for: action.collection.canList(call.call) ? .ok : .malformed)
  }

  /// Removes the items of collections that no longer exist.
  ///
  /// - Returns: Notices about these, each on one line, and the memory of the items in bytes.
  mutating func removeItems(missingIn sets: ResponseSets) -> (notices: [String], size: Int) {
    let missing = items.filter { key, _ in sets.collection(named: key.collection)?.key != key }
    for key in missing.keys { items[key] = nil }
    let sorted = missing.sorted { ($0.key.collection, $0.key.idName) < ($1.key.collection, $1.key.idName) }
    let notices = sorted.map { key, _ in
      "the changed items of '\(key.collection)' are dropped, since there is no such collection with the id '\(key.idName)'"
    }
    return (notices, missing.values.reduce(0) { $0 + $1.size })
  }
}

extension ResponseSet {
  /// Returns the built-in response for what an operation answers. Built-in responses are the first ones, in their order.
  func response(for outcome: ItemOutcome) -> Response {
    responses[items?.operation.outcomes.firstIndex(of: outcome) ?? 0]
  }

  /// Returns a call of a collection's request, with its body parsed; `nil` for another request.
  ///
  /// - Parameter parsed: A call that the request matches.
  func itemCall(_ parsed: inout ParsedCall) -> ItemCall? {
    guard let operation = items?.operation else { return nil }
    let id = operation.hasID ? parsed.path.segments.last.map { String(decoding: $0, as: UTF8.self) } : nil
    return ItemCall(parsed.call, operation, id: id, body: parsed.body, codingProblem: parsed.codingProblem)
  }
}
