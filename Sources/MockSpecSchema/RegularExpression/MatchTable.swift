/// A program's every reachable set of threads as one row of a table, so that a byte costs one look-up.
///
/// A row has a column for each class of bytes, and one more for the end of the text. A cell holds the index of the next
/// row's first cell. The first row is where no match can follow any more, the second where there has been one:
///
///     cells   dead ⋯ │ matched ⋯ │ start ⋯ │ ⋯
struct MatchTable: Sendable {
  private let cells: [UInt16]
  /// The column of each of the 256 bytes.
  private let columns: [UInt8]
  private let width: Int

  static let mostCells = 1 << 16

  init(cells: [UInt16], columns: [UInt8], width: Int) {
    precondition(columns.count == 256 && cells.count <= Self.mostCells && cells.count.isMultiple(of: width))
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
