extension MockSession {
  /// The project of a session, and what code adds to it.
  struct State: Sendable {
    /// The loaded project.
    var project: ResponseSets
    /// The project with the session's requests and settings.
    var sets: ResponseSets
    var settings = MockSettings()
    /// A copy of what is in the store, so that decisions read all at once.
    var selections = SavedSelections()
  }

  /// The values that a decision reads. They are copied for each call.
  struct Snapshot: Sendable {
    let sets: ResponseSets
    let selections: SavedSelections

    func isEnabled(_ set: ResponseSet) -> Bool {
      selections.enabled.isEmpty ? set.isEnabled : selections.enabled[set.name] ?? set.isEnabled
    }
  }
}

extension SavedSelections {
  /// Notices, each on one line, about selected, enabled and disabled names that don't exist.
  func missingNames(in sets: ResponseSets) -> [String] {
    var notices: [String] = []
    for (request, response) in responses.sorted(by: { $0.key < $1.key }) {
      if sets[request] == nil {
        notices.append("the selected request '\(request)' no longer exists")
      } else if sets[request]?.index(of: response) == nil {
        notices.append("the selected response '\(response)' of '\(request)' no longer exists; its default answers")
      }
    }
    for (request, isEnabled) in enabled.sorted(by: { $0.key < $1.key }) where sets[request] == nil {
      notices.append("the \(isEnabled ? "enabled" : "disabled") request '\(request)' no longer exists")
    }
    if let scene, sets.scenes[scene] == nil {
      notices.append("the active scene '\(scene)' no longer exists")
    }
    return notices
  }
}

extension SessionValues {
  /// Gives states their initial values if they no longer have the ones that were set.
  ///
  /// - Returns: Notices about these, each on one line.
  mutating func removeStates(missingIn declared: DeclaredStates) -> [String] {
    let missing = states.filter { name, value in declared[name]?.has(value) == false }
    for name in missing.keys { states[name] = nil }
    return missing.sorted { $0.key < $1.key }.map { name, value in
      "the state '\(name)' has no value '\(value)' any more; it is '\(declared[name]?.initial ?? "")' again"
    }
  }
}
