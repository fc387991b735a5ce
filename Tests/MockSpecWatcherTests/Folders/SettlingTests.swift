import Testing

@testable import MockSpecWatcher

/// A column is 10 ms: `e` is an event, `R` the moment when the burst is over.
@Suite struct SettlingTests {
  struct Drawing: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let events: String
    let reloads: String
  }

  @Test(arguments: [
    Drawing(
      testDescription: "one event",
      events: "-e-------",
      reloads: "------R--"),
    Drawing(
      testDescription: "an event restarts the wait",
      events: "-e-e-----",
      reloads: "--------R"),
    Drawing(
      testDescription: "an event at the last moment restarts the wait",
      events: "e---e------",
      reloads: "---------R-"),
    Drawing(
      testDescription: "quiet, then another burst",
      events: "ee--------e-e-----",
      reloads: "------R----------R"),
    Drawing(
      testDescription: "events without a pause end at the cap, and begin again",
      events: "eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee-------",
      reloads: "---------------R---------------R-------"),
    Drawing(
      testDescription: "the cap counts from the first event of a burst",
      events: "e------e--e--e--e--e--------",
      reloads: "-----R----------------R-----"),
    Drawing(
      testDescription: "nothing happens",
      events: "--------------------",
      reloads: "--------------------"),
  ])
  func `a burst settles after 50 ms of quiet and after 150 ms at most`(drawing: Drawing) {
    var settling = Settling(quiet: .milliseconds(50), longest: .milliseconds(150))
    let start = ContinuousClock.now
    var reloads = ""
    for (column, mark) in drawing.events.enumerated() {
      let now = start + .milliseconds(10 * column)
      if mark == "e" { settling.event(at: now) }
      reloads += settling.settle(at: now) ? "R" : "-"
    }
    #expect(reloads == drawing.reloads)
  }

  @Test func `a late look finds a burst that is due once`() {
    var settling = Settling(quiet: .milliseconds(50), longest: .seconds(1))
    let start = ContinuousClock.now
    settling.event(at: start)
    #expect([60, 61].map { settling.settle(at: start + .seconds($0)) } == [true, false])
    #expect(settling.due == nil)
  }

  @Test func `an event after a burst was due but before the look belongs to it`() {
    var settling = Settling(quiet: .milliseconds(50), longest: .seconds(1))
    let start = ContinuousClock.now
    settling.event(at: start)
    settling.event(at: start + .milliseconds(60))
    #expect(settling.due == start + .milliseconds(110))
    settling.event(at: start + .seconds(3))
    #expect(settling.due == start + .seconds(1))
  }
}
