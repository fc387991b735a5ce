import MockSpec
public import MockSpecURLSession

/// A statement about the calls that a request answers.
///
///     @Test(.mocks("specs", expecting: [.calls(to: "Login", exactly: 1), .noCalls(to: "Tracking")]))
public struct CallExpectation: Sendable {
  private let request: MockRequestName
  private let count: CallCount
  private let condition: (@Sendable (CallRecord) -> Bool)?

  /// Expects a number of calls.
  ///
  /// - Parameters:
  ///   - request: The name of the request that answers them: a string literal, or a member that `mockspec generate swift`
  ///     writes.
  ///   - count: The number of calls.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the client sent
  ///     it, with at most 64 KiB of the body.
  public static func calls(
    to request: MockRequestName, exactly count: Int, where condition: (@Sendable (CallRecord) -> Bool)? = nil
  ) -> CallExpectation {
    CallExpectation(request: request, count: CallCount(exactly: count), condition: condition)
  }

  /// Expects a minimum or a maximum of calls, or both; without a number, at least one.
  ///
  /// - Parameters:
  ///   - request: The name of the request that answers them: a string literal, or a member that `mockspec generate swift`
  ///     writes.
  ///   - least: The minimum.
  ///   - most: The maximum.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the client sent
  ///     it, with at most 64 KiB of the body.
  public static func calls(
    to request: MockRequestName, atLeast least: Int? = nil, atMost most: Int? = nil,
    where condition: (@Sendable (CallRecord) -> Bool)? = nil
  ) -> CallExpectation {
    let count = CallCount(atLeast: least ?? (most == nil ? 1 : 0), atMost: most ?? .max)
    return CallExpectation(request: request, count: count, condition: condition)
  }

  /// Expects that there are no calls.
  ///
  /// - Parameters:
  ///   - request: The name of the request that would answer them.
  ///   - condition: Returns whether a call counts; `nil` if all do. It gets the call as the client sent
  ///     it, with at most 64 KiB of the body.
  public static func noCalls(
    to request: MockRequestName, where condition: (@Sendable (CallRecord) -> Bool)? = nil
  ) -> CallExpectation {
    calls(to: request, exactly: 0, where: condition)
  }

  /// Returns a description of the difference, with the calls that were made, or of the unknown name; `nil` if the
  /// expectation is met.
  ///
  /// Calls since the start or the last `clearCalls()` count.
  public func problem(in mocks: MockInterceptor) -> String? {
    let (stored, all): ([CallRecord], Int)
    do {
      (stored, all) = try mocks.answered(by: request.name)
    } catch {
      return "\(error)"
    }
    let found = condition.map { stored.count(where: $0) } ?? all
    let dropped = condition == nil ? 0 : all - stored.count
    switch count.verdict(found, dropped: dropped) {
    case .met: return nil
    case .unmet: break
    case .unknown:
      return "\(dropped) of \(all) calls to '\(request)' are no longer in the journal; \(message(found, all))"
    }
    return message(found, all) + mocks.session.text(ofCallsTo: request.name, marking: condition)
  }

  private func message(_ found: Int, _ all: Int) -> String {
    count.message(for: request.name, found: found)
      + (condition == nil ? "" : " that \(found == 1 ? "meets" : "meet") the condition, of \(all)")
  }
}
