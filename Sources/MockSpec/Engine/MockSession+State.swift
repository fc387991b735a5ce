extension MockSession {
  /// The state of a session.
  struct State: Sendable {
    /// The loaded project.
    var project: ResponseSets
    /// The project with the session's requests and settings.
    var sets: ResponseSets
    var settings = MockSettings()
    /// The selected response of each request.
    var selections: [String: String] = [:]
    var scene: String?
    /// The requests that were enabled or disabled since the start or the last reset.
    var enabled: [String: Bool] = [:]
    /// The number of answers that the sequence of each request has given.
    var counters: [String: Int] = [:]

    /// What a decision reads.
    var snapshot: Snapshot { Snapshot(sets: sets, selections: selections, scene: scene, enabled: enabled) }

    /// Notices, each on one line, about selected, enabled and disabled names that don't exist.
    var missingNames: [String] {
      var notices: [String] = []
      for (request, response) in selections.sorted(by: { $0.key < $1.key }) {
        if sets[request] == nil {
          notices.append("the selected request '\(request)' no longer exists")
        } else if sets[request]?.index(of: response) == nil {
          notices.append(
            "the selected response '\(response)' of '\(request)' no longer exists; its default answers")
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

  /// The part of the state that a decision reads. It is copied for each call.
  struct Snapshot: Sendable {
    let sets: ResponseSets
    let selections: [String: String]
    let scene: String?
    let enabled: [String: Bool]

    func isEnabled(_ set: ResponseSet) -> Bool {
      enabled.isEmpty ? set.isEnabled : enabled[set.name] ?? set.isEnabled
    }
  }
}
