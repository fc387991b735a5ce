/// The order of a list: members whose values are compared one after the other.
struct ItemOrder: Sendable, Hashable {
  /// A member by which items are sorted.
  struct Part: Sendable, Hashable {
    let path: MemberPath
    let isDescending: Bool
  }

  /// The maximum number of members.
  static let limit = 8

  var parts: [Part] = []

  /// Returns the values that are compared.
  func values(of item: Item) -> [ItemValue] { parts.map { ItemValue($0.path.value(in: item.json)) } }

  /// Returns whether values come before others; `nil` if they are equal.
  func precedes(_ left: [ItemValue], _ right: [ItemValue]) -> Bool? {
    for (index, part) in parts.enumerated() {
      let (first, second) = part.isDescending ? (right[index], left[index]) : (left[index], right[index])
      if first < second { return true }
      if second < first { return false }
    }
    return nil
  }
}
