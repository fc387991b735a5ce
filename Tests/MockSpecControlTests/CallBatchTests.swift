import Foundation
import MockSpec
import Synchronization
import Testing

@testable import MockSpecControl

struct CallBatchTests {
  let client: ControlClient

  init() throws { client = try ControlClient(ControlClient.spec) }

  /// A clock that is set by hand.
  private final class Clock: Sendable {
    private let time = Mutex(ContinuousClock.now)

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
    func now() -> ContinuousClock.Instant { time.withLock { $0 } }
  }

  private func batches(_ clock: Clock) -> CallBatches { CallBatches(client.engine.session, now: clock.now) }

  private func call(_ count: Int) { for _ in 0..<count { client.call("POST", "/login") } }

  @Test func `listeners share a batch until the time of the next one`() {
    let clock = Clock()
    let batches = batches(clock)
    call(2)
    #expect(batches.batch(after: 0, hasBodies: true).isKept == false)
    call(1)
    let second = batches.batch(after: 0, hasBodies: true)
    #expect(second.isKept && second.batch.numbers == 1..<3)
    clock.advance(by: .milliseconds(50))
    let third = batches.batch(after: 0, hasBodies: true)
    #expect(!third.isKept && third.batch.numbers == 1..<4)
  }

  @Test func `a batch of too many calls is shared by all that have none of them`() {
    let batches = batches(Clock())
    call(300)
    #expect(batches.batch(after: 50, hasBodies: true).batch.numbers == 201..<301)
    for last in [0, 50, 100, 200] { #expect(batches.batch(after: last, hasBodies: true).isKept, "\(last)") }
    let rest = batches.batch(after: 250, hasBodies: true)
    #expect(!rest.isKept && rest.batch.numbers == 251..<301)
  }

  @Test func `a listener that lacks more calls gets them all`() {
    let batches = batches(Clock())
    call(20)
    #expect(batches.batch(after: 10, hasBodies: true).batch.numbers == 11..<21)
    #expect(batches.batch(after: 5, hasBodies: true).batch.numbers == 6..<21)
    #expect(batches.batch(after: 20, hasBodies: true).batch.numbers.isEmpty)
  }

  @Test func `batches with and without bodies are different`() {
    let batches = batches(Clock())
    call(1)
    _ = batches.batch(after: 0, hasBodies: true)
    let bare = batches.batch(after: 0, hasBodies: false)
    #expect(!bare.isKept && String(decoding: bare.batch.json, as: UTF8.self).contains(#""body":null"#))
  }

  @Test func `a large batch isn't kept`() {
    let batches = batches(Clock())
    for _ in 0..<20 { client.call("POST", "/login", body: String(repeating: "x", count: 64 << 10)) }
    #expect(batches.batch(after: 0, hasBodies: true).batch.numbers == 1..<21)
    #expect(!batches.batch(after: 0, hasBodies: true).isKept)
  }

  @Test func `calls that were cleared aren't sent any more`() async throws {
    let events = try client.events("/events")
    call(200)
    #expect(await events.next() != nil)
    client.engine.session.clearCalls()
    let batches = client.control.batches(of: client.engine.session)
    #expect(batches.batch(after: 0, hasBodies: true).batch.numbers.isEmpty)
  }

  @Test func `all listeners of a session share batches, while there are any`() throws {
    let session = client.engine.session
    var events: [ControlEvents] = [try client.events("/events")]
    weak let first = client.control.batches(of: session)
    events.append(try client.events("/events?bodies=false"))
    #expect(first != nil && first === client.control.batches(of: session))
    let other = try client.engine.beginSession(SessionID("other"))
    #expect(client.control.batches(of: other) !== first)
    #expect(events.count == 2)
    events = []
    #expect(first == nil)
  }

  @Test func `listeners that share batches get each call once`() async throws {
    let count = 2000
    let client = client
    let all = try (0..<8).map { try client.events("/events?bodies=\($0 % 4 != 0)") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for events in all {
        group.addTask {
          var next = 1
          while next <= count {
            let text = String(decoding: try #require(await events.next()), as: UTF8.self)
            // Otherwise it is a sign of life.
            guard let data = text.firstMatch(of: /data: (.*)\n/)?.1 else { continue }
            let object = try #require(try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
            let calls = try #require(object["calls"] as? [[String: Any]])
            let dropped = try #require(object["dropped"] as? Int)
            #expect(calls.map { $0["number"] as? Int } == Array(next + dropped..<next + dropped + calls.count))
            next += dropped + calls.count
            #expect(object["next"] as? Int == next)
          }
          events.end()
        }
      }
      group.addTask {
        for number in 0..<count {
          client.call("POST", "/login")
          if number % 50 == 0 { await Task.yield() }
        }
      }
      try await group.waitForAll()
    }
  }
}
