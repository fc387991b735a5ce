package import MockSpecDiagnostics

/// Writes a document as JSON that keeps positions: keys and values are on the same lines as in the original file and, where
/// possible, in the same columns.
///
///     requests:                    {"requests":
///       Login: # of the app   →     {"Login":
///         match: POST /login         {"match":"POST /login"}}}
///
/// Nodes that an alias adds are on the line of the node before it.
package struct PositionedJSONWriter {
  private let texts: [Int: String]
  private var text = JSONText()
  private var line = 1
  /// The column of the next character, and the number of bytes before it.
  private var column = 1
  private var counted = 0

  /// Writes a node and its descendants.
  ///
  /// - Parameters:
  ///   - root: The node to write.
  ///   - texts: Strings to write in place of scalars, by index.
  /// - Returns: The file's bytes, and an error for each number that JSON can't represent.
  package static func write(_ root: Node, texts: [Int: String] = [:]) -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    var writer = PositionedJSONWriter(texts: texts)
    writer.write(root)
    writer.text.raw("\n")
    return (writer.text.bytes, JSONWriter.unwritable(root, texts))
  }

  private init(texts: [Int: String]) { self.texts = texts }

  /// Recursion is bounded by the depth limit that the document was parsed with.
  private mutating func write(_ node: Node) {
    guard node.kind == .mapping || node.kind == .sequence else {
      advance(to: node.range.start)
      return text.write(scalar: node, texts)
    }
    // A collection without brackets starts with its first key or element; the bracket is written before it.
    let first = node.children.first.map { $0.key ?? $0.value }
    let start = node.range.start
    let hasBracket = first.map { $0.range.bytes.lowerBound > node.range.bytes.lowerBound } ?? true
    advance(to: hasBracket ? start : SourcePosition(line: start.line, column: start.column - 1))
    text.raw(node.kind == .mapping ? "{" : "[")
    var isFirst = true
    for (key, value) in node.children {
      if !isFirst { text.raw(",") }
      isFirst = false
      if let key {
        advance(to: key.range.start)
        key.withUTF8 { text.string(utf8: $0) }
        text.raw(":")
      }
      write(value)
    }
    text.raw(node.kind == .mapping ? "}" : "]")
  }

  /// Continues at a position, unless it has been passed.
  private mutating func advance(to position: SourcePosition) {
    if position.line > line {
      text.raw(String(repeating: "\n", count: position.line - line))
      line = position.line
      column = 1
    } else {
      // Text written on this line has no line breaks.
      column += text.bytes[counted...].count { $0 & 0xC0 != 0x80 }
    }
    if position.line == line, position.column > column {
      text.raw(String(repeating: " ", count: position.column - column))
      column = position.column
    }
    counted = text.bytes.count
  }
}
