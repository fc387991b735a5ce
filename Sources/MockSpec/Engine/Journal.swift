import Synchronization

/// The last calls, whatever became of them, and how many there were of all.
///
/// Bounded by number and by size, so that a soak test with large uploads keeps no more than a short one. A call is made
/// before the lock is taken, and shares its strings and fields, and a body that isn't cut, with the request.
final class Journal: Sendable {
  struct Limits: Sendable {
    var calls = 1000
    /// Of all calls together, in bytes; one call is kept whatever its size.
    var bytes = 16 << 20
    /// Of each body, in bytes.
    var body = 64 << 10
  }

  private struct State: Sendable {
    /// The call with number n stands at n modulo the limit.
    var ring: [Call?] = []
    /// The numbers of the oldest call that is kept, and of the next one.
    var first = 1
    var next = 1
    var bytes = 0
    /// Request → calls that it answered, also those that aren't kept any more.
    var counts: [String: Int] = [:]
    var unmatched = 0
  }

  private let limits: Limits
  private let state: Mutex<State>

  init(limits: Limits = Limits()) {
    self.limits = limits
    state = Mutex(State())
  }

  /// - Returns: the call's number.
  @discardableResult
  func append(_ request: MockRequest, _ decision: Decision, _ redaction: Redaction) -> Int {
    var call = Call(request, decision, redaction, bodyLimit: limits.body)
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
      return call.number
    }
  }

  private func drop(_ state: inout State) {
    let place = state.first % limits.calls
    state.bytes -= state.ring[place]?.size ?? 0
    state.ring[place] = nil
    state.first += 1
  }

  /// Says what came of a call that was pending, if it is still kept.
  func finish(_ number: Int, _ answer: Call.Answer) {
    state.withLock { state in
      guard number >= state.first, number < state.next else { return }
      state.ring[number % limits.calls]?.answer = answer
    }
  }

  /// Forgets all calls and counts.
  func clear() {
    state.withLock { state in
      while state.first < state.next { drop(&state) }
      state.counts = [:]
      state.unmatched = 0
    }
  }

  /// Oldest first.
  var calls: [Call] {
    state.withLock { state in (state.first..<state.next).compactMap { state.ring[$0 % limits.calls] } }
  }

  func count(of request: String) -> Int { state.withLock { $0.counts[request, default: 0] } }

  var unmatchedCount: Int { state.withLock { $0.unmatched } }
}
