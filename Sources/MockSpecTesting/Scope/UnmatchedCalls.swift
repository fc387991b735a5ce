import MockSpec
import Synchronization

/// The calls that no request matched. Calls with the same method and URL are reported once.
final class UnmatchedCalls: Sendable {
  private struct State: Sendable {
    var explanations: [Explanation] = []
    /// The number of calls of each explained method and URL.
    var counts: [String: Int] = [:]
    /// The number of calls that aren't explained, because there are too many.
    var others = 0
  }

  /// The maximum number of explanations, which are large.
  private static let limit = 20
  private let state = Mutex(State())

  func add(_ explanation: Explanation) {
    state.withLock { state in
      if let count = state.counts[explanation.call] {
        state.counts[explanation.call] = count + 1
      } else if state.explanations.count < Self.limit {
        state.explanations.append(explanation)
        state.counts[explanation.call] = 1
      } else {
        state.others += 1
      }
    }
  }

  /// Returns the explanations, in the order of the calls, except for those of calls that were shown already.
  func problems(besides shown: Set<String>) -> [String] {
    let state = state.withLock { $0 }
    let problems = state.explanations.filter { !shown.contains($0.call) }.map { explanation in
      let count = state.counts[explanation.call] ?? 1
      return explanation.text + (count > 1 ? "\n\n\(count) calls with this method and URL weren't matched" : "")
    }
    return state.others == 0 ? problems : problems + ["\(state.others) calls to other URLs weren't matched, either"]
  }
}
