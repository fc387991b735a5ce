import MockSpecDiagnostics

/// Replacements in a text, which keep track of the ranges of the original one.
struct TextEdits {
  /// The replacements, by position. They don't overlap.
  private(set) var all: [Fix] = []

  init(_ edits: [Fix] = []) { add(edits) }

  mutating func add(_ edits: [Fix]) { all = (all + edits).withoutOverlaps() }

  func adding(_ edits: [Fix]) -> TextEdits {
    var sum = self
    sum.add(edits)
    return sum
  }

  func applied(to bytes: [UInt8]) -> [UInt8] { all.applied(to: bytes) }

  /// Returns the range in the original text that corresponds to a range in the edited one. A range inside a replacement
  /// becomes the replaced range.
  func original(_ range: Range<Int>) -> Range<Int> {
    let start = original(range.lowerBound, isEnd: false)
    return start..<max(start, range.isEmpty ? start : original(range.upperBound, isEnd: true))
  }

  private func original(_ offset: Int, isEnd: Bool) -> Int {
    var shift = 0
    for edit in all {
      let start = edit.range.bytes.lowerBound + shift
      let end = start + edit.text.utf8.count
      if offset < start || (isEnd && offset == start) { break }
      if offset < end || (isEnd && offset == end) {
        return isEnd ? edit.range.bytes.upperBound : edit.range.bytes.lowerBound
      }
      shift += edit.text.utf8.count - edit.range.bytes.count
    }
    return offset - shift
  }
}
