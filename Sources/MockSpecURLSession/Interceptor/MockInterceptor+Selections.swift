import MockSpec
import Synchronization

extension MockInterceptor {
  /// Restores the selections that were saved at an earlier launch, and saves them from then on whenever they change.
  ///
  ///     try mocks.persistSelections(in: FileSelectionStore(url))
  ///
  /// The selected response of each request, the active scene, and the requests that were enabled or disabled are saved,
  /// whether by ``select(_:for:)`` and similar methods, in the app's screen, or by any other part of the program.
  /// ``reset()`` clears the saved selections. Positions in sequences, requests built in code and settings aren't saved.
  ///
  /// Saved selections replace all current ones; if nothing was saved, the current ones stay. If the launch selects
  /// responses or a scene, or hands over mocks (see ``MockLaunch``), saved selections are neither used nor changed
  /// during the whole run. So a UI test gets the responses that it selects, and leaves no selections behind. In
  /// connected mode, only selections of mocks that are added in the app are saved; those of the server stay there.
  ///
  /// A saved name that doesn't exist any more has no effect. It stays saved until the next ``reset()``, and works again once
  /// there is a request with the name, for example when it is added in code later.
  ///
  /// A save runs on a queue in the background. If it fails, a `MockEvent.notice(_:)` says so, and the next change is saved
  /// with all others. A further call of this method replaces the store.
  ///
  /// - Parameter store: The store that keeps selections, such as a ``FileSelectionStore``.
  /// - Returns: Notices, each on one line: about saved names that don't exist, or that saved selections aren't used.
  /// - Throws: The error of the store if it can't be read, such as ``SelectionStoreError`` for a damaged file. Then nothing is
  ///   saved in it; ``MockLaunchError`` if the launch settings aren't valid.
  @discardableResult
  public func persistSelections(in store: some SelectionStore) throws -> [String] {
    try persistSelections(in: store, launchedWith: .current())
  }

  func persistSelections(in store: some SelectionStore, launchedWith launch: LaunchSettings) throws -> [String] {
    if launch.decidesResponses { return [Self.launchSelects] }
    let saved = try store.load()
    let new = persistence.withLock { persistence in
      // Before selections are restored, since the old store must not save them.
      persistence?.stop()
      let new = SelectionPersistence(session, store, saved) { [bus] in bus.send(.notice($0)) }
      persistence = new
      return new
    }
    for notice in new.notices { bus.send(.notice(notice)) }
    return new.notices
  }

  private static let launchSelects =
    "the launch selects responses or hands over mocks, so saved selections are neither used nor changed in this run"

  /// Notices, each on one line, about selected names that don't exist, and selections that can't be saved.
  var selectionNotices: [String] {
    session.missingNames + [persistence.withLock { $0?.problem }].compactMap(\.self)
  }
}

extension LaunchSettings {
  /// Whether the launch decides which responses answer.
  var decidesResponses: Bool { !scenes.isEmpty || !states.isEmpty || !selections.isEmpty || !mocks.isEmpty }
}
