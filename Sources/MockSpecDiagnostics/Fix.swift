/// A change to the text that fixes one mistake. Mistakes have a fix only if their meaning is certain.
package struct Fix: Sendable {
  /// The range to replace; empty for an insertion.
  package let range: SourceRange
  /// The replacement.
  package let text: String

  package init(_ range: SourceRange, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [Fix] {
  /// Returns the fixes by position, without those that overlap an earlier one.
  package func withoutOverlaps() -> [Fix] {
    var kept: [Fix] = []
    let sorted = sorted { left, right in
      let (left, right) = (left.range.bytes, right.range.bytes)
      return (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
    }
    for fix in sorted where kept.last.map({ $0.range.bytes.isBefore(fix.range.bytes) }) ?? true { kept.append(fix) }
    return kept
  }

  /// Returns the text with all fixes applied.
  ///
  /// - Precondition: The fixes are sorted and don't overlap.
  package func applied(to bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var copied = 0
    for fix in self {
      result += bytes[copied..<fix.range.bytes.lowerBound]
      result += fix.text.utf8
      copied = fix.range.bytes.upperBound
    }
    return result + bytes[copied...]
  }
}

extension Range<Int> {
  /// Whether a range ends before another one starts. Two insertions at one offset overlap, since their order is
  /// unknown.
  fileprivate func isBefore(_ other: Range<Int>) -> Bool {
    upperBound <= other.lowerBound && lowerBound < other.lowerBound
  }
}
