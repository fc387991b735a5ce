import Synchronization

/// The last calls, and the number of all calls.
///
/// The number and the size of the stored calls are limited, so that memory doesn't grow in long runs. A stored call is
/// created outside of the lock, and shares its strings, its fields and a body that isn't truncated with the request.
final class Journal: Sendable {
  struct Limits: Sendable {
    /// The maximum number of calls.
    var calls = 1000
    /// The maximum size of all calls together in bytes. The last call is kept even if it is larger.
    var bytes = 16 << 20
    /// The maximum size of each body in bytes.
    var body = 64 << 10
  }

  private struct State: Sendable {
    /// The call with number n has the index n modulo the limit.
    var ring: [Call?] = []
    /// The number of the oldest stored call.
    var first = 1
    /// The number of the next call.
    var next = 1
    var bytes = 0
    /// The number of calls that each request answered, including those that are no longer stored.
    var counts: [String: Int] = [:]
    var unmatched = 0
  }

  private let limits: Limits
  private let now: @Sendable () -> Duration
  private let state: Mutex<State>

  /// - Parameter now: Returns the time since 1970-01-01 UTC.
  init(limits: Limits = Limits(), now: @escaping @Sendable () -> Duration = EngineEnvironment.systemTime) {
    self.limits = limits
    self.now = now
    state = Mutex(State())
  }

  /// Stores a call, and returns it.
  @discardableResult
  func append(_ request: MockRequest, _ decision: Decision, _ redaction: Redaction) -> Call {
    var call = Call(request, decision, redaction, bodyLimit: limits.body, time: now())
    return state.withLock { state in
      call.number = state.next
      let place = call.number % limits.calls
      if state.next - state.first == limits.calls { drop(&state) }
      while state.ring.count <= place { state.ring.append(nil) }
      state.ring[place] = call
      state.next += 1
      state.bytes += call.size
      while state.bytes > limits.bytes, state.next - state.first > 1 { drop(&state) }
      if let name = call.requestName { state.counts[name, default: 0] += 1 }
      if call.answer == .unmatched { state.unmatched += 1 }
      return call
    }
  }

  private func drop(_ state: inout State) {
    let place = state.first % limits.calls
    state.bytes -= state.ring[place]?.size ?? 0
    state.ring[place] = nil
    state.first += 1
  }

  /// Sets the answer to a call that was pending, if the call is still stored.
  func finish(_ number: Int, _ answer: Call.Answer) {
    state.withLock { state in
      guard number >= state.first, number < state.next else { return }
      state.ring[number % limits.calls]?.answer = answer
    }
  }

  /// Removes all calls and resets the counts.
  func clear() {
    state.withLock { state in
      while state.first < state.next { drop(&state) }
      state.counts = [:]
      state.unmatched = 0
    }
  }

  /// The stored calls, the oldest first.
  var calls: [Call] {
    state.withLock { state in (state.first..<state.next).compactMap { state.ring[$0 % limits.calls] } }
  }

  /// Returns the stored calls after one, the oldest first, with the numbers of the oldest and of the next one.
  func calls(after number: Int) -> (calls: [Call], first: Int, next: Int) {
    state.withLock { state in
      let start = number < state.next ? max(state.first, number + 1) : state.next
      return ((start..<state.next).compactMap { state.ring[$0 % limits.calls] }, state.first, state.next)
    }
  }

  /// Returns the number of calls that a request answered; `nil` if it answered none.
  func count(of request: String) -> Int? { state.withLock { $0.counts[request] } }

  /// The number of calls that no request matched.
  var unmatchedCount: Int { state.withLock { $0.unmatched } }
}
