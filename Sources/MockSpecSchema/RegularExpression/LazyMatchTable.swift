internal import Synchronization

/// A program's table, built when it is first asked for: a file may have thousands of patterns of which few are ever used.
///
/// The table is reached by a plain pointer, since threads that count references to one object wait for each other.
/// What it leads to is never changed, which is why it may be shared.
final class LazyMatchTable: @unchecked Sendable {
  private struct Built: ~Copyable {
    /// `nil` if it would be too large.
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

  /// Whether the program matches anywhere in the bytes; `nil` if its table would be too large.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    let built = built.load(ordering: .acquiring) ?? build()
    return built.pointee.table?.matches(bytes)
  }

  private func build() -> UnsafeMutablePointer<Built> {
    let mine = UnsafeMutablePointer<Built>.allocate(capacity: 1)
    mine.initialize(to: Built(table: MatchTable(program)))
    let (isFirst, first) = built.compareExchange(expected: nil, desired: mine, ordering: .acquiringAndReleasing)
    if isFirst { return mine }
    // Who comes second while it is being built builds one in vain.
    mine.deinitialize(count: 1)
    mine.deallocate()
    return first.unsafelyUnwrapped
  }
}
