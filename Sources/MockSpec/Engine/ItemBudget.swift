import Synchronization

/// The memory that the items of an engine's sessions share.
///
/// What clients have stored is never dropped for others. If there is no room, a call that stores more is refused.
final class ItemBudget: Sendable {
  private let limit: Int
  private let used = Atomic(0)

  /// - Parameter limit: The maximum size of all changes together in bytes.
  init(limit: Int = 64 << 20) { self.limit = limit }

  /// The size of all changes together in bytes.
  var size: Int { used.load(ordering: .relaxed) }

  /// Takes a number of bytes if there is room for them. A negative number is given back.
  ///
  /// - Returns: Whether they were taken.
  func take(_ bytes: Int) -> Bool {
    let size = used.add(bytes, ordering: .relaxed).newValue
    if bytes <= 0 || size <= limit { return true }
    used.subtract(bytes, ordering: .relaxed)
    return false
  }

  /// Gives back a number of bytes.
  func give(_ bytes: Int) { used.subtract(bytes, ordering: .relaxed) }
}
