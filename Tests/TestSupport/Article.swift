import Foundation

/// A Markdown file of the documentation, for tests that compare it with the code.
package struct Article: Sendable {
  /// A code block.
  package struct Block: Sendable {
    /// The path of the article.
    package let path: String
    /// The line of the opening fence, from 1.
    package let line: Int
    /// The language after the opening fence; empty without one.
    package let language: String
    package let text: String
  }

  /// A table, and the nearest heading before it.
  package struct Table: Sendable {
    package let heading: String
    /// The cells of the header.
    package let header: [String]
    package let rows: [[String]]

    /// The first cell of each row, without backticks. A cell can name several things: `` `a`, `b` ``.
    package var names: [String] {
      rows.flatMap { $0[0].split(separator: ", ").map { String($0).replacing("`", with: "") } }
    }
  }

  package let blocks: [Block]
  package let tables: [Table]

  /// Reads an article.
  ///
  /// - Parameter path: The path in the repository.
  package init(_ path: String) throws {
    var blocks: [Block] = []
    var tables: [Table] = []
    var heading = ""
    var fence: (line: Int, language: String, lines: [String])?
    var cells: [[String]] = []
    let text = String(decoding: try Repository.bytes(path), as: UTF8.self)
    for (index, line) in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if let open = fence {
        if line == "```" {
          let code = open.lines.map { $0 + "\n" }.joined()
          blocks.append(Block(path: path, line: open.line, language: open.language, text: code))
          fence = nil
        } else {
          fence?.lines.append(String(line))
        }
      } else if line.hasPrefix("```") {
        fence = (index + 1, String(line.dropFirst(3)), [])
      } else if line.hasPrefix("|") {
        cells.append(Self.cells(line))
      } else {
        if cells.count > 2 { tables.append(Table(heading: heading, header: cells[0], rows: Array(cells[2...]))) }
        cells = []
        if line.hasPrefix("#") { heading = line.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces) }
      }
    }
    self.blocks = blocks
    self.tables = tables
  }

  private static func cells(_ line: Substring) -> [String] {
    line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The paths of README and of all articles that are written by hand, sorted.
  package static let paths: [String] = {
    let sources = Repository.root.appendingPathComponent("Sources").path
    let files = FileManager.default.enumerator(atPath: sources)?.compactMap { $0 as? String } ?? []
    let articles = files.filter { $0.hasSuffix(".md") && $0.contains(".docc/") && !$0.hasSuffix("/Rules.md") }
    return ["README.md"] + articles.map { "Sources/" + $0 }.sorted()
  }()

  /// All code blocks of the documentation in one of these languages.
  package static func blocks(in languages: Set<String>) throws -> [Block] {
    try paths.flatMap { try Article($0).blocks.filter { languages.contains($0.language) } }
  }
}
