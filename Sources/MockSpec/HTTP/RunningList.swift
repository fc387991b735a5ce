import Synchronization

/// What runs for a session after an answer has begun, such as its open WebSockets.
package final class RunningList<Member: AnyObject & Sendable>: Sendable {
  private let state = Mutex<(members: [ObjectIdentifier: Member], isEnded: Bool)>(([:], false))

  package init() {}

  /// What runs now, in no order.
  package var all: [Member] { state.withLock { Array($0.members.values) } }

  /// Adds a member.
  ///
  /// - Returns: Whether the session has ended, so that the member has to end, too.
  func add(_ member: Member) -> Bool {
    state.withLock { state in
      state.members[ObjectIdentifier(member)] = member
      return state.isEnded
    }
  }

  func remove(_ member: Member) { _ = state.withLock { $0.members.removeValue(forKey: ObjectIdentifier(member)) } }

  /// Records that the session has ended.
  ///
  /// - Returns: What runs, and has to end.
  func end() -> [Member] {
    state.withLock { $0.isEnded = true }
    return all
  }
}
