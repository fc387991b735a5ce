/// A borrowed text. Its memory must outlive it.
struct BorrowedBytes {
  var start: UnsafePointer<UInt8>
  var count: Int

  @inline(__always)
  func equal(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let other = other.baseAddress else { return true }
    var index = 0
    while index &+ 8 <= count {
      let mine = UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self)
      if mine != UnsafeRawPointer(other + index).loadUnaligned(as: UInt64.self) { return false }
      index &+= 8
    }
    while index < count {
      if start[index] != other[index] { return false }
      index &+= 1
    }
    return true
  }
}
