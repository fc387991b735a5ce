internal import Synchronization

/// A program's table, built when it is first asked for: a file may have thousands of patterns of which few are ever used.
final class LazyMatchTable: Sendable {
  private final class Built: Sendable {
    /// `nil` if it would be too large.
    let table: MatchTable?

    init(_ table: MatchTable?) { self.table = table }
  }

  let program: MatchProgram
  private let built = AtomicLazyReference<Built>()

  init(_ program: MatchProgram) { self.program = program }

  /// - Returns: `nil` where the table would be too large.
  func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    // Who comes second while it is being built builds one in vain.
    (built.load() ?? built.storeIfNil(Built(MatchTable(program)))).table?.matches(bytes)
  }
}
