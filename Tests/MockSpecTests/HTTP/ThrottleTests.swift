import HTTPTypes
import Testing

@testable import MockSpec

struct ThrottleTests {
  @Test(arguments: [
    ("{bytesPerSecond: 2000}", 100, Duration.milliseconds(50)), ("{bytesPerSecond: 3}", 1, .nanoseconds(333_333_333)),
    ("{bytesPerSecond: 9223372036854775807}", 461_168_601_842_738_790, .milliseconds(50)),
    ("{chunk: 7, every: 20ms}", 7, .milliseconds(20)), ("{chunk: 7, every: 0s}", 7, .zero),
  ])
  func `says how large the pieces are, and how far apart`(written: String, piece: Int, interval: Duration) throws {
    let decision = try Specs.engine("requests: {A: {match: /a, responses: {R: {throttle: \(written)}}}}").decide(
      MockCall("GET /a"))
    #expect(decision.throttle == Throttle(piece: piece, interval: interval))
  }

  @Test func `the last piece comes when all pauses are over`() {
    let throttle = Throttle(piece: 4, interval: .seconds(1))
    #expect([0, 1, 4, 5, 8, 9].map(throttle.duration) == [.zero, .zero, .zero, .seconds(1), .seconds(1), .seconds(2)])
  }

  @Test func `is inherited by answers, and by nothing else`() throws {
    let engine = try Specs.engine(
      """
      defaults: {throttle: {bytesPerSecond: 1}, status: 404, headers: {X: y}, delay: 1s}
      requests:
        A: {match: /a, responses: {R: {}}}
        B: {match: /b, responses: {R: {throttle: null}}}
        C: {match: /c, responses: {R: {fault: truncatedBody, text: x}}}
        D: {match: /d, responses: {R: {forward: 'http://x'}}}
      """)
    #expect(engine.decide(MockCall("GET /a")).throttle == Throttle(bytesPerSecond: 1))
    #expect(engine.decide(MockCall("GET /b")).throttle == nil)
    let broken = engine.decide(MockCall("GET /c"))
    #expect(broken.throttle == nil)
    #expect(broken.delay == .seconds(1))
    guard case .fault(.truncatedBody, let reply) = broken.outcome else {
      Issue.record()
      return
    }
    #expect(reply.status == 200)
    #expect(reply.fields[.init("X")!] == nil)
    #expect(engine.decide(MockCall("GET /d")).throttle == nil)
  }

  @Test(arguments: Fault.allCases)
  func `every fault loads`(fault: Fault) throws {
    let engine = try Specs.engine("requests: {A: {match: /a, responses: {R: {fault: \(fault.rawValue)}}}}")
    guard case .fault(fault, _) = engine.decide(MockCall("GET /a")).outcome else {
      Issue.record()
      return
    }
  }
}
