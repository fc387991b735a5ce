/// Runs a program's threads side by side; each instruction holds at most one thread, so a byte costs at most one visit
/// of each instruction.
struct ThreadSimulation {
  let program: MatchProgram
  /// Where threads stand after the last byte.
  private(set) var waiting: SparseSet
  /// Where they get from there without reading.
  private var settled: SparseSet

  init(_ program: MatchProgram) {
    self.program = program
    waiting = SparseSet(capacity: program.instructions.count)
    settled = waiting
    waiting.insert(0)
  }

  static func matches(_ program: MatchProgram, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var simulation = ThreadSimulation(program)
    var before = MatchProgram.Neighbour.edge
    for byte in bytes {
      let after = MatchProgram.Neighbour(byte)
      if simulation.settle(between: before, and: after) { return true }
      simulation.read(byte)
      if simulation.waiting.isEmpty { return false }
      before = after
    }
    return simulation.settle(between: before, and: .edge)
  }

  mutating func restart(at indices: [Int32]) {
    waiting.removeAll()
    for index in indices { waiting.insert(Int(index)) }
  }

  /// Follows everything that reads no byte; whether a thread has succeeded.
  mutating func settle(between before: MatchProgram.Neighbour, and after: MatchProgram.Neighbour) -> Bool {
    settled.removeAll()
    for place in 0..<waiting.count { settled.insert(waiting[place]) }
    var place = 0
    while place < settled.count {
      let index = settled[place]
      place += 1
      switch program.instructions[index] {
      case .read: continue
      case .succeed: return true
      case .jump(let offset): settled.insert(index + Int(offset))
      case .check(let assertion):
        if assertion.holds(between: before, and: after) { settled.insert(index + 1) }
      case .fork(let offset):
        settled.insert(index + 1)
        settled.insert(index + Int(offset))
      }
    }
    return false
  }

  /// Moves the settled threads past the byte; unless the program is anchored, a new one starts behind it.
  mutating func read(_ byte: UInt8) {
    waiting.removeAll()
    for place in 0..<settled.count {
      let index = settled[place]
      guard case .read(let first, let count) = program.instructions[index] else { continue }
      if let target = program.target(ofReadAt: index, first: first, count: count, byte: byte) {
        waiting.insert(target)
      }
    }
    if !program.isAnchored { waiting.insert(0) }
  }
}

extension ThreadSimulation {
  /// What `settle` and `read` cost together, in visits.
  var cost: Int { waiting.count + settled.count }
}
