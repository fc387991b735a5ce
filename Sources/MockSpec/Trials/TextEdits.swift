import MockSpecDiagnostics

/// Replacements in a text, which keep track of the ranges of the original one.
struct TextEdits {
  /// The replacements, by position. They don't overlap.
  private(set) var all: [Fix] = []
  /// Where the replacements are in the edited text, and by how much the text before each has grown.
  private var places: [(start: Int, end: Int, growth: Int)] = []

  init(_ edits: [Fix] = []) { add(edits) }

  mutating func add(_ edits: [Fix]) {
    all = (all + edits).withoutOverlaps()
    places = []
    var growth = 0
    for edit in all {
      let start = edit.range.bytes.lowerBound + growth
      places.append((start, start + edit.text.utf8.count, growth))
      growth += edit.text.utf8.count - edit.range.bytes.count
    }
  }

  func adding(_ edits: [Fix]) -> TextEdits {
    var sum = self
    sum.add(edits)
    return sum
  }

  func applied(to bytes: [UInt8]) -> [UInt8] { all.applied(to: bytes) }

  /// The replacements that a range of the edited text overlaps.
  ///
  /// - Parameter withRemovals: Whether those without text are returned that are inside the range.
  func replacements(in range: Range<Int>, withRemovals: Bool = false) -> [Fix] {
    let first = places.partitioningIndex { $0.end > range.lowerBound }
    let near = places[first...].prefix { $0.start < range.upperBound }
    return near.indices.filter { withRemovals || range.overlaps(places[$0].start..<places[$0].end) }.map { all[$0] }
  }

  /// Whether a range of the original text is replaced.
  func replaces(_ range: Range<Int>) -> Bool {
    let next = all.partitioningIndex { $0.range.bytes.lowerBound >= range.lowerBound }
    return next < all.count && all[next].range.bytes == range
  }

  /// Returns the range in the original text that corresponds to a range in the edited one. A range inside a replacement
  /// becomes the replaced range.
  func original(_ range: Range<Int>) -> Range<Int> {
    let start = original(range.lowerBound, isEnd: false)
    return start..<max(start, range.isEmpty ? start : original(range.upperBound, isEnd: true))
  }

  private func original(_ offset: Int, isEnd: Bool) -> Int {
    let next = places.partitioningIndex { isEnd ? $0.end >= offset : $0.end > offset }
    guard next < places.count else {
      guard let last = all.last, let place = places.last else { return offset }
      return offset - place.end + last.range.bytes.upperBound
    }
    let isBefore = isEnd ? offset <= places[next].start : offset < places[next].start
    if isBefore { return offset - places[next].growth }
    let replaced = all[next].range.bytes
    return isEnd ? replaced.upperBound : replaced.lowerBound
  }
}
