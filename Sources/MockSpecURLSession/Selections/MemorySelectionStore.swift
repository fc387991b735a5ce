public import MockSpec
import Synchronization

/// Keeps selections in memory, for tests, and for interceptors that follow each other in one process.
public final class MemorySelectionStore: SelectionStore {
  private let saved: Mutex<SavedSelections?>

  /// Creates a store.
  ///
  /// - Parameter selections: What was saved before.
  public init(_ selections: SavedSelections? = nil) { saved = Mutex(selections) }

  /// Returns what was saved last; `nil` if nothing was.
  public func load() -> SavedSelections? { saved.withLock { $0 } }

  /// Replaces what was saved.
  public func save(_ selections: SavedSelections) { saved.withLock { $0 = selections } }
}
