/// The number of bytes that may be read to decide on the fixes of a file, which is read again and again. All readers of
/// the file share it.
final class ReadingBudget {
  private let bytes: Int
  private(set) var used = 0

  init(bytes: Int) { self.bytes = bytes }

  var isSpent: Bool { used > bytes }

  func use(_ count: Int) { used += count }
}
