/// The difference of two lists of specs.
struct UnitChange {
  /// For each earlier spec, its index afterwards; for a removed one, the new index of the next spec.
  private(set) var orders: [Int] = []
  /// The removed specs with their earlier indexes.
  private(set) var removed: [(index: Int, unit: ProjectReading.Unit)] = []
  /// The changed specs with their indexes afterwards.
  private(set) var changed: [(index: Int, old: ProjectReading.Unit, new: ProjectReading.Unit)] = []
  /// The new specs with their indexes.
  private(set) var added: [(index: Int, unit: ProjectReading.Unit)] = []

  /// - Returns: `nil` if specs are in another order than before.
  init?(from old: ChunkedArray<ProjectReading.Unit>, to new: ChunkedArray<ProjectReading.Unit>) {
    let count = min(old.count, new.count)
    let start = (0..<count).first { old[$0] !== new[$0] } ?? count
    let end = (0..<(count - start)).first { old[old.count - 1 - $0] !== new[new.count - 1 - $0] } ?? count - start
    var (rest, next) = (old[start..<(old.count - end)], new[start..<(new.count - end)])
    orders += 0..<start
    // Most changes are of one spec, so that nothing is looked up.
    lazy var paths = (old: Set(rest.map(\.path)), new: Set(next.map(\.path)))
    while !rest.isEmpty || !next.isEmpty {
      if let old = rest.first, let new = next.first, old === new || old.path.hasSameBytes(as: new.path) {
        if old !== new { changed.append((next.startIndex, old, new)) }
        orders.append(next.startIndex)
        (rest, next) = (rest.dropFirst(), next.dropFirst())
      } else if let old = rest.first, !paths.new.contains(old.path) {
        removed.append((rest.startIndex, old))
        orders.append(next.startIndex)
        rest.removeFirst()
      } else if let new = next.first, !paths.old.contains(new.path) {
        added.append((next.startIndex, new))
        next.removeFirst()
      } else {
        return nil
      }
    }
    orders += (new.count - end)..<new.count
  }

  /// The earlier versions of all specs that were changed or removed.
  var old: [ProjectReading.Unit] { removed.map(\.unit) + changed.map(\.old) }
  /// The specs that were changed or added.
  var new: [ProjectReading.Unit] { added.map(\.unit) + changed.map(\.new) }

  /// Whether each earlier spec has the same index afterwards.
  var keepsOrders: Bool { orders.elementsEqual(orders.indices) }
}
