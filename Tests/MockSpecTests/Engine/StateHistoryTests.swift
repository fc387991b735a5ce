import TestSupport
import Testing

@testable import MockSpec

/// Whether calls at the same time get what they would get one after the other, in an order that agrees with their times.
struct StateHistoryTests {
  private static func isInOrder(_ history: CallHistory<Void>, _ model: StateModel) -> Bool {
    history.hasOrder(from: model, key: \.values) { model, _ in model.call() }
  }

  @Test func `histories of concurrent calls have an order`() throws {
    var concurrent = 0
    for seed in 0..<TestScale.count(100, long: 10_000) {
      var generator = SeededGenerator(seed: seed)
      let requests = StateModel.requests(&generator)
      let spec = StateModel.spec(requests)
      let engine = try Specs.engine(spec)
      let history = CallHistory(Array(repeating: Array(repeating: (), count: 8), count: 4)) { _ in
        engine.answer("GET /a")
      }
      if history.isConcurrent { concurrent += 1 }
      try #require(
        Self.isInOrder(history, StateModel(requests: requests)), "seed \(seed)\n\(spec)\n\(history.entries)")
    }
    #expect(concurrent > 0, "no calls were made at the same time")
  }

  @Test func `a history without an order is found`() {
    let response = { (when: [String: [String]], sets: [String: String]) in
      StateModel.Request.Response(when: when, sets: sets)
    }
    let request = StateModel.Request(
      name: "Q", when: [:], responses: [response([:], ["s0": "v1"]), response(["s0": ["v1"]], [:])], sequence: [],
      fallsThrough: false)
    let model = StateModel(requests: [request])
    func entry(_ began: Int, _ ended: Int, _ answer: String) -> CallHistory<Void>.Entry {
      .init(began: began, ended: ended, call: (), answer: answer)
    }
    // The second call began after the first one had ended, but didn't see what it had changed.
    #expect(!Self.isInOrder(CallHistory([entry(1, 2, "Q: R0"), entry(3, 4, "Q: R0")]), model))
    #expect(Self.isInOrder(CallHistory([entry(1, 4, "Q: R1"), entry(2, 3, "Q: R0")]), model))
  }
}

/// The same for the calls of a collection.
struct CollectionHistoryTests {
  private typealias Call = CollectionModel.Call

  private static func isInOrder(_ history: CallHistory<Call>, _ model: CollectionModel) -> Bool {
    history.hasOrder(from: model, key: \.self) { $0.answer(to: $1) }
  }

  @Test func `histories of concurrent calls have an order`() throws {
    var concurrent = 0
    let model = CollectionModel(3)
    let sets = try Specs.load(model.spec)
    for seed in 0..<TestScale.count(100, long: 10_000) {
      var generator = SeededGenerator(seed: seed)
      let calls = (0..<4).map { thread in
        (0..<8).map { CollectionModel.call(ids: 6, value: 10 * thread + $0, &generator) }
      }
      let engine = MockEngine(sets)
      let history = CallHistory(calls) { call in
        let decision = engine.decide(MockCall(call.line, body: call.body))
        guard case .reply(let reply) = decision.outcome else { return "\(decision.outcome)" }
        return call.answer(reply.status, String(decoding: reply.body, as: UTF8.self))
      }
      if history.isConcurrent { concurrent += 1 }
      try #require(Self.isInOrder(history, model), "seed \(seed)\n\(history.entries)")
    }
    #expect(concurrent > 0, "no calls were made at the same time")
  }

  @Test func `a history without an order is found`() {
    func entry(_ began: Int, _ ended: Int, _ call: Call, _ answer: String) -> CallHistory<Call>.Entry {
      .init(began: began, ended: ended, call: call, answer: answer)
    }
    let model = CollectionModel(0)
    let creation = entry(1, 2, .create(id: nil, value: 5), #"201 {"id":1,"v":5}"#)
    #expect(!Self.isInOrder(CallHistory([creation, entry(3, 4, .list, "200 []")]), model))
    #expect(
      !Self.isInOrder(CallHistory([creation, entry(1, 4, .create(id: nil, value: 6), #"201 {"id":1,"v":6}"#)]), model))
    #expect(Self.isInOrder(CallHistory([creation, entry(1, 4, .list, "200 []")]), model))
  }
}
