public import MockSpec
import Synchronization

/// Keeps selections in memory, for tests, and for interceptors that follow each other in one process.
public final class MemorySelectionStore: SelectionStore {
  private let saved: Mutex<SavedSelections?>

  /// Creates a store.
  ///
  /// - Parameter selections: The selections that were saved before.
  public init(_ selections: SavedSelections? = nil) { saved = Mutex(selections) }

  /// Returns the selections that were saved last; `nil` if none were.
  public func load() -> SavedSelections? { saved.withLock { $0 } }

  /// Replaces the saved selections.
  public func save(_ selections: SavedSelections) { saved.withLock { $0 = selections } }
}
