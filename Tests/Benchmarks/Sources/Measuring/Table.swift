/// The text table of one figure.
struct Table {
  struct Row {
    let cells: [String]
  }

  private let title: String
  private let columns: [String]
  private var rows: [Row] = []
  private var notes: [String] = []

  init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  mutating func add(_ cells: String...) { rows.append(Row(cells: cells)) }

  /// Adds a line below the table.
  mutating func note(_ text: String) { notes.append(text) }

  var text: String {
    let lines = [Row(cells: columns)] + rows
    let widths = columns.indices.map { column in
      lines.map { $0.cells.indices.contains(column) ? $0.cells[column].count : 0 }.max() ?? 0
    }
    let drawn = lines.map { row in
      let cells = row.cells.enumerated().map { index, cell in
        cell + String(repeating: " ", count: widths[index] - cell.count)
      }
      return "  " + Self.trimmed(cells.joined(separator: "   "))
    }
    let rule = "  " + widths.map { String(repeating: "-", count: $0) }.joined(separator: "   ")
    return ([title, drawn[0], rule] + drawn.dropFirst() + notes.map { "  (\($0))" } + [""]).joined(separator: "\n")
  }

  private static func trimmed(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
  }
}
