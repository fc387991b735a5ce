/// A pattern compiled to instructions over bytes, which several threads execute in parallel (Thompson's construction).
struct MatchProgram: Sendable {
  let instructions: [Instruction]
  /// The transitions of all `read` instructions. Each instruction refers to a contiguous range.
  let transitions: [ByteTransition]
  /// Whether a match can start only at the start of the text.
  let isAnchored: Bool
  let usesWordBoundaries: Bool

  /// Offsets are relative to the index of the instruction, so that blocks of instructions can be moved.
  enum Instruction: Hashable, Sendable {
    /// Reads one byte and continues at the target of its transition. The thread ends if there is none.
    case read(first: Int32, count: Int32)
    /// Continues both at the next instruction and at the offset.
    case fork(Int32)
    case jump(Int32)
    /// Continues at the next instruction if the assertion holds.
    case check(Assertion)
    case succeed
  }

  struct ByteTransition: Hashable, Sendable {
    var low: UInt8
    var high: UInt8
    var offset: Int32
  }

  enum Assertion: Hashable, Sendable {
    case start
    case end
    case wordBoundary
    case noWordBoundary
  }

  init(_ code: MatchCode, transitions: [ByteTransition]) {
    instructions = code.instructions + [.succeed]
    self.transitions = transitions
    usesWordBoundaries = instructions.contains { $0 == .check(.wordBoundary) || $0 == .check(.noWordBoundary) }
    isAnchored = Self.isAnchored(instructions)
  }

  /// Returns whether every path to a `read` or to success passes a `^`.
  private static func isAnchored(_ instructions: [Instruction]) -> Bool {
    var seen = SparseSet(capacity: instructions.count)
    seen.insert(0)
    var next = 0
    while next < seen.count {
      let index = seen[next]
      next += 1
      switch instructions[index] {
      case .read, .succeed: return false
      case .check(.start): continue
      case .check: seen.insert(index + 1)
      case .jump(let offset): seen.insert(index + Int(offset))
      case .fork(let offset):
        seen.insert(index + 1)
        seen.insert(index + Int(offset))
      }
    }
    return true
  }
}

extension MatchProgram {
  /// The kind of the byte on one side of a position. Assertions depend on it.
  enum Neighbour: Hashable, Sendable {
    /// The start or the end of the text.
    case edge
    /// One of `[0-9A-Z_a-z]`.
    case word
    /// A continuation byte of UTF-8: the position before it is inside a character.
    case continuation
    case other

    init(_ byte: UInt8) {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: self = .word
      case 0x80...0xBF: self = .continuation
      default: self = .other
      }
    }
  }
}

extension MatchProgram.Assertion {
  func holds(between before: MatchProgram.Neighbour, and after: MatchProgram.Neighbour) -> Bool {
    switch self {
    case .start: before == .edge
    case .end: after == .edge
    case .wordBoundary: (before == .word) != (after == .word)
    case .noWordBoundary: (before == .word) == (after == .word) && after != .continuation
    }
  }
}
