package import MockSpecDocument

// The items of the collections that specs declare.
extension MockSession {
  /// Returns the present items of a collection: those of the spec in their order, then those that calls have created.
  ///
  /// - Parameter collection: The name of the collection.
  /// - Returns: Each item as JSON without blanks, such as `{"id":1,"name":"Ada"}`. The members keep their order.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such collection.
  public func items(of collection: String) throws(UnknownNameError) -> [String] {
    try table(of: collection).items.map { String(decoding: $0.json, as: UTF8.self) }
  }

  /// Replaces all items of a collection.
  ///
  /// - Parameters:
  ///   - json: A JSON array of objects, each with an id, as in a file of items.
  ///   - collection: The name of the collection.
  /// - Throws: `UnknownNameError` if there is no such collection; ``MockItemsError`` if the items aren't valid, or take too
  ///   much memory. Then nothing changes.
  public func setItems(_ json: String, of collection: String) throws {
    do throws(ItemReplacementError) {
      try setItems(Array(json.utf8), .json, of: collection)
    } catch {
      throw error.published
    }
  }

  /// Does the same as `setItems`.
  ///
  /// - Returns: The number of items.
  @discardableResult
  package func setItems(
    _ text: [UInt8], _ format: DocumentParser.Format, of name: String
  ) throws(ItemReplacementError) -> Int {
    let collection = try require(name, in: sets)
    var reader = ItemReader()
    guard let items = reader.items(text, path: "items", format, idName: collection.idName) else {
      throw .invalid(reader.diagnostics)
    }
    var changes = ItemChanges(replacingAllWith: items)
    let isStored = try choose { values, sets throws(ItemReplacementError) in
      let present = try require(name, in: sets)
      guard present.key == collection.key else { return false }
      let earlier = values.items.changes(of: present.key)
      guard itemBudget.take(changes.size - earlier.size) else { throw .full }
      // Ids that were given aren't given again before a reset.
      changes.highestID = max(present.initial.highestID, earlier.highestID, earlier.base?.highestID ?? 0)
      changes.uuidCount = earlier.uuidCount
      values.items[present.key] = changes
      return true
    }
    // A reload has given the ids another name meanwhile, so the items are read again.
    guard isStored else { return try setItems(text, format, of: name) }
    observers.send(.setItems(of: name))
    return items.all.count
  }

  private func require(_ collection: String, in sets: ResponseSets) throws(ItemReplacementError) -> ItemCollection {
    do throws(UnknownNameError) { return try sets.require(collection: collection) } catch { throw .unknown(error) }
  }

  /// Gives a collection its initial items.
  ///
  /// - Parameter collection: The name of the collection.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such collection.
  public func resetItems(of collection: String) throws(UnknownNameError) {
    let size = try choose { values, sets throws(UnknownNameError) in
      let changes = values.items.removeValue(forKey: try sets.require(collection: collection).key)
      return changes?.size ?? 0
    }
    itemBudget.give(size)
    observers.send(.setItems(of: collection))
  }

  /// The collections, sorted by name, each with the path of its list and the number of its items.
  package var listedCollections: [(name: String, path: String, count: Int)] {
    let collections = sets.collections
    if collections.isEmpty { return [] }
    let items = store.values.items
    return collections.map { collection, path in (collection.name, path, items.table(of: collection).count) }
  }

  /// Returns a page of the items of a collection as a JSON array, and the number of items on all pages.
  ///
  /// - Parameters:
  ///   - number: The number of the page, from 1.
  ///   - limit: The maximum number of items on a page; `nil` for one page with all.
  /// - Throws: `UnknownNameError`, with the nearest name, if there is no such collection.
  package func page(
    _ number: Int, limit: Int?, of collection: String
  ) throws(UnknownNameError) -> (json: [UInt8], total: Int) {
    let page = ItemQuery(page: number, limit: limit).page(of: try table(of: collection))
    return (page.json, page.total)
  }

  private func table(of collection: String) throws(UnknownNameError) -> ItemTable {
    let collection = try sets.require(collection: collection)
    return store.values.items.table(of: collection)
  }
}

extension ResponseSets {
  /// The collections with the paths of their lists, sorted by name.
  var collections: [(collection: ItemCollection, path: String)] {
    var found: [String: (collection: ItemCollection, path: String)] = [:]
    for lists in [overlay.sets, sets.filter(\.isOfCollection)] {
      for list in lists {
        guard let items = list.items, items.operation == .list, found[items.collection.name] == nil else { continue }
        found[items.collection.name] = (items.collection, list.matcher.path?.value.text ?? "/")
      }
    }
    return found.values.sorted { $0.collection.name < $1.collection.name }
  }

  /// Returns the collection with a name; `nil` if there is none.
  func collection(named name: String) -> ItemCollection? {
    let request = ItemOperation.list.requestName(of: name)
    // A request built in code can override one of the collection's.
    return (overlay[request]?.items ?? loaded[request]?.items)?.collection
  }

  /// - Throws: `UnknownNameError` if there is no such collection.
  func require(collection name: String) throws(UnknownNameError) -> ItemCollection {
    guard let collection = collection(named: name) else {
      throw UnknownNameError("no collection is named '\(name)'", name, known: collections.map(\.collection.name))
    }
    return collection
  }
}
