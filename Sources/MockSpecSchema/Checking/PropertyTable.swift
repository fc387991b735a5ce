import MockSpecDocument

/// A hash table of the keys that a schema names. It uses the hashes that documents store with their keys.
struct PropertyTable {
  struct Slot {
    var name: BorrowedBytes
    var hash: UInt32
    var schema = RuleReference.none
    /// The node of the schema as written, before references are followed; negative if the key has no schema.
    var node: Int32 = -1
    /// The bit of the key in `MappingRule`, if the rule depends on whether the key is present.
    var bit: UInt64 = 0
  }

  /// The slots; at most half of them are used. The count is a power of two, or zero if the schema names no keys.
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
