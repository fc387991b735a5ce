import MockSpec
import MockSpecDiagnostics
import Synchronization

/// The last calls of a session as JSON, shared by the session's listeners.
///
/// The JSON is shared, since writing it for each of many listeners would slow down the mock. Listeners that got the
/// same batch get the next one at the same time.
final class CallBatches: Sendable {
  /// Consecutive calls.
  struct Batch: Sendable {
    /// The number of the call after which calls were requested.
    let last: Int
    /// The numbers of the calls.
    let numbers: Range<Int>
    /// The member `calls`.
    let json: [UInt8]
    let time: ContinuousClock.Instant

    /// Whether there were too many calls to include all.
    var isCut: Bool { numbers.lowerBound > last + 1 }
    /// The time of the next batch.
    var nextTime: ContinuousClock.Instant { time + .milliseconds(isCut ? 250 : 50) }

    /// Returns whether the batch after another call would have been the same.
    func isSame(after other: Int) -> Bool { other == last || (isCut && other < numbers.lowerBound) }
  }

  private static let callLimit = 100
  /// The maximum size of a batch that is kept in memory.
  private static let sizeLimit = 1 << 20

  let session: MockSession
  private let now: @Sendable () -> ContinuousClock.Instant
  /// The last batches with and without bodies.
  private let kept = Mutex<[Bool: Batch]>([:])

  init(_ session: MockSession, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
    self.session = session
    self.now = now
  }

  /// Returns the last calls after one.
  ///
  /// - Returns: A batch, and whether it is a kept one, after which there can be newer calls.
  func batch(after last: Int, hasBodies: Bool) -> (batch: Batch, isKept: Bool) {
    kept.withLock { kept in
      if let batch = kept[hasBodies], batch.isSame(after: last), now() < batch.nextTime { return (batch, true) }
      // Before the calls are read, so that a later call is reported.
      session.observers.awaitCall()
      let (calls, _, next) = session.calls(after: last, limit: Self.callLimit)
      var json = JSONText()
      json.member("calls", calls) { $0.write($1, hasBody: hasBodies) }
      let batch = Batch(last: last, numbers: next - calls.count..<next, json: json.bytes, time: now())
      if !calls.isEmpty { kept[hasBodies] = json.bytes.count <= Self.sizeLimit ? batch : nil }
      return (batch, false)
    }
  }

  /// Removes the batches, since their calls were removed from the journal.
  func clear() { kept.withLock { $0 = [:] } }
}

struct WeakBatches: Sendable {
  weak var batches: CallBatches?
}
