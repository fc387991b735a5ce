/// The items of a collection in a session: those of the file, with the session's changes.
struct ItemTable: Sendable {
  let initial: InitialItems
  private(set) var changes: ItemChanges

  /// - Parameters:
  ///   - initial: The items of the file. After a reload, the same changes apply to the new ones.
  ///   - changes: The session's changes.
  init(_ initial: InitialItems, _ changes: ItemChanges = ItemChanges()) {
    self.initial = changes.base ?? initial
    self.changes = changes
  }

  subscript(id: ExactText) -> Item? {
    if !changes.isEmpty, let change = changes[id] { return change.item }
    return initial[id]
  }

  /// Adds an item whose id no other one has.
  mutating func create(_ item: Item) { changes.store(item, isCreated: true) }

  /// Replaces the item with the same id.
  mutating func replace(with item: Item) { changes.store(item, isCreated: false) }

  mutating func delete(_ id: ExactText) {
    if changes[id]?.isCreated == true, initial[id] == nil {
      changes.remove(id)
    } else {
      changes.storeDeletion(of: id)
    }
  }

  // MARK: - New ids

  /// Returns a number that follows all ids, and that no item has had since the reset.
  mutating func nextCounter() -> ExactText {
    var number = max(initial.highestID, changes.highestID)
    while true {
      number += 1
      let id = ExactText(String(number))
      // An id that is too large to count can be in use.
      if changes[id] == nil, initial[id] == nil {
        changes.highestID = number
        return id
      }
    }
  }

  /// Returns a UUID that no item has had since the reset. It is the same in each run.
  ///
  /// - Parameter collection: The name of the collection.
  mutating func nextUUID(in collection: String) -> ExactText {
    while true {
      changes.uuidCount += 1
      let id = ExactText(DerivedUUID.text(from: "\(collection)/\(changes.uuidCount)"))
      if changes[id] == nil, initial[id] == nil { return id }
    }
  }

  // MARK: - Lists

  /// The number of items.
  var count: Int {
    changes.all.reduce(initial.all.count) { count, change in
      count + (change.item == nil ? 0 : 1) - (initial.place(of: change.id) == nil ? 0 : 1)
    }
  }

  /// The items in the order of the file, followed by the created ones.
  var items: [Item] { ordered(by: ItemOrder()).items }

  /// Returns the items in an order. Equal ones keep the order in which they are without one.
  func ordered(by order: ItemOrder) -> OrderedItems {
    let places = order.parts.isEmpty ? nil : initial.places(in: order)
    if changes.isEmpty { return OrderedItems(initial: initial, places: places) }
    var hidden: Set<Int> = []
    var stored: [(values: [ItemValue], rank: Int, item: Item)] = []
    for change in changes.all {
      let place = initial.place(of: change.id)
      if let place { hidden.insert(place) }
      guard let item = change.item else { continue }
      let rank = change.isCreated ? nil : place
      stored.append((order.values(of: item), rank ?? initial.all.count + change.number, item))
    }
    stored.sort { order.precedes($0.values, $1.values) ?? ($0.rank < $1.rank) }
    let inserted = stored.map { values, rank, item in
      guard let places else { return (position: min(rank, initial.all.count), item: item) }
      let position = places.partitioningIndex { place in
        order.precedes(values, order.values(of: initial.all[Int(place)])) ?? (rank < Int(place))
      }
      return (position, item)
    }
    return OrderedItems(initial: initial, places: places, hidden: hidden, inserted: inserted)
  }
}
