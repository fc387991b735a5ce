import HTTPTypes
import Synchronization
import Testing

@testable import MockSpec

struct SequenceTests {
  @Test func `asking alone consumes nothing: only an answer by the sequence does`() throws {
    let engine = try Specs.engine(
      """
      requests:
        A:
          match: GET /a
          sequence: [X, Y]
          responses: {X: {}, Y: {}, Z: {}}
      """)
    _ = engine.answer("GET /other")
    try engine.session.select("Z", for: "A")
    #expect(engine.answer("GET /a") == "A: Z")
    try engine.session.deselect("A")
    #expect(engine.answer("GET /a") == "A: X")
    #expect(engine.answer("GET /a", [.init("Mockspec-Response")!: "A=Z"]) == "A: Z")
    #expect(engine.answer("GET /a") == "A: Y")
  }

  @Test func `each step is answered exactly once under any concurrency`() throws {
    let steps = 1000
    let responses = (0..<steps).map { "S\($0): {}" }.joined(separator: ", ")
    let sequence = (0..<steps).map { "S\($0)" }.joined(separator: ", ")
    let engine = try Specs.engine(
      """
      requests:
        A: {match: GET /a, sequence: [\(sequence)], afterSequence: fallThrough, responses: {\(responses)}}
      """)
    let answers = Mutex<[String: Int]>([:])
    concurrently(64) { _ in
      let found = (0..<32).map { _ in engine.answer("GET /a") }
      answers.withLock { answers in for answer in found { answers[answer, default: 0] += 1 } }
    }
    let counted = answers.withLock { $0 }
    #expect(counted["unmatched"] == 64 * 32 - steps)
    #expect(try engine.session.count(of: "A") == steps)
    #expect(engine.session.unmatchedCount == 64 * 32 - steps)
    #expect(counted.count == steps + 1)
    #expect(counted.filter { $0.key != "unmatched" }.values.allSatisfy { $0 == 1 })
  }

  @Test(arguments: [
    (AfterSequence.stay, [0, 1, 1, 2, 2, 2]), (.restart, [0, 1, 1, 2, 0, 1]), (.fallThrough, [0, 1, 1, 2, -1, -1]),
  ])
  func `the end of a sequence`(after: AfterSequence, expected: [Int]) {
    let sequence = ResponseSequence(
      steps: [.init(response: 0, times: 1), .init(response: 1, times: 2), .init(response: 2, times: 1)], after: after)
    #expect((0..<6).map { sequence.response(after: $0) ?? -1 } == expected)
  }

  @Test func `huge counts don't overflow`() {
    let step = ResponseSequence.Step(response: 0, times: .max)
    let sequence = ResponseSequence(steps: [step, step], after: .restart)
    #expect(sequence.response(after: 5) == 0)
  }
}
