/// A change to the text that takes a mistake away and leaves all else as it is; only where what was meant is certain.
package struct Fix: Sendable {
  /// What is replaced; empty where something is only put in.
  package let range: SourceRange
  package let text: String

  package init(_ range: SourceRange, _ text: String) {
    self.range = range
    self.text = text
  }
}

extension [Fix] {
  /// In their order of place, without those that reach into an earlier one.
  package func withoutOverlaps() -> [Fix] {
    var kept: [Fix] = []
    let sorted = sorted { left, right in
      let (left, right) = (left.range.bytes, right.range.bytes)
      return (left.lowerBound, left.upperBound) < (right.lowerBound, right.upperBound)
    }
    for fix in sorted where kept.last.map({ $0.range.bytes.isBefore(fix.range.bytes) }) ?? true { kept.append(fix) }
    return kept
  }

  /// The text with all of them made.
  ///
  /// - Precondition: they stand in order and none overlaps another.
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
  /// Two insertions at one place overlap, too: which comes first would be a guess.
  fileprivate func isBefore(_ other: Range<Int>) -> Bool {
    upperBound <= other.lowerBound && lowerBound < other.lowerBound
  }
}
