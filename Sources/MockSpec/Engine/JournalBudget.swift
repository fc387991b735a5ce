import Synchronization

/// The memory that the journals of an engine share.
///
/// If they take more, the largest journals drop their oldest calls, so that a session with many calls doesn't displace
/// those of others. Calls only add to an atomic number until then.
final class JournalBudget: Sendable {
  private struct Holder: Sendable {
    weak var journal: Journal?
  }

  private let limit: Int
  private let used = Atomic(0)
  /// The journals that have calls. Others aren't visited.
  private let holders = Mutex<[ObjectIdentifier: Holder]>([:])
  private let trimming = Mutex<Void>(())

  /// - Parameter limit: The maximum size of all calls together in bytes. A call that has just been stored is kept even if it
  ///   is larger.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// Whether the journals take more than the maximum.
  var isExceeded: Bool { used.load(ordering: .relaxed) > limit }

  /// Counts bytes that a journal stores, or no longer stores if the number is negative.
  func add(_ bytes: Int) { used.add(bytes, ordering: .relaxed) }

  /// The number of journals that are visited.
  var holderCount: Int { holders.withLock { $0.count } }

  /// Adds a journal that has calls now.
  func add(_ journal: Journal) {
    holders.withLock { $0[ObjectIdentifier(journal)] = Holder(journal: journal) }
  }

  /// Removes a journal that has no calls any more.
  func remove(_ journal: Journal) {
    _ = holders.withLock { $0.removeValue(forKey: ObjectIdentifier(journal)) }
  }

  /// Drops calls until the journals take at most 15/16 of the maximum. The rest is room for new calls, so that it is
  /// rarely needed again: it visits each journal.
  ///
  /// - Parameter journal: The journal that keeps its last call.
  func trim(keepingLastOf journal: Journal) {
    trimming.withLock { _ in
      guard isExceeded else { return }
      // Outside of the lock, since releasing the last reference removes a journal.
      let journals = holders.withLock { $0.values.compactMap(\.journal) }
      let level = Self.level(of: journals.map(\.bytes), total: limit - limit / 16)
      for other in journals { other.trim(to: level, keepsLast: other === journal) }
    }
  }

  /// Returns the size to which the largest journals are reduced, so that all together have a total size.
  static func level(of sizes: [Int], total: Int) -> Int {
    var rest = total
    var count = sizes.count
    for size in sizes.sorted() {
      if size > rest / count { return rest / count }
      rest -= size
      count -= 1
    }
    return .max
  }
}
