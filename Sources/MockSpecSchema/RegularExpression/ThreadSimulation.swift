/// Runs all threads of a program in parallel. Each instruction has at most one thread, so a byte takes at most one visit
/// to each instruction.
struct ThreadSimulation: ~Copyable {
  private let instructions: UnsafeBufferPointer<MatchProgram.Instruction>
  private let transitions: UnsafeBufferPointer<MatchProgram.ByteTransition>
  private let isAnchored: Bool
  /// The instructions of the threads before the next byte. After `settle`, the set includes those reachable without
  /// reading a byte.
  private(set) var threads: SparseSet
  /// The instructions of the threads after the byte.
  private(set) var next: SparseSet

  private init(
    _ instructions: UnsafeBufferPointer<MatchProgram.Instruction>,
    _ transitions: UnsafeBufferPointer<MatchProgram.ByteTransition>, isAnchored: Bool
  ) {
    self.instructions = instructions
    self.transitions = transitions
    self.isAnchored = isAnchored
    threads = SparseSet(capacity: instructions.count)
    next = SparseSet(capacity: instructions.count)
    threads.insert(0)
  }

  /// Runs a closure with a simulation that hasn't read anything yet.
  static func run<Result>(_ program: MatchProgram, _ body: (inout ThreadSimulation) -> Result) -> Result {
    program.instructions.withUnsafeBufferPointer { instructions in
      program.transitions.withUnsafeBufferPointer { transitions in
        var simulation = ThreadSimulation(instructions, transitions, isAnchored: program.isAnchored)
        return body(&simulation)
      }
    }
  }

  mutating func restart(at indices: [Int32]) {
    threads.removeAll()
    for index in indices { threads.insert(Int(index)) }
  }

  /// Executes the instructions that read no byte. Returns whether a thread has succeeded.
  @inline(__always)
  mutating func settle(between before: MatchProgram.Neighbour, and after: MatchProgram.Neighbour) -> Bool {
    var place = 0
    while place < threads.count {
      let index = threads[place]
      place &+= 1
      switch instructions[index] {
      case .read: continue
      case .succeed: return true
      case .jump(let offset): threads.insert(index &+ Int(offset))
      case .check(let assertion):
        if assertion.holds(between: before, and: after) { threads.insert(index &+ 1) }
      case .fork(let offset):
        threads.insert(index &+ 1)
        threads.insert(index &+ Int(offset))
      }
    }
    return false
  }

  /// Moves the settled threads past the byte. Unless the program is anchored, a new thread starts after it.
  @inline(__always)
  mutating func read(_ byte: UInt8) {
    next.removeAll()
    for place in 0..<threads.count {
      let index = threads[place]
      guard case .read(let first, let count) = instructions[index] else { continue }
      for transition in transitions[Int(first)..<Int(first &+ count)] where byte <= transition.high {
        if byte >= transition.low { next.insert(index &+ Int(transition.offset)) }
        break
      }
    }
    if !isAnchored { next.insert(0) }
  }

  /// Makes the threads after the byte the current ones.
  @inline(__always)
  mutating func advance() { swap(&threads, &next) }
}

extension ThreadSimulation {
  /// The cost of `settle` and `read` together, in visits.
  @inline(__always)
  var cost: Int { threads.count &+ next.count }

  /// Returns whether the program matches anywhere in the bytes.
  ///
  /// - Parameter steps: The visits left. The visits made are subtracted.
  /// - Returns: `nil` if the visits don't suffice.
  static func matches(
    _ program: MatchProgram, _ bytes: UnsafeBufferPointer<UInt8>, steps: inout Int
  ) -> Bool? {
    run(program) { $0.matches(bytes, steps: &steps) }
  }

  private mutating func matches(_ bytes: UnsafeBufferPointer<UInt8>, steps: inout Int) -> Bool? {
    // Allocating memory for the threads takes time, too.
    steps -= instructions.count / 8
    var before = MatchProgram.Neighbour.edge
    for byte in bytes {
      let after = MatchProgram.Neighbour(byte)
      if settle(between: before, and: after) { return true }
      read(byte)
      if next.isEmpty { return false }
      steps &-= cost
      if steps < 0 { return nil }
      advance()
      before = after
    }
    return settle(between: before, and: .edge)
  }
}
