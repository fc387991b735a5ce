import MockSpec

/// The content of a screen at one moment.
struct ScreenSnapshot: Sendable {
  let requests: [RequestStatus]
  let scenes: [String]
  let activeScene: String?
  let states: [MockScreen.State]
  /// The newest first.
  let calls: [CallRecord]
  let callCount: Int
  let unmatchedCount: Int
  let problem: String?
  let notices: [String]

  /// In connected mode, this blocks the thread until the server has answered.
  init(_ mocks: MockInterceptor) {
    let session = mocks.session
    let served = mocks.server.map { server in Result { try server.state() } }
    let state = try? served?.get()
    requests = session.requests + (state?.requests.map(\.status) ?? [])
    scenes = state?.scenes.map(\.name) ?? session.sets.scenes.keys.sorted()
    activeScene = state.map(\.scene) ?? session.selections.scene
    states =
      state.map { $0.states.map { .init(name: $0.name, value: $0.value, values: $0.values) } }
      ?? session.listedStates.map { .init(name: $0.name, value: $0.value, values: $0.values) }
    calls = session.calls(after: 0, limit: MockScreen.callLimit).calls.reversed().map(\.redacted)
    callCount = session.callCount
    unmatchedCount = session.unmatchedCount
    if case .failure(let error)? = served { problem = "\(error)" } else { problem = mocks.problem?.description }
    notices = mocks.selectionNotices
  }
}
