/// The patterns of all sets as canonical text in one buffer, for the final comparison with a path.
///
/// A wildcard is stored as a single byte that doesn't occur in a canonical path.
struct PatternTexts: Sendable {
  private static let wildcard: UInt8 = 1
  private static let rest: UInt8 = 2

  private var bytes: [UInt8] = []
  /// The start of each set's text, and the end of the last one.
  private var starts: [UInt32] = [0]

  /// Reserves memory for a number of texts.
  mutating func reserve(_ count: Int) { starts.reserveCapacity(count + 1) }

  mutating func append(_ segments: [PathPattern.Segment]) {
    for segment in segments {
      bytes.append(UInt8(ascii: "/"))
      switch segment {
      case .literal(let literal): CanonicalText.append(literal, to: &bytes)
      case .wildcard: bytes.append(Self.wildcard)
      case .rest: bytes.append(Self.rest)
      }
    }
    starts.append(UInt32(bytes.count))
  }

  /// Returns whether the pattern of a set matches a canonical path.
  func matches(_ set: Int32, _ path: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      Self.matches(bytes, Int(starts[Int(set)]), Int(starts[Int(set) + 1]), path)
    }
  }

  /// Compares forward up to a `**` or the end, then backward from the end.
  private static func matches(
    _ pattern: UnsafeBufferPointer<UInt8>, _ start: Int, _ end: Int, _ path: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (index, place) = (start, 0)
    while index < end {
      switch pattern[index] {
      case rest: return matchesBackward(pattern, index, end, path, place)
      case wildcard:
        let start = place
        while place < path.count, path[place] != UInt8(ascii: "/") { place += 1 }
        if place == start { return false }
      case let byte:
        guard place < path.count, path[place] == byte else {
          // `/a/**` also matches `/a`: the slash before `**` is part of what it matches.
          let isBeforeRest = byte == UInt8(ascii: "/") && index + 1 < end && pattern[index + 1] == rest
          return isBeforeRest && place == path.count && index + 2 == end
        }
        place += 1
      }
      index += 1
    }
    return place == path.count
  }

  /// - Parameters:
  ///   - rest: The index of `**` in the pattern.
  ///   - start: The length of the path that the part before `**` matched, including its slash.
  private static func matchesBackward(
    _ pattern: UnsafeBufferPointer<UInt8>, _ rest: Int, _ end: Int, _ path: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> Bool {
    var (index, place) = (end - 1, path.count)
    while index > rest {
      if pattern[index] == wildcard {
        let end = place
        while place >= start, place > 0, path[place - 1] != UInt8(ascii: "/") { place -= 1 }
        if place == end { return false }
      } else {
        // One slash of the path can match both the one before `**` and the one after it.
        guard place >= start, place > 0, path[place - 1] == pattern[index] else { return false }
        place -= 1
      }
      index -= 1
    }
    return place >= start - 1
  }
}
