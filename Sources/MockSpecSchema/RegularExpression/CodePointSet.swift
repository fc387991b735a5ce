/// A set of Unicode code points. It can contain surrogates: patterns can name them, although no text contains them.
struct CodePointSet: Sendable {
  /// The ranges in ascending order, with a gap between any two.
  let ranges: [ClosedRange<UInt32>]
  /// The hash of the ranges, computed once: a Unicode property has hundreds of them.
  private let hash: Int

  /// Creates a set from ranges in any order, which can overlap.
  init(_ ranges: [ClosedRange<UInt32>]) {
    var merged: [ClosedRange<UInt32>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound + 1 {
        merged[merged.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    self.ranges = merged
    hash = merged.hashValue
  }

  init(_ codePoint: UInt32) {
    ranges = [codePoint...codePoint]
    hash = ranges.hashValue
  }

  var inverted: CodePointSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if next < range.lowerBound { gaps.append(next...range.lowerBound - 1) }
      next = range.upperBound + 1
    }
    if next <= Self.lastCodePoint { gaps.append(next...Self.lastCodePoint) }
    return CodePointSet(gaps)
  }
}

extension CodePointSet: Hashable {
  static func == (left: CodePointSet, right: CodePointSet) -> Bool {
    left.hash == right.hash && left.ranges == right.ranges
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension CodePointSet {
  static let lastCodePoint: UInt32 = 0x10FFFF
  static let surrogates: ClosedRange<UInt32> = 0xD800...0xDFFF
  static let all = CodePointSet([0...lastCodePoint])

  /// `\d`
  static let digits = CodePointSet([0x30...0x39])

  /// `\w`
  static let wordCharacters = CodePointSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])

  /// `\s`: WhiteSpace and LineTerminator of ECMA-262, sections 12.2 and 12.3.
  static let whiteSpace = CodePointSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])

  /// `.`
  static let allButLineBreaks = CodePointSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted
}

extension CodePointSet {
  /// Collects the members of a character class. Memory is proportional to the resulting set, even if the class repeats
  /// members many times.
  struct Gathering {
    private var ranges: [ClosedRange<UInt32>] = []
    private var allowance = 4096

    var set: CodePointSet { CodePointSet(ranges) }

    mutating func insert(_ range: ClosedRange<UInt32>) {
      ranges.append(range)
      if ranges.count > allowance {
        ranges = set.ranges
        allowance = max(allowance, 2 * ranges.count)
      }
    }

    mutating func insert(_ set: CodePointSet) {
      for range in set.ranges { insert(range) }
    }
  }
}
