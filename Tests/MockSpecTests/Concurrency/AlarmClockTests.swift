import Synchronization
import TestSupport
import Testing

@testable import MockSpec

@Suite(.timeLimit(.minutes(20)))
struct AlarmClockTests {
  @Test(arguments: 0..<4) func `alarms ring in order, not before their time, and not if they were cancelled`(seed: Int)
    async
  {
    let clock = AlarmClock()
    var dice = SeededGenerator(seed: seed)
    // Later than all of them are set and cancelled.
    let start = ContinuousClock.now + .seconds(1)
    let dues = (0..<500).map { _ in start + .milliseconds(Int.random(in: 0..<40, using: &dice)) }
    let (rung, ring) = AsyncStream.makeStream(of: (Int, ContinuousClock.Instant).self)
    let alarms = dues.enumerated().map { number, due in clock.set(due) { ring.yield((number, .now)) } }
    let cancelled = Set((0..<500).filter { _ in dice.once(in: 3) })
    for number in cancelled { clock.cancel(alarms[number]) }
    // These are never the first.
    for _ in 0..<1_000 { clock.cancel(clock.set(start + .seconds(100)) { ring.finish() }) }
    #expect(ContinuousClock.now < start)
    var seen: [Int] = []
    for await (number, time) in rung {
      #expect(time >= dues[number])
      seen.append(number)
      if seen.count == 500 - cancelled.count { break }
    }
    #expect(cancelled.isDisjoint(with: seen) && Set(seen).count == seen.count)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { dues[$0] <= dues[$1] })
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
