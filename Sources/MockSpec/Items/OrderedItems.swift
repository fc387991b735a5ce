/// The items of a session in an order.
///
/// An element is a number of an item, since iterating over items themselves would retain each of them.
struct OrderedItems: Sequence {
  let initial: InitialItems
  /// The places of the file's items in the order; `nil` for the order of the file.
  let places: [Int32]?
  /// The places of those items that the session has replaced or deleted.
  var hidden: Set<Int> = []
  /// The items of the session, each with the number of file's items in the order that precede it, including hidden ones.
  var inserted: [(position: Int, item: Item)] = []

  var count: Int { initial.all.count - hidden.count + inserted.count }

  var items: [Item] { map { self[$0] } }

  /// The item with a number.
  subscript(number: Int) -> Item { number < 0 ? inserted[~number].item : initial.all[number] }

  func makeIterator() -> Iterator { Iterator(items: self) }

  struct Iterator: IteratorProtocol {
    private let items: OrderedItems
    private var position = 0
    private var insertedCount = 0

    init(items: OrderedItems) { self.items = items }

    mutating func next() -> Int? {
      while true {
        if insertedCount < items.inserted.count, items.inserted[insertedCount].position <= position {
          defer { insertedCount += 1 }
          return ~insertedCount
        }
        guard position < items.initial.all.count else { return nil }
        let place = items.places.map { Int($0[position]) } ?? position
        position += 1
        if items.hidden.isEmpty || !items.hidden.contains(place) { return place }
      }
    }
  }
}
