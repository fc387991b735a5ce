extension Array {
  /// These over others: what has the same name is replaced in its place, and the rest stands behind.
  func merged(over outer: [Element], by name: (Element) -> String) -> [Element] {
    if isEmpty { return outer }
    if outer.isEmpty && count == 1 { return self }
    var merged = outer
    var places = Dictionary(outer.enumerated().map { (name($1), $0) }) { first, _ in first }
    for element in self {
      let name = name(element)
      if let place = places[name] {
        merged[place] = element
      } else {
        places[name] = merged.count
        merged.append(element)
      }
    }
    return merged
  }
}
