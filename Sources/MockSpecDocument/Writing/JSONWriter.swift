package import MockSpecDiagnostics

/// Writes a document as readable JSON: keys in order, two spaces per level, short collections of scalars on one line.
///
/// Numbers keep their digits, in JSON's notation. An alias is written as a copy of its anchor.
package struct JSONWriter {
  private static let lineLength = 100

  private let texts: [Int: String]
  private var text = JSONText()
  private var lineStart = 0

  /// Writes a node and its descendants.
  ///
  /// - Parameters:
  ///   - root: The node to write.
  ///   - texts: Strings to write in place of scalars, by index.
  /// - Returns: The file's bytes, and an error for each number that JSON can't represent.
  package static func write(_ root: Node, texts: [Int: String] = [:]) -> (bytes: [UInt8], diagnostics: [Diagnostic]) {
    var writer = JSONWriter(texts: texts)
    writer.write(root, indent: 0)
    writer.text.raw("\n")
    return (writer.text.bytes, unwritable(root, texts))
  }

  /// Returns an error for each number that JSON can't represent.
  static func unwritable(_ root: Node, _ texts: [Int: String]) -> [Diagnostic] {
    root.subtree.filter { node in
      (node.kind == .integer || node.kind == .float) && texts[node.index] == nil && DecimalText.json(node.text) == nil
    }.map(notANumber)
  }

  private init(texts: [Int: String]) { self.texts = texts }

  /// Recursion is bounded by the depth limit that the document was parsed with.
  private mutating func write(_ node: Node, indent: Int) {
    if writeOnOneLine(node) { return }
    text.raw(node.kind == .mapping ? "{" : "[")
    var isFirst = true
    for (key, value) in node.children {
      if !isFirst { text.raw(",") }
      isFirst = false
      startLine(indent + 2)
      if let key { write(key: key) }
      write(value, indent: indent + 2)
    }
    startLine(indent)
    text.raw(node.kind == .mapping ? "}" : "]")
  }

  /// Writes a scalar, or a short collection of scalars.
  ///
  /// - Returns: False if nothing was written.
  private mutating func writeOnOneLine(_ node: Node) -> Bool {
    guard node.kind == .mapping || node.kind == .sequence else {
      write(scalar: node)
      return true
    }
    let start = text.bytes.count
    text.raw(node.kind == .mapping ? "{" : "[")
    for (key, value) in node.children {
      if text.bytes.count > start + 1 { text.raw(", ") }
      if let key { write(key: key) }
      if value.kind != .mapping && value.kind != .sequence { write(scalar: value) }
      // Leaves room for the closing bracket and a comma.
      if value.kind == .mapping || value.kind == .sequence || text.bytes.count - lineStart > Self.lineLength - 2 {
        text.removeLast(text.bytes.count - start)
        return false
      }
    }
    text.raw(node.kind == .mapping ? "}" : "]")
    return true
  }

  private mutating func startLine(_ indent: Int) {
    text.raw("\n")
    lineStart = text.bytes.count
    text.raw(String(repeating: " ", count: indent))
  }

  private mutating func write(key: Node) {
    key.withUTF8 { text.string(utf8: $0) }
    text.raw(": ")
  }

  private mutating func write(scalar node: Node) { text.write(scalar: node, texts) }

  private static func notANumber(_ node: Node) -> Diagnostic {
    Diagnostic(
      "bad-value", "JSON has no number '\(node.text)'", at: node.range, help: "put it in quotes to keep it as text")
  }
}

extension JSONText {
  /// Appends a scalar, or the string to write in its place.
  mutating func write(scalar node: Node, _ texts: [Int: String]) {
    if let instead = texts[node.index] { return string(instead) }
    switch node.kind {
    case .string, .mapping, .sequence: node.withUTF8 { string(utf8: $0) }
    case .integer, .float: raw(DecimalText.json(node.text) ?? "null")
    case .bool: raw(node.boolValue == true ? "true" : "false")
    case .null, .invalid: raw("null")
    }
  }
}
