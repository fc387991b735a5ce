import MockSpecDocument

/// The keys that a schema names, by the hash that every key of a document carries already.
struct PropertyTable {
  struct Slot {
    var name: Bytes
    var hash: UInt32
    var schema = RuleReference.none
    /// The same with everything that was written on the way to it; negative for none.
    var node: Int32 = -1
    /// Set where the rule must know whether the key is there.
    var bit: UInt64 = 0
  }

  /// A power of two of them, at most half of which are taken; none where no key is named.
  private let slots: UnsafeBufferPointer<Slot?>

  init(_ named: [Slot], in arena: Arena) {
    guard !named.isEmpty else {
      slots = UnsafeBufferPointer(start: nil, count: 0)
      return
    }
    var count = 2
    while count < 2 * named.count { count *= 2 }
    var table = [Slot?](repeating: nil, count: count)
    for slot in named {
      var index = Int(slot.hash) & (count - 1)
      while table[index] != nil { index = (index + 1) & (count - 1) }
      table[index] = slot
    }
    slots = arena.store(table)
  }

  @inline(__always)
  func slot(hash: UInt32, _ name: UnsafeBufferPointer<UInt8>) -> Slot? {
    guard let start = slots.baseAddress else { return nil }
    let mask = slots.count &- 1
    var index = Int(hash) & mask
    while let slot = start[index] {
      if slot.hash == hash, slot.name.equal(name) { return slot }
      index = (index &+ 1) & mask
    }
    return nil
  }
}
