/// What a session has changed in a collection, by id.
///
/// Copies share their memory. A session that changes nothing takes none.
struct ItemChanges: Sendable {
  /// The last change of an item.
  struct Change: Sendable {
    let id: ExactText
    /// The item; `nil` if it was deleted.
    var item: Item?
    /// Whether the session created the item, so that it comes after those of the file.
    var isCreated: Bool
    /// The position among the items that come after those of the file.
    var number: Int

    /// The memory of the change, in bytes.
    var size: Int { Self.size(of: id, item) }

    fileprivate static func size(of id: ExactText, _ item: Item?) -> Int {
      128 + 2 * id.text.utf8.count + (item?.json.count ?? 0)
    }
  }

  /// The changes, sorted by id.
  private(set) var all: ChunkedArray<Change> = []
  /// The memory of the changes, in bytes.
  private(set) var size = 0
  /// The number of positions that were given to changes.
  private var numberCount = 0
  /// The highest id of a created item that is a whole number, also after its deletion.
  var highestID = 0
  /// The number of UUIDs that were made.
  var uuidCount = 0
  /// The items to which the changes apply instead of those of the file; `nil` unless all items were replaced.
  let base: InitialItems?

  init() { base = nil }

  /// The changes that replace all items.
  init(replacingAllWith items: InitialItems) {
    base = items
    size = items.all.reduce(0) { $0 + Change.size(of: $1.id, $1) }
  }

  var isEmpty: Bool { all.isEmpty }
  /// Whether there are no changes, and no ids that can't be given again.
  var isUnused: Bool { all.isEmpty && highestID == 0 && uuidCount == 0 && base == nil }

  subscript(id: ExactText) -> Change? { place(of: id).map { all[$0] } }

  private func place(of id: ExactText) -> Int? {
    let place = all.partitioningIndex { $0.id >= id }
    return place < all.count && all[place].id == id ? place : nil
  }

  /// Stores an item in place of the one with its id, if there is one.
  ///
  /// - Parameter isCreated: Whether it is a new one.
  mutating func store(_ item: Item, isCreated: Bool) {
    if isCreated, let number = item.id.counter { highestID = max(highestID, number) }
    let earlier = self[item.id]
    var number = numberCount
    if !isCreated, let earlier { number = earlier.number } else { numberCount += 1 }
    set(Change(id: item.id, item: item, isCreated: isCreated || earlier?.isCreated == true, number: number))
  }

  /// Stores that an item of the file was deleted.
  mutating func storeDeletion(of id: ExactText) {
    set(Change(id: id, item: nil, isCreated: false, number: 0))
  }

  /// Removes a created item, of which nothing needs to be stored any more.
  mutating func remove(_ id: ExactText) {
    guard let place = place(of: id) else { return }
    size -= all[place].size
    all.remove(at: place)
  }

  private mutating func set(_ change: Change) {
    let place = all.partitioningIndex { $0.id >= change.id }
    size += change.size
    if place < all.count, all[place].id == change.id {
      size -= all[place].size
      all[place] = change
    } else {
      all.insert(change, at: place)
    }
  }
}
