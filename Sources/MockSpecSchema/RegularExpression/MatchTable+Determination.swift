extension MatchTable {
  /// Creates the table of a program, or returns `nil` if it would be too large or take too long to build.
  init?(_ program: MatchProgram) {
    var determination = Determination(program)
    guard ThreadSimulation.run(program, { determination.run(&$0) }) else { return nil }
    self.init(cells: determination.cells, columns: determination.classes.classes, width: determination.width)
  }

  /// The subset construction. Assertions depend on the bytes on both sides. The previous byte is part of a state; the
  /// next one is known when a cell is filled, because each cell belongs to one class of bytes.
  private struct Determination {
    /// Limits the time spent on a table that turns out too large. The number of instructions in a file is limited, too,
    /// so the time for all of its patterns is limited as well.
    private static func maximumVisits(_ program: MatchProgram) -> Int {
      min(2048 * program.instructions.count, 500_000)
    }

    struct State: Hashable {
      /// The threads in ascending order, before executing instructions that read no byte.
      var threads: [Int32]
      var before: MatchProgram.Neighbour
    }

    let classes: ByteClasses
    let width: Int
    private(set) var cells: [UInt16]

    private let program: MatchProgram
    /// The states in the order of their rows. The first two rows, dead and matched, have no state.
    private var states: [State] = []
    private var rows: [State: Int] = [:]
    private var visits = 0
    private let maximumVisits: Int

    init(_ program: MatchProgram) {
      self.program = program
      maximumVisits = Self.maximumVisits(program)
      classes = ByteClasses(program)
      width = classes.representatives.count + 1
      cells = Array(repeating: 0, count: width) + Array(repeating: UInt16(width), count: width)
    }

    /// Fills the table. Returns `false` if it would be too large.
    mutating func run(_ simulation: inout ThreadSimulation) -> Bool {
      guard row(of: State(threads: [0], before: .edge)) != nil else { return false }
      var next = 0
      while next < states.count {
        guard fillRow(of: states[next], &simulation) else { return false }
        next += 1
      }
      return true
    }

    private mutating func fillRow(of state: State, _ simulation: inout ThreadSimulation) -> Bool {
      var settledBefore: MatchProgram.Neighbour?
      var hasSucceeded = false
      for byte in classes.representatives {
        let after = program.usesWordBoundaries ? MatchProgram.Neighbour(byte) : .other
        if settledBefore != after {
          simulation.restart(at: state.threads)
          hasSucceeded = simulation.settle(between: state.before, and: after)
          settledBefore = after
          visits += simulation.cost
        }
        if hasSucceeded {
          cells.append(UInt16(width))
        } else {
          simulation.read(byte)
          visits += simulation.cost
          guard visits <= maximumVisits, let row = rowOfNext(after: after, simulation) else { return false }
          cells.append(UInt16(row))
        }
      }
      simulation.restart(at: state.threads)
      cells.append(simulation.settle(between: state.before, and: .edge) ? UInt16(width) : 0)
      return true
    }

    private mutating func rowOfNext(
      after byte: MatchProgram.Neighbour, _ simulation: borrowing ThreadSimulation
    ) -> Int? {
      if simulation.next.isEmpty { return 0 }
      return row(of: State(threads: simulation.next.sorted, before: byte == .word ? .word : .other))
    }

    /// Returns the row of a state, adding it if necessary, or `nil` if the table is full.
    private mutating func row(of state: State) -> Int? {
      if let row = rows[state] { return row }
      let row = (2 + states.count) * width
      guard row + width <= MatchTable.maximumCells else { return nil }
      states.append(state)
      rows[state] = row
      return row
    }
  }
}
