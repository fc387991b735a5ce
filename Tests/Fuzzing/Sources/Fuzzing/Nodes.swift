import MockSpecDiagnostics
import MockSpecDocument

/// Calls for every key and value below a node, in the document's order. Nesting is bounded by the parsers.
func visit(_ node: Node, enter: (Node) -> Void, leave: () -> Void = {}) {
  enter(node)
  for (key, value) in node.entries {
    enter(key)
    visit(value, enter: enter, leave: leave)
  }
  for element in node.elements { visit(element, enter: enter, leave: leave) }
  if !node.isScalar { leave() }
}

func checkRanges(of root: Node) {
  visit(root) { check($0.range, of: "a node") }
}

/// In its file, and neither begun nor ended inside a character.
func check(_ range: SourceRange, of what: @autoclosure () -> String) {
  let bytes = range.file.bytes
  precondition(
    range.bytes.lowerBound >= 0 && range.bytes.upperBound <= bytes.count,
    "\(range.bytes) is outside the file: \(what())")
  for bound in [range.bytes.lowerBound, range.bytes.upperBound] where bound < bytes.count {
    // Where the text isn't UTF-8, any byte may be pointed at.
    precondition(bytes[bound] & 0xC0 != 0x80 || !isUTF8(bytes), "\(range.bytes) divides a character: \(what())")
  }
}

private func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
