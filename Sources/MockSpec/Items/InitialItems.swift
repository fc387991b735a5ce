import Synchronization

/// The items of a collection as its file has them, which all sessions share.
final class InitialItems: Sendable {
  /// The items in the order of the file. Their ids are unique.
  let all: [Item]
  /// The highest id that is a whole number; 0 if there is none.
  let highestID: Int
  private let places: [ExactText: Int32]
  /// The orders that calls have asked for, the last one at the end.
  private let orders = Mutex<[(order: ItemOrder, places: Once<[Int32]>)]>([])
  /// The maximum number of orders that are kept.
  private static let orderLimit = 8

  init(_ items: [Item]) {
    all = items
    places = Dictionary(items.enumerated().map { ($1.id, Int32($0)) }) { first, _ in first }
    highestID = items.reduce(0) { max($0, $1.id.counter ?? 0) }
  }

  /// Returns the place of the item with an id.
  func place(of id: ExactText) -> Int? { places[id].map(Int.init) }

  subscript(id: ExactText) -> Item? { place(of: id).map { all[$0] } }

  /// The number of orders that are kept.
  var orderCount: Int { orders.withLock(\.count) }

  /// Returns the places of the items in an order. Equal ones keep the order of the file.
  func places(in order: ItemOrder) -> [Int32] {
    let known = orders.withLock { orders in
      if let index = orders.firstIndex(where: { $0.order == order }) {
        orders.append(orders.remove(at: index))
      } else {
        orders = orders.suffix(Self.orderLimit - 1) + [(order, Once())]
      }
      return orders[orders.count - 1].places
    }
    return known.value {
      let values = all.map(order.values)
      return all.indices.sorted { order.precedes(values[$0], values[$1]) ?? ($0 < $1) }.map(Int32.init)
    }
  }
}

extension InitialItems: Equatable {
  static func == (left: InitialItems, right: InitialItems) -> Bool { left === right || left.all == right.all }
}
