/// An array in chunks. Changing a copy copies one chunk and not all elements. This is faster for long lists of objects,
/// since copying an array retains each object.
package struct ChunkedArray<Element> {
  /// The elements. No chunk is empty.
  private var chunks: [[Element]] = []
  /// For each chunk, the index of its first element.
  private var starts: [Int] = []
  package private(set) var count = 0
  /// The size of a new chunk. A chunk that exceeds twice this size is split.
  private let chunkSize: Int

  package init(_ elements: some RandomAccessCollection<Element>, chunkSize: Int = 256) {
    self.chunkSize = chunkSize
    count = elements.count
    starts = Array(stride(from: 0, to: count, by: chunkSize))
    chunks = starts.map { Array(elements.dropFirst($0).prefix(chunkSize)) }
  }

  /// Returns the index of the chunk that contains an element.
  private func chunkIndex(of index: Int) -> Int {
    let likely = index / chunkSize
    if likely < starts.count, starts[likely] <= index, index < starts[likely] + chunks[likely].count { return likely }
    return starts.partitioningIndex { $0 > index } - 1
  }

  package subscript(index: Int) -> Element {
    get {
      let chunk = chunkIndex(of: index)
      return chunks[chunk][index - starts[chunk]]
    }
    set {
      let chunk = chunkIndex(of: index)
      chunks[chunk][index - starts[chunk]] = newValue
    }
  }

  mutating func append(_ element: Element) { insert(element, at: count) }

  mutating func insert(_ element: Element, at index: Int) {
    precondition(index >= 0 && index <= count, "index out of range")
    if chunks.isEmpty { (chunks, starts) = ([[]], [0]) }
    let chunk = index == count ? chunks.count - 1 : chunkIndex(of: index)
    chunks[chunk].insert(element, at: index - starts[chunk])
    shift(after: chunk, by: 1)
    guard chunks[chunk].count > 2 * chunkSize else { return }
    chunks.insert(Array(chunks[chunk][chunkSize...]), at: chunk + 1)
    chunks[chunk].removeSubrange(chunkSize...)
    starts.insert(starts[chunk] + chunkSize, at: chunk + 1)
  }

  mutating func remove(at index: Int) {
    precondition(indices.contains(index), "index out of range")
    let chunk = chunkIndex(of: index)
    chunks[chunk].remove(at: index - starts[chunk])
    shift(after: chunk, by: -1)
    guard chunks[chunk].isEmpty else { return }
    chunks.remove(at: chunk)
    starts.remove(at: chunk)
  }

  private mutating func shift(after chunk: Int, by offset: Int) {
    count += offset
    for later in (chunk + 1)..<starts.endIndex { starts[later] += offset }
  }
}

extension ChunkedArray {
  /// Returns the elements without those of chunks shared with another version of the array. The first element of each
  /// shared chunk is included, so that its position can be compared. The elements must be larger than zero bytes.
  func unshared(with other: ChunkedArray) -> [Element] {
    let shared = Set(other.chunks.map(Self.storage))
    return chunks.flatMap { shared.contains(Self.storage($0)) ? $0.prefix(1) : $0[...] }
  }

  /// The address of a chunk's storage. While both arrays exist, equal addresses mean the same storage.
  private static func storage(_ chunk: [Element]) -> UnsafeRawPointer? {
    chunk.withUnsafeBufferPointer { $0.baseAddress.map(UnsafeRawPointer.init) }
  }
}

extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: RandomAccessCollection {
  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package func makeIterator() -> FlattenSequence<[[Element]]>.Iterator { chunks.joined().makeIterator() }
}

extension ChunkedArray: ExpressibleByArrayLiteral {
  package init(arrayLiteral elements: Element...) { self.init(elements) }
}
