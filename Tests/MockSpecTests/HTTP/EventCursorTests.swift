import Synchronization
import Testing

@testable import MockSpec

struct EventCursorTests {
  private static func stream(
    _ texts: String..., every: Delay? = .fixed(.seconds(1)), delays: [Int: Delay] = [:], times: Int? = 1,
    end: EventStream.End = .close
  ) -> EventStream {
    EventStream(
      events: texts.enumerated().map { .init(bytes: Array($1.utf8), delay: delays[$0], id: $1) }, every: every,
      times: times, end: end)
  }

  /// Returns the events with the seconds before them, and what follows.
  private static func steps(_ stream: EventStream, from start: Int = 0, limit: Int = 10) -> String {
    var cursor = EventCursor(stream, from: start, timeout: .seconds(15)) { delay in
      if case .fixed(let duration) = delay { duration } else { .seconds(7) }
    }
    var steps: [String] = []
    while steps.count < limit {
      guard let pause = cursor.pause else { return (steps + ["open"]).joined(separator: " ") }
      if cursor.isAtEnd { return (steps + ["end"]).joined(separator: " ") }
      let seconds = "+\(pause / .seconds(1))"
      if let fault = cursor.fault {
        steps.append("\(seconds) \(fault)")
        #expect(cursor.take().isEmpty)
      } else {
        steps.append("\(seconds) \(String(decoding: cursor.take(), as: UTF8.self))")
      }
    }
    return steps.joined(separator: " ")
  }

  @Test(arguments: [
    (stream("a", "b"), "+0.0 a +1.0 b end"),
    (stream("a", "b", every: nil), "+0.0 a +0.0 b end"),
    (stream("a", "b", delays: [0: .fixed(.seconds(2)), 1: .fixed(.zero)]), "+2.0 a +0.0 b end"),
    (stream("a", "b", every: .uniform(.zero, .seconds(9))), "+0.0 a +7.0 b end"),
    (stream("a", times: 3), "+0.0 a +1.0 a +1.0 a end"),
    (stream("a", end: .open), "+0.0 a open"),
    (stream("a", times: 2, end: .open), "+0.0 a +1.0 a open"),
    (stream("a", end: .fault(.connectionReset, delay: nil)), "+0.0 a +1.0 connectionReset end"),
    (stream("a", end: .fault(.hang, delay: .fixed(.seconds(2)))), "+0.0 a +17.0 hang end"),
    (stream(end: .fault(.truncatedBody, delay: nil)), "+0.0 truncatedBody end"),
  ])
  func `events follow each other after their pauses`(stream: EventStream, steps: String) {
    #expect(Self.steps(stream) == steps)
  }

  @Test func `a stream that is sent forever never ends, and pauses between rounds`() {
    let stream = Self.stream("a", "b", every: .fixed(.zero), times: nil)
    #expect(Self.steps(stream, limit: 5) == "+0.0 a +0.0 b +0.001 a +0.0 b +0.001 a")
  }

  @Test(arguments: [
    (stream("a", "b", "c"), 2, "+0.0 c end"),
    (stream("a", "b", times: 2), 1, "+0.0 b +1.0 a +1.0 b end"),
    (stream("a", "b", end: .open), 2, "open"),
    (stream("a", "b", times: nil), 2, "+0.001 a +1.0 b +1.0 a +1.0 b"),
  ])
  func `a stream can begin after an event`(stream: EventStream, start: Int, steps: String) {
    #expect(Self.steps(stream, from: start, limit: 4) == steps)
  }

  @Test func `the size is that of all rounds`() {
    #expect(Self.stream("abc", "de").size == 5)
    #expect(Self.stream("abc", "de", times: 3).size == 15)
    #expect(Self.stream("abc", times: .max).size == .max)
  }

  @Test func `only the first end counts, and is reported once`() {
    let ends = Mutex(0)
    let events = RunningEvents(Self.stream("a"), timeout: .zero) { _ in .zero }
    events.onEnd { ends.withLock { $0 += 1 } }
    events.begin {}
    events.eventSent()
    #expect(events.progress.sent == SentEvents(count: 1, end: nil))
    events.end(.clientLeft)
    events.end(.whole)
    #expect(events.progress.sent == SentEvents(count: 1, end: .clientLeft))
    #expect(ends.withLock { $0 } == 1)
  }

  @Test(arguments: [true, false])
  func `a session's streams stop with it, whether they began before or after`(isBefore: Bool) {
    let list = RunningList<RunningEvents>()
    let events = RunningEvents(Self.stream("a"), from: 0, timeout: .zero, in: list) { _ in .zero }
    let stops = Mutex(0)
    if isBefore { events.begin { stops.withLock { $0 += 1 } } }
    for stream in list.end() { stream.stop() }
    if !isBefore { events.begin { stops.withLock { $0 += 1 } } }
    for stream in list.end() { stream.stop() }
    #expect(stops.withLock { $0 } == 1)
    events.end(.whole)
    #expect(events.progress.sent?.end == .stopped)
  }
}
