/// A hash table with open addressing for all literal edges of a ``PathIndex``: (node, hash of a segment) → link.
///
/// Segments are represented by 64-bit hashes. Two segments can share a hash, so `PathIndex` compares the text of every
/// path that it finds.
struct EdgeTable: Sendable {
  private struct Slot: Sendable {
    /// The key; 0 if the slot is free.
    var key: UInt64 = 0
    var link = PathIndex.Link.none
  }

  /// The slots. Their count is a power of two, and at most three quarters are used.
  private var slots = [Slot](repeating: Slot(), count: 16)
  private var count = 0

  static func key(_ node: Int, _ segment: FNV1a) -> UInt64 {
    let mixed = (segment.value ^ UInt64(truncatingIfNeeded: node) &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return max(1, mixed ^ mixed >> 32)
  }

  subscript(key: UInt64) -> PathIndex.Link? {
    get {
      let slot = slots[slot(of: key)]
      return slot.key == 0 ? nil : slot.link
    }
    set {
      guard let newValue else { return }
      if (count + 1) * 4 > slots.count * 3 { grow() }
      let index = slot(of: key)
      if slots[index].key == 0 { count += 1 }
      slots[index] = Slot(key: key, link: newValue)
    }
  }

  /// Returns the index of a key's slot, or of the free slot for it.
  private func slot(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var slot = Int(truncatingIfNeeded: key) & mask
    while slots[slot].key != key, slots[slot].key != 0 { slot = (slot + 1) & mask }
    return slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where slot.key != 0 { slots[self.slot(of: slot.key)] = slot }
  }
}

extension FNV1a {
  /// Creates the hash of a segment in canonical form.
  ///
  /// Collisions cost time, but don't affect which request answers.
  init(decoded segment: [UInt8]) {
    var bytes: [UInt8] = []
    CanonicalText.append(segment, to: &bytes)
    self.init(bytes)
  }
}
