/// A request's path, split before it is decoded so that `%2F` never splits (RFC 3986 §2.2), with `.` and `..` segments
/// resolved (§5.2.4).
///
/// The segments lie one behind another in one buffer, so that a path costs two allocations however long it is.
struct RequestPath: Sendable {
  /// Decoded, without slashes.
  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  init(_ path: String) {
    var path = path
    path.withUTF8 { read($0) }
  }

  var count: Int { ends.count }

  subscript(index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }

  func text(of index: Int) -> String { String(decoding: bytes[self[index]], as: UTF8.self) }

  func isEqual(_ index: Int, _ other: [UInt8]) -> Bool { bytes[self[index]].elementsEqual(other) }

  private mutating func read(_ path: UnsafeBufferPointer<UInt8>) {
    bytes.reserveCapacity(path.count)
    ends.reserveCapacity(8)
    var index = path.first == UInt8(ascii: "/") ? 1 : 0
    while true {
      var end = index
      var isEncoded = false
      while end < path.count, path[end] != UInt8(ascii: "/") {
        if path[end] == UInt8(ascii: "%") { isEncoded = true }
        end += 1
      }
      let piece = UnsafeBufferPointer(rebasing: path[index..<end])
      add(piece, isEncoded: isEncoded, isLast: end == path.count)
      if end == path.count { return }
      index = end + 1
    }
  }

  private mutating func add(_ piece: UnsafeBufferPointer<UInt8>, isEncoded: Bool, isLast: Bool) {
    let start = bytes.count
    if isEncoded { bytes += PercentText.decode(piece) } else { bytes.append(contentsOf: piece) }
    let length = bytes.count - start
    if length <= 2, length > 0, bytes[start...].allSatisfy({ $0 == UInt8(ascii: ".") }) {
      bytes.removeSubrange(start...)
      if length == 2, let last = ends.popLast() {
        bytes.removeSubrange((ends.last ?? 0)..<last)
      }
      if isLast { ends.append(bytes.count) }
    } else {
      ends.append(bytes.count)
    }
  }
}
