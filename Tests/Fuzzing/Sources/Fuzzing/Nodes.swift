import MockSpecDiagnostics
import MockSpecDocument

/// Visits a node and all keys and values inside it in document order. The parsers limit the depth of the recursion.
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

/// Checks that a range is inside its file and neither starts nor ends inside a character.
func check(_ range: SourceRange, of what: @autoclosure () -> String) {
  let bytes = range.file.bytes
  precondition(
    range.bytes.lowerBound >= 0 && range.bytes.upperBound <= bytes.count,
    "\(range.bytes) is outside the file: \(what())")
  for bound in [range.bytes.lowerBound, range.bytes.upperBound] where bound < bytes.count {
    // Text that isn't UTF-8 has no character boundaries.
    precondition(bytes[bound] & 0xC0 != 0x80 || !isUTF8(bytes), "\(range.bytes) splits a character: \(what())")
  }
}

private func isUTF8(_ bytes: [UInt8]) -> Bool { String(validating: bytes, as: UTF8.self) != nil }
