extension Array {
  /// Returns the outer elements, overridden by these.
  ///
  /// An element replaces the outer element with the same name, at that element's position. Elements with new names are
  /// appended.
  func merged(over outer: [Element], by name: (Element) -> some Hashable) -> [Element] {
    if isEmpty { return outer }
    if outer.isEmpty && count == 1 { return self }
    var merged = outer
    var positions = Dictionary(outer.enumerated().map { (name($1), $0) }) { first, _ in first }
    for element in self {
      let name = name(element)
      if let position = positions[name] {
        merged[position] = element
      } else {
        positions[name] = merged.count
        merged.append(element)
      }
    }
    return merged
  }
}
