/// All literal edges of a tree of paths in one open-addressing table: (node, hash of a segment) → link.
///
/// A key is 64 bits of hash and is taken for the segment itself; who finds something compares texts.
struct EdgeTable: Sendable {
  private struct Slot: Sendable {
    /// 0 if it is free.
    var key: UInt64 = 0
    var link = PathIndex.Link.none
  }

  /// A power of two, at most three quarters full.
  private var slots = [Slot](repeating: Slot(), count: 16)
  private var count = 0

  static func key(_ node: Int, _ segment: SegmentHash) -> UInt64 {
    let mixed = (segment.value ^ UInt64(truncatingIfNeeded: node) &* 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return max(1, mixed ^ mixed >> 32)
  }

  subscript(key: UInt64) -> PathIndex.Link? {
    get {
      let slot = slots[place(of: key)]
      return slot.key == 0 ? nil : slot.link
    }
    set {
      guard let newValue else { return }
      if (count + 1) * 4 > slots.count * 3 { grow() }
      let place = place(of: key)
      if slots[place].key == 0 { count += 1 }
      slots[place] = Slot(key: key, link: newValue)
    }
  }

  /// Where a key stands, or is to stand.
  private func place(of key: UInt64) -> Int {
    let mask = slots.count - 1
    var place = Int(truncatingIfNeeded: key) & mask
    while slots[place].key != key, slots[place].key != 0 { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: old.count * 2)
    for slot in old where slot.key != 0 { slots[place(of: slot.key)] = slot }
  }
}

/// FNV-1a over a segment in canonical form. Specs are the user's own, so nobody chooses segments that collide.
struct SegmentHash: Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  init() {}

  init(decoded segment: [UInt8]) {
    var bytes: [UInt8] = []
    CanonicalText.append(segment, to: &bytes)
    for byte in bytes { add(byte) }
  }

  @inline(__always)
  mutating func add(_ byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
}
