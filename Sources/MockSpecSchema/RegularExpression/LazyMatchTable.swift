internal import Synchronization

/// The table of a program, built at the first match: a file can have thousands of patterns and use few of them.
///
/// The table is stored behind an unmanaged pointer: reference counting would make threads that use the same pattern
/// contend with each other. A table is never changed after the pointer is published, so it is safe to share.
final class LazyMatchTable: @unchecked Sendable {
  private struct Built: ~Copyable {
    /// The table; `nil` if it would be too large.
    let table: MatchTable?
  }

  let program: MatchProgram
  private let built = Atomic<UnsafeMutablePointer<Built>?>(nil)

  init(_ program: MatchProgram) { self.program = program }

  deinit {
    guard let built = built.load(ordering: .acquiring) else { return }
    built.deinitialize(count: 1)
    built.deallocate()
  }

  /// Returns whether the program matches anywhere in the bytes, or `nil` if its table would be too large.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    let built = built.load(ordering: .acquiring) ?? build()
    return built.pointee.table?.matches(bytes)
  }

  /// The table; `nil` if it would be too large.
  var table: MatchTable? { (built.load(ordering: .acquiring) ?? build()).pointee.table }

  private func build() -> UnsafeMutablePointer<Built> {
    let mine = UnsafeMutablePointer<Built>.allocate(capacity: 1)
    mine.initialize(to: Built(table: MatchTable(program)))
    let (isFirst, first) = built.compareExchange(expected: nil, desired: mine, ordering: .acquiringAndReleasing)
    if isFirst { return mine }
    // Another thread published its table first.
    mine.deinitialize(count: 1)
    mine.deallocate()
    return first.unsafelyUnwrapped
  }
}
