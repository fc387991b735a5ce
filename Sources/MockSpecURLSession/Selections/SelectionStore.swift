public import MockSpec

/// Keeps selections between the launches of a program; see ``MockInterceptor/persistSelections(in:)``.
///
/// The methods are called for one selection at a time, on any thread. They can block.
public protocol SelectionStore: Sendable {
  /// Returns the selections that were saved last; `nil` if none were.
  ///
  /// - Throws: An error if they can't be read. Then nothing is saved in this store.
  func load() throws -> SavedSelections?

  /// Replaces the saved selections.
  ///
  /// - Throws: An error if they can't be written. Its description is reported in a `MockEvent.notice(_:)`.
  func save(_ selections: SavedSelections) throws
}
