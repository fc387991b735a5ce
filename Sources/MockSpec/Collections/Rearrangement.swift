/// A change of a list that removes elements and inserts new ones. The other elements keep their order.
struct Rearrangement: Sendable {
  /// For each element afterwards, its index before; -1 for a new one.
  private let sources: [Int32]
  /// For each element before, its index afterwards; -1 for a removed one.
  let places: [Int32]
  /// The earlier indexes of the removed elements.
  let removed: Set<Int>
  /// The indexes of the new elements afterwards.
  let inserted: [Int]

  /// - Parameters:
  ///   - count: The number of elements before.
  ///   - removed: The indexes of the elements to remove.
  ///   - inserted: For each new element, the number of elements before the change that precede it, in ascending order.
  init(count: Int, removing removed: Set<Int>, inserting inserted: [Int]) {
    var sources: [Int32] = []
    sources.reserveCapacity(count + inserted.count - removed.count)
    var places = [Int32](repeating: -1, count: count)
    var added: [Int] = []
    var next = 0
    func keep(upTo end: Int) {
      for index in next..<end {
        places[index] = Int32(sources.count)
        sources.append(Int32(index))
      }
      next = end
    }
    func insert(before index: Int) {
      while added.count < inserted.count, inserted[added.count] <= index {
        keep(upTo: inserted[added.count])
        added.append(sources.count)
        sources.append(-1)
      }
    }
    for index in removed.sorted() {
      insert(before: index)
      keep(upTo: index)
      next = index + 1
    }
    insert(before: count)
    keep(upTo: count)
    (self.sources, self.places, self.removed, self.inserted) = (sources, places, removed, added)
  }

  /// Returns a list after the change. Few removals and insertions copy few chunks.
  ///
  /// - Parameters:
  ///   - list: The list before.
  ///   - new: The new elements, in order.
  func applied<Element>(to list: ChunkedArray<Element>, inserting new: [Element]) -> ChunkedArray<Element> {
    precondition(inserted.count == new.count, "each place needs a new element")
    // On average, each change moves half a chunk and half of the chunks' starts.
    guard removed.count + inserted.count < 256 else { return ChunkedArray(applied(to: Array(list), inserting: new)) }
    var list = list
    for index in removed.sorted(by: >) { list.remove(at: index) }
    for (index, element) in zip(inserted, new) { list.insert(element, at: index) }
    return list
  }

  /// Returns a list after the change.
  ///
  /// - Parameters:
  ///   - list: The list before.
  ///   - new: The new elements, in order.
  func applied<Element>(to list: [Element], inserting new: [Element]) -> [Element] {
    var next = new.startIndex
    return sources.map { source in
      if source >= 0 { return list[Int(source)] }
      defer { next += 1 }
      return new[next]
    }
  }
}
