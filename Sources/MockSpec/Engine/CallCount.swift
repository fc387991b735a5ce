/// A statement about the number of calls that a request has answered.
package struct CallCount: Sendable {
  /// How a statement relates to the calls that were made.
  package enum Verdict: Sendable {
    case met, unmet
    /// It depends on calls that are no longer stored.
    case unknown
  }

  private let least: Int
  private let most: Int

  package init(atLeast least: Int = 0, atMost most: Int = .max) {
    self.least = least
    self.most = most
  }

  package init(exactly count: Int) { self.init(atLeast: count, atMost: count) }

  /// - Parameters:
  ///   - count: The number of stored calls that count.
  ///   - dropped: The number of calls that are no longer stored, each of which may count or not.
  package func verdict(_ count: Int, dropped: Int = 0) -> Verdict {
    if count >= least, count + dropped <= most { return .met }
    return count + dropped < least || count > most || dropped == 0 ? .unmet : .unknown
  }

  /// Returns what was expected and what was found, such as `expected exactly 2 calls to 'Login', found 1`.
  package func message(for request: String, found: Int) -> String {
    "expected \(wanted) to '\(request)', found \(found)"
  }

  private var wanted: String {
    func calls(_ count: Int) -> String { count == 1 ? "1 call" : "\(count) calls" }
    return switch (least, most) {
    case (0, 0): "no calls"
    case _ where least == most: "exactly \(calls(least))"
    case (_, .max): "at least \(calls(least))"
    case (0, _): "at most \(calls(most))"
    default: "at least \(least) and at most \(calls(most))"
    }
  }
}
