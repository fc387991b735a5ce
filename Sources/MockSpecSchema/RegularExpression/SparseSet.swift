/// A set of small numbers in insertion order that can be emptied in constant time.
struct SparseSet: ~Copyable {
  /// The members, followed by unused capacity.
  private let members: UnsafeMutablePointer<Int32>
  /// The index in `members` of each number. Entries of numbers that aren't in the set are stale, which lookups detect.
  private let positions: UnsafeMutablePointer<Int32>
  private(set) var count = 0

  /// - Parameter capacity: An upper bound (exclusive) of the numbers in the set.
  init(capacity: Int) {
    members = .allocate(capacity: capacity)
    members.initialize(repeating: 0, count: capacity)
    positions = .allocate(capacity: capacity)
    positions.initialize(repeating: 0, count: capacity)
  }

  deinit {
    members.deallocate()
    positions.deallocate()
  }

  var isEmpty: Bool { count == 0 }

  subscript(index: Int) -> Int {
    @inline(__always) get { Int(members[index]) }
  }

  /// The members in ascending order.
  var sorted: [Int32] { UnsafeBufferPointer(start: members, count: count).sorted() }

  @inline(__always)
  mutating func insert(_ member: Int) {
    let place = Int(positions[member])
    if place < count, Int(members[place]) == member { return }
    members[count] = Int32(truncatingIfNeeded: member)
    positions[member] = Int32(truncatingIfNeeded: count)
    count &+= 1
  }

  mutating func removeAll() {
    count = 0
  }
}
