/// A set of small numbers in the order of their insertion, emptied in constant time.
struct SparseSet: ~Copyable {
  /// Its members, and behind them room for as many numbers as there may be.
  private let members: UnsafeMutablePointer<Int32>
  /// Where in `members` a number would stand; stale, and found out as such, for numbers that are not in the set.
  private let places: UnsafeMutablePointer<Int32>
  private(set) var count = 0

  /// - Parameter capacity: More than any number that will be in it.
  init(capacity: Int) {
    members = .allocate(capacity: capacity)
    members.initialize(repeating: 0, count: capacity)
    places = .allocate(capacity: capacity)
    places.initialize(repeating: 0, count: capacity)
  }

  deinit {
    members.deallocate()
    places.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Int {
    @inline(__always) get { Int(members[index]) }
  }

  /// In ascending order.
  var sorted: [Int32] { UnsafeBufferPointer(start: members, count: count).sorted() }

  @inline(__always)
  mutating func insert(_ member: Int) {
    let place = Int(places[member])
    if place < count, Int(members[place]) == member { return }
    members[count] = Int32(truncatingIfNeeded: member)
    places[member] = Int32(truncatingIfNeeded: count)
    count &+= 1
  }

  mutating func removeAll() {
    count = 0
  }
}
