import Dispatch
import MockSpec
public import Observation

/// The model of an app's screen for mocks: the requests with the response that answers next and why, the scenes, the
/// states, the last calls, and problems.
///
///     let screen = MockScreen(mocks)
///
/// The properties change by themselves, on the main actor, whenever something changes: a selection that was made anywhere in
/// the program or in its launch settings, a call, a reload. Several changes that follow each other within a tenth of a second
/// are shown together. `MockScreenView` of `MockSpecUI` shows a screen with SwiftUI; any other view that observes it can,
/// too.
///
/// In connected mode, the screen shows and changes the server's session. Changes that others make there appear with the
/// next call or action.
///
/// A screen keeps its interceptor. The interceptor doesn't keep the screen.
@MainActor
@Observable
public final class MockScreen {
  /// The maximum number of calls that are shown.
  public nonisolated static let callLimit = 200

  /// The requests that the text in ``search`` finds, grouped by their source.
  public private(set) var groups: [Group] = []
  /// All requests: those built in code, then the loaded ones, both in the order in which they are tried.
  public private(set) var requests: [RequestStatus] = []
  /// The names of all scenes, sorted.
  public private(set) var scenes: [String] = []
  /// The name of the active scene; `nil` if none is.
  public private(set) var activeScene: String?
  /// The states that the specs declare, in the order of the specs.
  public private(set) var states: [State] = []
  /// The last calls with redacted secrets, the newest first, at most ``callLimit``.
  public private(set) var calls: [CallRecord] = []
  /// The number of calls since the start or the last ``clearCalls()``, including those that aren't shown.
  public private(set) var callCount = 0
  /// The number of calls that no request matched, of ``callCount``.
  public private(set) var unmatchedCount = 0
  /// The reason why the current files aren't in use, such as their errors, on several lines; `nil` if they are in use.
  /// Meanwhile, the last good version answers.
  public private(set) var problem: String?
  /// Notices, each on one line: about selected names that don't exist, and selections that can't be saved.
  public private(set) var notices: [String] = []
  /// The error of the last action, such as a name that a reload has removed; `nil` if it succeeded. Set it to `nil` when the
  /// error was read.
  public var failure: String?
  /// Words to search for, in any order: a request is found if its name, its conditions or the names of its responses
  /// contain all of them, in upper or lower case.
  public var search = "" {
    didSet { if search != oldValue { group() } }
  }

  @ObservationIgnored private let mocks: MockInterceptor
  @ObservationIgnored private let changes: ScreenChanges
  /// The queue on which actions wait for a server.
  @ObservationIgnored private let actions = DispatchQueue(label: "mockspec.screen")
  /// The number of snapshots that were shown.
  @ObservationIgnored private var shown = 0

  /// Creates a screen that shows an interceptor.
  public convenience init(_ mocks: MockInterceptor) {
    self.init(mocks) { try? await Task.sleep(for: .milliseconds(100)) }
  }

  /// - Parameter pause: Called after each update; the next one follows at the earliest when it returns.
  package init(_ mocks: MockInterceptor, pause: @escaping @Sendable () async -> Void) {
    self.mocks = mocks
    changes = ScreenChanges(mocks.session.observers)
    update()
    let signals = changes.signals
    Task { [weak self] in
      for await _ in signals {
        await Self.update(self)
        await pause()
      }
    }
  }

  // MARK: - Actions

  /// Selects the response with which a request answers.
  public func select(_ response: String, for request: String) { act { try $0.select(response, for: request) } }

  /// Removes a selection, so that the scene, the sequence or the default decides again.
  public func deselect(_ request: String) { act { try $0.deselect(request) } }

  /// Enables or disables a request.
  public func setEnabled(_ isEnabled: Bool, for request: String) { act { try $0.setEnabled(isEnabled, for: request) } }

  /// Activates a scene; `nil` deactivates the present one.
  public func activate(scene: String?) {
    act { if let scene { try $0.activate(scene: scene) } else { $0.deactivateScene() } }
  }

  /// Sets a state to one of its values.
  public func setState(_ state: String, to value: String) { act { try $0.setState(state, to: value) } }

  /// Removes all selections, deactivates the scene, restarts all sequences, gives each state its initial value, and enables
  /// or disables each request as its spec says.
  public func reset() { act { $0.reset() } }

  /// Clears the journal and all counts.
  public func clearCalls() { act { $0.clearCalls() } }

  /// Returns a text of several lines about a call, with secrets redacted: the contents of the journal, and the reason
  /// why no request matches the call.
  public func details(of record: CallRecord) -> String { CallDetails.text(record, mocks.session) }

  /// Makes a change, and shows it; at once, unless a server has to be asked.
  private func act(_ change: @escaping @Sendable (MockInterceptor) throws -> Void) {
    guard mocks.server != nil else {
      show(Result { try change(mocks) })
      return
    }
    // One action after the other.
    actions.async { [mocks] in
      let result = Result { try change(mocks) }
      Task { @MainActor [weak self] in self?.show(result) }
    }
  }

  private func show(_ result: Result<Void, any Error>) {
    if case .failure(let error) = result { failure = "\(error)" } else { failure = nil }
    update()
  }

  // MARK: - Updating

  private func update() {
    if mocks.server == nil { show(ScreenSnapshot(mocks)) } else { changes.signal() }
  }

  /// Updates a screen with a snapshot that is made outside of the main actor, since a project can have many requests.
  @concurrent
  private nonisolated static func update(_ screen: MockScreen?) async {
    guard let screen else { return }
    let (mocks, shown) = await screen.prepare()
    let snapshot =
      mocks.server == nil ? ScreenSnapshot(mocks) : await ServerConnection.blocking { ScreenSnapshot(mocks) }
    await screen.show(snapshot, ifStill: shown)
  }

  private func prepare() -> (MockInterceptor, shown: Int) {
    // Before calls are read, so that none is missed.
    mocks.session.observers.awaitCall()
    return (mocks, shown)
  }

  /// Shows a snapshot unless a later one was shown since it was requested.
  private func show(_ snapshot: ScreenSnapshot, ifStill number: Int) {
    if number == shown { show(snapshot) }
  }

  private func show(_ new: ScreenSnapshot) {
    shown += 1
    if requests != new.requests {
      requests = new.requests
      group()
    }
    if states != new.states { states = new.states }
    if scenes != new.scenes { scenes = new.scenes }
    if activeScene != new.activeScene { activeScene = new.activeScene }
    if unmatchedCount != new.unmatchedCount { unmatchedCount = new.unmatchedCount }
    if problem != new.problem { problem = new.problem }
    if notices != new.notices { notices = new.notices }
    if callCount != new.callCount { callCount = new.callCount }
    if !calls.elementsEqual(new.calls, by: { ($0.number, $0.outcome) == ($1.number, $1.outcome) }) { calls = new.calls }
  }

  private func group() { groups = Group.groups(of: requests, matching: search) }
}
