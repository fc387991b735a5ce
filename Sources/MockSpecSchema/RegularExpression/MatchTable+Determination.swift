extension MatchTable {
  /// `nil` if the table would be too large or would take too long to build.
  init?(_ program: MatchProgram) {
    var determination = Determination(program)
    guard ThreadSimulation.run(program, { determination.run(&$0) }) else { return nil }
    self.init(cells: determination.cells, columns: determination.classes.classes, width: determination.width)
  }

  /// The subset construction. What assertions need to know of the past is part of a state; what they need to know of
  /// the byte to come is known when a cell is filled, as each has its own class of bytes.
  private struct Determination {
    /// Bounds the time in which a table that ends up too large is given up, for one pattern and, as there is a limit
    /// on the instructions of many, for those as well.
    private static func mostVisits(_ program: MatchProgram) -> Int { min(2048 * program.instructions.count, 500_000) }

    struct State: Hashable {
      /// Ascending, before anything is followed that reads no byte.
      var threads: [Int32]
      var before: MatchProgram.Neighbour
    }

    let classes: ByteClasses
    let width: Int
    private(set) var cells: [UInt16]

    private let program: MatchProgram
    /// In the order of their rows, of which the first two have none.
    private var states: [State] = []
    private var rows: [State: Int] = [:]
    private var visits = 0
    private let mostVisits: Int

    init(_ program: MatchProgram) {
      self.program = program
      mostVisits = Self.mostVisits(program)
      classes = ByteClasses(program)
      width = classes.representatives.count + 1
      cells = Array(repeating: 0, count: width) + Array(repeating: UInt16(width), count: width)
    }

    /// Whether the table is complete.
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
          guard visits <= mostVisits, let row = rowOfNext(after: after, simulation) else { return false }
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

    /// `nil` if there is no room for it.
    private mutating func row(of state: State) -> Int? {
      if let row = rows[state] { return row }
      let row = (2 + states.count) * width
      guard row + width <= MatchTable.mostCells else { return nil }
      states.append(state)
      rows[state] = row
      return row
    }
  }
}
