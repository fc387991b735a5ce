extension RandomAccessCollection {
  /// Returns the index of the first element for which a condition is true, by binary search; `endIndex` if there is none.
  ///
  /// - Parameter isAfter: The condition. If it is true for an element, it must be true for all elements after it.
  func partitioningIndex(where isAfter: (Element) -> Bool) -> Index {
    var low = startIndex
    var count = count
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isAfter(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}

/// Sorted ranges that don't overlap.
extension [Range<Int>] {
  /// Returns the range that contains an offset; `nil` if there is none.
  func first(around offset: Int) -> Range<Int>? {
    let next = partitioningIndex { $0.upperBound > offset }
    return next < endIndex && self[next].contains(offset) ? self[next] : nil
  }

  func contain(_ offset: Int) -> Bool { first(around: offset) != nil }
}
