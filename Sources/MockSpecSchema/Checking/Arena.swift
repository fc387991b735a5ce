/// Memory for trivial values, freed when the arena is deallocated.
final class Arena {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Copies elements into the arena.
  ///
  /// - Precondition: `Element` is trivial: elements are never deinitialized.
  func store<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    guard !elements.isEmpty else { return UnsafeBufferPointer(start: nil, count: 0) }
    let block = UnsafeMutablePointer<Element>.allocate(capacity: elements.count)
    block.initialize(from: elements, count: elements.count)
    blocks.append(UnsafeMutableRawPointer(block))
    return UnsafeBufferPointer(start: block, count: elements.count)
  }

  func store<Element>(_ element: Element) -> UnsafePointer<Element>? { store([element]).baseAddress.map { $0 } }

  func store(_ text: String) -> BorrowedBytes {
    // The additional byte gives empty texts an address.
    let bytes = store(Array(text.utf8) + [0])
    return BorrowedBytes(start: bytes.baseAddress.unsafelyUnwrapped, count: bytes.count - 1)
  }
}
