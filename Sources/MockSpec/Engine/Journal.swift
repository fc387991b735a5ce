import Synchronization

/// The last calls of a session, and the number of all its calls.
///
/// The number of the stored calls is limited, and their size together with those of the engine's other sessions, so that
/// memory doesn't grow in long runs. A stored call is created outside of the lock, and shares its strings, its fields and a
/// body that isn't truncated with the call.
final class Journal: Sendable {
  /// The maximum number of calls.
  static let callLimit = 1000

  /// A stored call. Its number follows from its index. Equal calls share all but number and time.
  private struct Entry: Sendable {
    let call: StoredCall
    let time: Duration
  }

  private struct State: Sendable {
    /// The call with number n has the index n modulo the size.
    var ring: [Entry?] = []
    /// The number of the oldest stored call.
    var first = 1
    /// The number of the next call.
    var next = 1
    var bytes = 0
    /// The number of all calls since the last clearing, including those that are no longer stored.
    var count = 0
    /// The same, of those that each request answered, at the places of their names.
    private var counts: [Int] = []
    private var places: [String: Int] = [:]
    /// The number of clearings.
    private var clearings = 0
    /// The same, of those that no request matched.
    var unmatched = 0

    var stored: Int { next - first }

    subscript(number: Int) -> Entry? {
      get { ring[number % ring.count] }
      set { ring[number % ring.count] = newValue }
    }

    /// Returns the stored calls from one on.
    func calls(from number: Int) -> [CallRecord] {
      (number..<next).compactMap { number in
        self[number].map { $0.call.numbered(number, at: $0.time) }
      }
    }

    /// Stores a call instead of the oldest one if there are as many as the limit.
    ///
    /// - Returns: The number of the call, and the change of the size.
    mutating func append(_ entry: Entry) -> (number: Int, added: Int) {
      let before = bytes
      if stored == Journal.callLimit { dropFirst() }
      if stored == ring.count { resize(to: min(Journal.callLimit, max(4, stored * 3 / 2))) }
      self[next] = entry
      next += 1
      bytes += entry.call.size
      count += 1
      count(entry.call)
      if entry.call.isUnmatched { unmatched += 1 }
      return (next - 1, bytes - before)
    }

    mutating func dropFirst() {
      let index = first % ring.count
      bytes -= ring[index]?.call.size ?? 0
      ring[index] = nil
      first += 1
    }

    /// Counts a call that a request answered.
    mutating func count(_ call: StoredCall) {
      if let place = call.place, place.clearings == clearings {
        counts[place.index] += 1
      } else if let name = call.record.requestName {
        let index = places[name] ?? counts.count
        if index == counts.count {
          places[name] = index
          counts.append(0)
        }
        call.place = (clearings, index)
        counts[index] += 1
      }
    }

    /// Returns the number of calls that a request answered; `nil` if it answered none.
    func count(of request: String) -> Int? { places[request].map { counts[$0] } }

    /// Removes all calls and counts.
    mutating func clear() {
      var cleared = State()
      (cleared.first, cleared.next, cleared.clearings) = (next, next, clearings + 1)
      self = cleared
    }

    /// Changes the size of the ring, which must have room for the stored calls.
    mutating func resize(to size: Int) {
      var ring = [Entry?](repeating: nil, count: size)
      for number in first..<next { ring[number % size] = self[number] }
      self.ring = ring
    }
  }

  private let budget: JournalBudget
  private let now: @Sendable () -> Duration
  private let state = Mutex(State())

  /// - Parameter now: Returns the time since 1970-01-01 UTC.
  init(
    budget: JournalBudget = JournalBudget(),
    now: @escaping @Sendable () -> Duration = EngineEnvironment.systemTime
  ) {
    self.budget = budget
    self.now = now
  }

  deinit {
    state.withLock { state in
      budget.add(-state.bytes)
      if state.stored > 0 { budget.remove(self) }
    }
  }

  /// Returns the record of a call as it would be stored, with the number 0.
  func record(
    _ call: MockCall, bodySize: Int? = nil, _ decision: Decision, _ redaction: Redaction
  ) -> CallRecord {
    CallRecord(call, bodySize: bodySize, decision, redaction, time: now())
  }

  /// A call that was stored, of which a copy is made only where it is needed.
  struct Stored {
    let stored: StoredCall
    let number: Int

    var record: CallRecord { stored.numbered(number, at: stored.record.time) }
  }

  /// Stores a call.
  ///
  /// - Parameter bodySize: The size of the body, if the call has only its beginning.
  @discardableResult
  func append(
    _ call: MockCall, bodySize: Int? = nil, _ decision: Decision, _ redaction: Redaction
  ) -> Stored {
    let stored = StoredCall(record(call, bodySize: bodySize, decision, redaction))
    return Stored(stored: stored, number: append(stored, at: stored.record.time))
  }

  /// Stores another call that is equal to a stored one.
  ///
  /// Its size counts again, although it shares its memory, since it may be the last that is stored of them. So the calls
  /// take less memory than the budget says, never more.
  func appendAgain(_ call: StoredCall) -> (number: Int, time: Duration) {
    let time = now()
    return (append(call, at: time), time)
  }

  /// Returns the number of the call.
  private func append(_ stored: StoredCall, at time: Duration) -> Int {
    let entry = Entry(call: stored, time: time)
    // A closure that refers to the journal retains it. If all threads do that for each call, they wait for the memory of
    // its reference count, so only the first call is stored by `change`.
    let appended = state.withLock { state in state.stored > 0 ? state.append(entry) : nil }
    let number = appended?.number ?? change { $0.append(entry).number }
    if let added = appended?.added, added != 0 { budget.add(added) }
    if budget.isExceeded { budget.trim(keepingLastOf: self) }
    return number
  }

  /// Changes the state, and reports a change of the size to the budget, and whether there are calls to drop.
  private func change<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let (result, added) = state.withLock { state in
      let (before, wasEmpty) = (state.bytes, state.stored == 0)
      let result = body(&state)
      if wasEmpty, state.stored > 0 { budget.add(self) }
      if !wasEmpty, state.stored == 0 { budget.remove(self) }
      return (result, state.bytes - before)
    }
    if added != 0 { budget.add(added) }
    return result
  }

  /// Drops the oldest calls until the rest takes at most a number of bytes.
  ///
  /// - Parameter keepsLast: Whether the last call is kept even if it is larger.
  func trim(to bytes: Int, keepsLast: Bool) {
    change { state in
      guard state.bytes > bytes else { return }
      while state.bytes > bytes, state.stored > (keepsLast ? 1 : 0) { state.dropFirst() }
      // Often, only few calls are dropped, and others follow.
      if state.ring.count > 4 * state.stored { state.resize(to: 2 * state.stored) }
    }
  }

  /// The size of the stored calls in bytes.
  var bytes: Int { state.withLock { $0.bytes } }

  /// Sets the time and the messages of a call whose stream or WebSocket has ended, if the call is still stored.
  func finish(_ number: Int) { finish(number) { $0.addTraffic() } }

  /// Sets the outcome of a call that was pending, if the call is still stored.
  ///
  /// - Parameter throttle: The pieces in which its reply is sent.
  func finish(_ number: Int, _ outcome: Decision.Outcome, throttle: Throttle?) {
    finish(number) { record in
      record.outcome = CallRecord.Outcome(outcome)
      record.setReply(outcome, throttle: throttle)
    }
  }

  private func finish(_ number: Int, _ change: (inout CallRecord) -> Void) {
    let end = now()
    self.change { state in
      guard number >= state.first, number < state.next else { return }
      guard let entry = state[number] else { return }
      var record = entry.call.record
      record.duration = max(record.duration, end - entry.time)
      change(&record)
      state.bytes += record.size - entry.call.size
      state[number] = Entry(call: StoredCall(record), time: entry.time)
    }
  }

  /// Removes all calls and resets the counts.
  func clear() {
    change { $0.clear() }
  }

  /// The stored calls, the oldest first.
  var calls: [CallRecord] { state.withLock { state in state.calls(from: state.first) } }

  /// The number of all calls.
  var count: Int { state.withLock { $0.count } }

  /// Returns the last stored calls after one, the oldest first, with the number of the oldest stored call and of the next.
  ///
  /// No call can be stored while they are copied, so limit them to those that are needed.
  func calls(after number: Int, limit: Int = .max) -> (calls: [CallRecord], first: Int, next: Int) {
    state.withLock { state in
      let start = number < state.next ? max(state.first, number + 1, state.next - limit) : state.next
      return (state.calls(from: start), state.first, state.next)
    }
  }

  /// Returns the stored calls that a request answered, and the number of all; `nil` if it answered none.
  func answered(by request: String) -> (stored: [CallRecord], count: Int)? {
    state.withLock { state in
      state.count(of: request).map { count in
        let calls = state.calls(from: state.first)
        return (calls.filter { $0.requestName == request }, count)
      }
    }
  }

  /// Returns the number of calls that a request answered; `nil` if it answered none.
  func count(of request: String) -> Int? { state.withLock { $0.count(of: request) } }

  /// The number of calls that no request matched.
  var unmatchedCount: Int { state.withLock { $0.unmatched } }
}

/// A call in the journal, apart from its number and its time. Calls that are equal in the rest can share it.
///
/// Sending it is safe: its place is used only while the journal's lock is held.
final class StoredCall: @unchecked Sendable {
  // What each storing and dropping reads comes first, so that it shares a cache line.
  fileprivate let isUnmatched: Bool
  fileprivate let size: Int
  /// Where the calls of its request are counted since a clearing of the journal.
  fileprivate var place: (clearings: Int, index: Int)?
  let record: CallRecord

  init(_ record: CallRecord) {
    isUnmatched = record.outcome == .unmatched
    size = record.size
    self.record = record
  }

  func numbered(_ number: Int, at time: Duration) -> CallRecord {
    var record = record
    (record.number, record.time) = (number, time)
    return record
  }
}
