import MockSpec
import Synchronization

/// The subscribers of a watched project, to which its changes are delivered.
///
/// A subscriber has loaded a version itself before it subscribes, while the watch may be loading another one:
///
/// ```
/// watch       ───[ load 7 ]─────[ load 8 ]───
/// subscriber  ─────[ own ]─┬─────────────────
///                          subscribes
/// ```
///
/// Load 7 can be older than the subscriber's own, so it isn't delivered. If it is a change, or if the subscriber's version
/// differs from the common one, load 8 is requested, which is newer than both. Its result is delivered to the subscriber
/// even if it isn't a change for others.
final class ProjectSubscribers: Sendable {
  typealias ID = Int
  typealias Change = ProjectWatch.Change

  private struct Subscriber: Sendable {
    let onChange: @Sendable (Change) -> Void
    /// The number of loads that had begun when it subscribed.
    let loadsBefore: Int
    /// Its version, if that may differ from the common one.
    var own: LoadedProject?
    /// Whether the notices from before the subscription have been delivered.
    var hasNotices = false
  }

  private struct State: Sendable {
    /// The number of loads that have begun.
    var loads = 0
    var versions: ProjectWatch.Versions
    /// The last result of a load that was a change.
    var latest: Change
    /// The notices that hold, each with its text.
    var notices: [(notice: PollingNotice, text: String)] = []
    var subscribers: [ID: Subscriber] = [:]
    var lastID = 0
  }

  private let state: Mutex<State>

  init(of first: LoadedProject) {
    state = Mutex(State(versions: .init(current: first, last: first), latest: .loaded(first, .zero)))
  }

  /// The versions that a new subscriber can share.
  var versions: ProjectWatch.Versions { state.withLock { $0.versions } }

  // MARK: - Subscribing

  /// Adds a subscriber.
  ///
  /// - Parameters:
  ///   - project: The version that it has.
  ///   - onChange: Called for one change at a time.
  /// - Returns: The subscriber, and whether it needs another load.
  func add(
    after project: LoadedProject, _ onChange: @escaping @Sendable (Change) -> Void
  ) -> (id: ID, isBehind: Bool) {
    state.withLock { state in
      let own = state.latest.isLoad(of: project) ? nil : project
      state.lastID += 1
      state.subscribers[state.lastID] = Subscriber(onChange: onChange, loadsBefore: state.loads, own: own)
      return (state.lastID, own != nil)
    }
  }

  /// Removes a subscriber. It gets no further changes, except for one that is already being delivered.
  func remove(_ id: ID) {
    // The handler is released outside the lock.
    _ = state.withLock { $0.subscribers.removeValue(forKey: id) }
  }

  // MARK: - Delivering

  /// Records that a load begins.
  func loadBegins() { state.withLock { $0.loads += 1 } }

  /// Delivers the result of a load.
  ///
  /// - Parameters:
  ///   - change: The result; `nil` if it is the same as before, or isn't used.
  ///   - last: The last load that was complete.
  ///   - isUsed: Whether the result is used.
  /// - Returns: Whether a subscriber needs another load.
  func loadEnds(_ change: Change?, last: LoadedProject, isUsed: Bool) -> Bool {
    let (deliveries, isBehind) = state.withLock { state in
      let before = state.versions.current
      state.versions.last = last
      if let change { state.latest = change }
      if case .loaded(let project, _)? = change, !project.isIncomplete { state.versions.current = project }
      var deliveries: [ID: Change] = [:]
      var isBehind = false
      for (id, subscriber) in state.subscribers {
        if subscriber.loadsBefore >= state.loads {
          guard change != nil else { continue }
          state.subscribers[id]?.own = subscriber.own ?? before
          isBehind = true
        } else if let change {
          deliveries[id] = change
          state.subscribers[id]?.own = nil
        } else if let own = subscriber.own, isUsed {
          if !state.latest.isLoad(of: own) { deliveries[id] = state.latest }
          state.subscribers[id]?.own = nil
        }
      }
      return (deliveries, isBehind)
    }
    for (id, change) in deliveries.sorted(by: { $0.key < $1.key }) { deliver(change, to: id) }
    return isBehind
  }

  /// Delivers a change that isn't the result of a load.
  func send(_ change: Change) {
    for id in state.withLock({ $0.subscribers.keys.sorted() }) { deliver(change, to: id) }
  }

  /// Delivers a notice, and keeps it for new subscribers as long as it holds.
  func send(_ notice: PollingNotice, _ text: String) {
    let ids = state.withLock { state in
      switch notice {
      case .polled: state.notices.append((notice, text))
      case .watched(let limit): state.notices.removeAll { $0.notice.reason == .limit(limit) }
      }
      return state.subscribers.filter(\.value.hasNotices).keys.sorted()
    }
    for id in ids { deliver(.notice(text), to: id) }
  }

  /// Delivers the notices that hold to a new subscriber.
  func sendNotices(to id: ID) {
    let notices = state.withLock { state in
      state.subscribers[id]?.hasNotices = true
      return state.notices.map(\.text)
    }
    for text in notices { deliver(.notice(text), to: id) }
  }

  private func deliver(_ change: Change, to id: ID) {
    // An earlier delivery can have removed it.
    state.withLock { $0.subscribers[id]?.onChange }?(change)
  }
}

extension ProjectWatch.Change {
  fileprivate func isLoad(of project: LoadedProject) -> Bool {
    if case .loaded(let loaded, _) = self { loaded.hasSameContents(as: project) } else { false }
  }
}

extension PollingNotice {
  fileprivate var reason: PollingReason? { if case .polled(_, _, let reason) = self { reason } else { nil } }
}
