import Synchronization
import TestSupport
import Testing

@testable import MockSpec

@Suite(.timeLimit(.minutes(2)))
struct AlarmClockTests {
  @Test(arguments: 0..<4) func `alarms ring in order, not before their time, and not if they were cancelled`(seed: Int)
    async
  {
    let clock = AlarmClock()
    var dice = SeededGenerator(seed: seed)
    let start = ContinuousClock.now
    let dues = (0..<500).map { _ in start + .milliseconds(Int.random(in: -5..<40, using: &dice)) }
    let (rung, ring) = AsyncStream.makeStream(of: (Int, ContinuousClock.Instant).self)
    let alarms = dues.enumerated().map { number, due in
      clock.set(due + .milliseconds(20)) { ring.yield((number, .now)) }
    }
    let end = ContinuousClock.now
    let cancelled = Set((0..<500).filter { _ in dice.once(in: 3) })
    for number in cancelled { clock.cancel(alarms[number]) }
    // These are never the first.
    for _ in 0..<1_000 { clock.cancel(clock.set(start + .seconds(100)) { ring.finish() }) }
    var seen: [Int] = []
    var first = ContinuousClock.Instant.now + .seconds(1_000)
    for await (number, time) in rung {
      #expect(time >= dues[number] + .milliseconds(20))
      seen.append(number)
      first = min(first, time)
      if seen.count == 500 - cancelled.count { break }
    }
    // An alarm that was late may have rung before it was cancelled.
    #expect(Set(seen).isSuperset(of: Set(0..<500).subtracting(cancelled)) || !cancelled.isDisjoint(with: seen))
    // Under load, some can ring before others are set.
    guard first > end else { return }
    let sorted = seen.sorted { dues[$0] < dues[$1] }
    #expect(zip(seen, sorted).allSatisfy { dues[$0] == dues[$1] })
  }

  @Test func `an earlier alarm that is set later rings first`() async {
    let clock = AlarmClock()
    let (rung, ring) = AsyncStream.makeStream(of: Int.self)
    let late = clock.set(.now + .seconds(60)) { ring.yield(2) }
    _ = clock.set(.now + .milliseconds(1)) { ring.yield(1) }
    for await number in rung {
      #expect(number == 1)
      break
    }
    clock.cancel(late)
  }

  @Test func `a clock that is released cancels its alarms`() async {
    final class Kept: Sendable {}
    var clock: AlarmClock? = AlarmClock()
    var kept: Kept? = Kept()
    weak let seen = kept
    _ = clock?.set(.now + .seconds(60)) { [kept] in withExtendedLifetime(kept) {} }
    (clock, kept) = (nil, nil)
    #expect(seen == nil)
  }
}
