import MockSpecDiagnostics
import MockSpecDocument

/// Where the entries of a document start that are written on lines of their own, and not in brackets.
struct BlockEntries {
  /// The start of the entry around each one; -1 for the entries of the root.
  private var outer: [Int: Int] = [:]
  private let edits: TextEdits

  /// - Parameter edits: What was changed in the text. All offsets are those before.
  init(of root: Node, after edits: TextEdits) {
    self.edits = edits
    add(root, in: -1)
  }

  /// Whether each offset is the start of an entry, and the one before it the start of the entry around it.
  func contain(_ path: [Int]) -> Bool { zip(path, [-1] + path).allSatisfy { outer[$0] == $1 } }

  /// The depth of recursion is limited by the parser.
  private mutating func add(_ node: Node, in entry: Int) {
    let start = node.range.bytes.lowerBound
    let bytes = node.range.file.bytes
    // A mapping in brackets starts before its first key.
    if let first = node.entries.first(where: { _ in true }), first.key.range.bytes.lowerBound == start {
      for (key, value) in node.entries { add(value, startingAt: key.range.bytes.lowerBound, in: entry) }
    } else if node.kind == .sequence, start < bytes.count, bytes[start] == UInt8(ascii: "-") {
      for element in node.elements {
        let content = element.range.bytes.lowerBound
        let dash = bytes[start..<max(start, content)].lastIndex { !" \r\n".utf8.contains($0) }
        if let dash, bytes[dash] == UInt8(ascii: "-") { add(element, startingAt: dash, in: entry) }
      }
    }
  }

  private mutating func add(_ value: Node, startingAt start: Int, in entry: Int) {
    let original = edits.original(start..<start).lowerBound
    outer[original] = entry
    // The value of an alias is elsewhere.
    if value.range.bytes.lowerBound >= start { add(value, in: original) }
  }
}
