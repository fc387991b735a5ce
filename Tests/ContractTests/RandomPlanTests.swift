import TestSupport
import Testing

/// Random calls of many sessions, with what models of states and collections say: the same over sockets and in process.
struct RandomPlanTests {
  fileprivate struct Step: Sendable {
    let exchange: Exchange
    let answer: String
    /// The call of the collection; `nil` for one of the states.
    let call: CollectionModel.Call?
  }

  /// A random project, and the calls of each of its sessions.
  private struct Plan: Sendable {
    let spec: String
    var sessions: [[Step]] = []

    init(seed: Int, sessions count: Int, calls: Int) {
      var dice = SeededGenerator(seed: seed)
      let requests = StateModel.requests(&dice)
      spec = "mockspec: 1\n" + CollectionModel(3).spec + "\n" + StateModel.spec(requests)
      for number in 0..<count {
        var (states, items) = (StateModel(requests: requests), CollectionModel(3))
        let session = ("Mockspec-Session", "s\(number)")
        sessions.append(
          (0..<calls).map { value in
            if dice.once(in: 2) {
              let call = CollectionModel.call(ids: 6, value: value, &dice)
              return Step(
                exchange: Exchange(call.line, [session], body: call.body, .unmatched), answer: items.answer(to: call),
                call: call)
            }
            guard dice.once(in: 8) else {
              return Step(exchange: Exchange("GET /a", [session], .unmatched), answer: states.call(), call: nil)
            }
            let request = dice.pick(requests)
            let index = Int.random(in: request.responses.indices, using: &dice)
            let field = ("Mockspec-Response", "\(request.name)=R\(index)")
            return Step(
              exchange: Exchange("GET /a", [session, field], .unmatched),
              answer: states.call(choosing: [request.name: index]), call: nil)
          })
      }
    }
  }

  /// The sessions call at the same time, each in its order.
  @Test(arguments: [Subject.engine, .interceptor, .server], 0..<TestScale.count(1, long: 20))
  func `random calls of many sessions get what the models say`(subject: Subject, seed: Int) async throws {
    let plan = Plan(seed: seed, sessions: 20, calls: TestScale.count(50, long: 1000))
    try await subject.perform(plan.spec) { ask in
      try await withThrowingTaskGroup { group in
        for (number, steps) in plan.sessions.enumerated() {
          group.addTask {
            for (index, step) in steps.enumerated() {
              let found = step.text(of: try await ask(step.exchange))
              try #require(
                found == step.answer, "session \(number), call \(index): \(step.exchange.path)\n\(plan.spec)")
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}

extension RandomPlanTests.Step {
  /// Returns an outcome in the form of the models.
  fileprivate func text(of outcome: Outcome) -> String {
    switch outcome {
    case .reply(let status, _, let body): call?.answer(status, body) ?? body
    case .failure, .unmatched, .rejected, .templateFailure: "\(outcome)"
    }
  }
}
