/// A set of small numbers in the order of their insertion, emptied in constant time.
struct SparseSet {
  private var members: [Int32]
  /// Where in `members` a number would stand; stale, and found out as such, for numbers that are not in the set.
  private var places: [Int32]
  private(set) var count = 0

  init(capacity: Int) {
    members = Array(repeating: 0, count: capacity)
    places = members
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Int { Int(members[index]) }

  /// In ascending order.
  var sorted: [Int32] { members[..<count].sorted() }

  @discardableResult
  mutating func insert(_ member: Int) -> Bool {
    let place = Int(places[member])
    if place < count, Int(members[place]) == member { return false }
    members[count] = Int32(member)
    places[member] = Int32(count)
    count += 1
    return true
  }

  mutating func removeAll() {
    count = 0
  }
}
