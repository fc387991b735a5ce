public import MockSpec

/// Keeps what is selected between the launches of a program; see ``MockInterceptor/persistSelections(in:)``.
///
/// The methods are called for one selection at a time, on any thread. They can block.
public protocol SelectionStore: Sendable {
  /// Returns what was saved last; `nil` if nothing was.
  ///
  /// - Throws: An error if it can't be read. Then nothing is saved in this store.
  func load() throws -> SavedSelections?

  /// Replaces what was saved.
  ///
  /// - Throws: An error if it can't be written. Its description is reported in a `MockEvent.notice(_:)`.
  func save(_ selections: SavedSelections) throws
}
