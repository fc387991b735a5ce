import Dispatch
import Synchronization
import TestSupport
import Testing

@testable import MockSpec

/// Whether calls at the same time get what they would get one after the other, in an order that agrees with their times.
struct StateHistoryTests {
  /// A call with its answer. The times are those of one counter.
  private struct Call: Sendable {
    let began: Int
    let ended: Int
    let answer: String
  }

  /// Returns whether there is such an order. It tries each call that could be the next one.
  private static func isInOrder(_ calls: [Call], _ model: StateModelTests.Model) -> Bool {
    var seen: Set<[String]> = []
    func tryOrders(_ done: UInt64, _ model: StateModelTests.Model) -> Bool {
      if done.nonzeroBitCount == calls.count { return true }
      guard seen.insert(["\(done)"] + model.values).inserted else { return false }
      let open = calls.indices.filter { done & 1 << UInt64($0) == 0 }
      let firstEnd = open.map { calls[$0].ended }.min() ?? 0
      return open.contains { index in
        var next = model
        return calls[index].began < firstEnd && next.call() == calls[index].answer
          && tryOrders(done | 1 << UInt64(index), next)
      }
    }
    return tryOrders(0, model)
  }

  private static func history(_ engine: MockEngine, threads: Int, calls: Int) -> [Call] {
    let clock = Atomic(0)
    let found = Mutex<[Call]>([])
    DispatchQueue.concurrentPerform(iterations: threads) { _ in
      for _ in 0..<calls {
        let began = clock.add(1, ordering: .sequentiallyConsistent).newValue
        let answer = engine.answer("GET /a")
        let ended = clock.add(1, ordering: .sequentiallyConsistent).newValue
        found.withLock { $0.append(Call(began: began, ended: ended, answer: answer)) }
      }
    }
    return found.withLock { $0 }
  }

  @Test func `histories of concurrent calls have an order`() throws {
    var overlapping = 0
    for seed in 0..<TestScale.count(100, long: 10_000) {
      var generator = SeededGenerator(seed: seed)
      let requests = StateModelTests.requests(&generator)
      let spec = StateModelTests.spec(requests)
      let calls = Self.history(try Specs.engine(spec), threads: 4, calls: 8)
      if calls.contains(where: { call in calls.contains { call.began < $0.began && $0.began < call.ended } }) {
        overlapping += 1
      }
      try #require(
        Self.isInOrder(calls, StateModelTests.Model(requests: requests)),
        "seed \(seed)\n\(spec)\n\(calls.sorted { $0.began < $1.began })")
    }
    #expect(overlapping > 0, "no calls were made at the same time")
  }

  @Test func `a history without an order is found`() {
    let response = { (when: [String: [String]], sets: [String: String]) in
      StateModelTests.Request.Response(when: when, sets: sets)
    }
    let request = StateModelTests.Request(
      name: "Q", when: [:], responses: [response([:], ["s0": "v1"]), response(["s0": ["v1"]], [:])], sequence: [],
      fallsThrough: false)
    let model = StateModelTests.Model(requests: [request])
    // The second call began after the first one had ended, but didn't see what it had changed.
    #expect(
      !Self.isInOrder([Call(began: 1, ended: 2, answer: "Q: R0"), Call(began: 3, ended: 4, answer: "Q: R0")], model))
    #expect(
      Self.isInOrder([Call(began: 1, ended: 4, answer: "Q: R1"), Call(began: 2, ended: 3, answer: "Q: R0")], model))
  }
}
