/// An array whose copies share the elements that aren't changed, for long lists of objects: a copy of an array counts a
/// reference to each of them.
package struct ChunkedArray<Element> {
  /// None is empty.
  private var chunks: [[Element]] = []
  /// For each chunk, the index of its first element.
  private var starts: [Int] = []
  package private(set) var count = 0

  /// The number of elements of each chunk until some are inserted or removed.
  private static var size: Int { 256 }

  package init(_ elements: some Collection<Element>) {
    count = elements.count
    var rest = elements[...]
    while !rest.isEmpty {
      starts.append(count - rest.count)
      chunks.append(Array(rest.prefix(Self.size)))
      rest = rest.dropFirst(Self.size)
    }
  }

  /// Returns the index of the chunk of an element.
  private func chunk(of index: Int) -> Int {
    let likely = index / Self.size
    if likely < starts.count, starts[likely] <= index, index < starts[likely] + chunks[likely].count { return likely }
    return starts.partitioningIndex { $0 > index } - 1
  }

  mutating func append(_ element: Element) { insert(element, at: count) }

  mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "index out of range")
    if chunks.isEmpty { (chunks, starts) = ([[]], [0]) }
    let place = index == count ? chunks.count - 1 : chunk(of: index)
    chunks[place].insert(element, at: index - starts[place])
    shift(after: place, by: 1)
    guard chunks[place].count > 2 * Self.size else { return }
    chunks.insert(Array(chunks[place][Self.size...]), at: place + 1)
    chunks[place].removeSubrange(Self.size...)
    starts.insert(starts[place] + Self.size, at: place + 1)
  }

  mutating func remove(at index: Int) {
    precondition(indices.contains(index), "index out of range")
    let place = chunk(of: index)
    chunks[place].remove(at: index - starts[place])
    shift(after: place, by: -1)
    guard chunks[place].isEmpty else { return }
    chunks.remove(at: place)
    starts.remove(at: place)
  }

  private mutating func shift(after place: Int, by offset: Int) {
    count += offset
    for later in (place + 1)..<starts.endIndex { starts[later] += offset }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Element {
    get {
      let place = chunk(of: index)
      return chunks[place][index - starts[place]]
    }
    set {
      let place = chunk(of: index)
      chunks[place][index - starts[place]] = newValue
    }
  }

  package func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { chunks.joined().makeIterator() }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) { self.init(elements) }
}
