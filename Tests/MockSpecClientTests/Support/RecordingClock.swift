import Synchronization

/// A clock whose sleeps end at once, and are recorded.
final class RecordingClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Mutex<(now: Instant, sleeps: [Duration])>((Instant(), []))

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }
  var sleeps: [Duration] { state.withLock { $0.sleeps } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    state.withLock { state in
      state.sleeps.append(state.now.duration(to: deadline))
      state.now = deadline
    }
  }
}

/// A clock whose sleeps last until the task is cancelled.
struct StoppedClock: Clock {
  typealias Instant = RecordingClock.Instant

  let asleep: Gate

  var now: Instant { Instant() }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    asleep()
    await Gate().wait()
    try Task.checkCancellation()
  }
}
