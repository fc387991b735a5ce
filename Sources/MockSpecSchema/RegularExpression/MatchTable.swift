/// A deterministic automaton: one row for each reachable set of threads, so that matching a byte takes one lookup.
///
/// A row has a column for each class of bytes, and one for the end of the text. A cell contains the index of the first
/// cell of the next row. In the first row, no match is possible anymore; in the second, a match has been found:
///
///     cells   dead ⋯ │ matched ⋯ │ start ⋯ │ ⋯
struct MatchTable: Sendable {
  let cells: [UInt16]
  /// The column of each of the 256 bytes.
  let columns: [UInt8]
  let width: Int

  static let maximumCells = 1 << 16

  init(cells: [UInt16], columns: [UInt8], width: Int) {
    precondition(columns.count == 256 && cells.count <= Self.maximumCells && cells.count.isMultiple(of: width))
    self.cells = cells
    self.columns = columns
    self.width = width
  }

  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let matched = width
    let end = width - 1
    return cells.withUnsafeBufferPointer { cells in
      columns.withUnsafeBufferPointer { columns in
        var row = 2 * matched
        for byte in bytes {
          row = Int(cells[row + Int(columns[Int(byte)])])
          if row <= matched { return row == matched }
        }
        return Int(cells[row + end]) == matched
      }
    }
  }
}
