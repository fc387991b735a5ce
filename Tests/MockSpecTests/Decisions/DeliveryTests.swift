import HTTPTypes
import Testing

@testable import MockSpec

struct DeliveryTests {
  private static let sizes = BodyPieces.Sizes(whole: 8, piece: 3)

  /// What is sent: `whole` or `head`, or the pieces with the pause between them.
  private func sent(
    _ body: String, status: Int = 200, throttle: Throttle? = nil, head: Bool = false, brokenBy fault: Fault? = nil
  ) -> String {
    let reply = Reply(
      status: status, fields: [.contentLength: "7", .eTag: "x"], body: Array(body.utf8), isShared: false)
    let decision = Decision(outcome: .reply(reply), throttle: throttle, answersHead: head, snapshot: 1)
    func text(_ pieces: BodyPieces) -> String {
      var (pieces, texts) = (pieces, [String]())
      repeat { texts.append(String(decoding: pieces.next(), as: UTF8.self)) } while !pieces.isEmpty
      let pause = pieces.pause ?? .zero
      return texts.joined(separator: pause > .zero ? " \(pause) " : " ")
    }
    switch decision.delivery(of: reply, brokenBy: fault, Self.sizes) {
    case .whole(let sendsBody): return sendsBody ? "whole" : "head"
    case .pieces(let pieces): return text(pieces)
    case .stream: return "stream"
    case .part(let part):
      #expect(part.fields == [.eTag: "x"] && part.status == status && part.fault == fault)
      return "\(part.framing)" + (part.isWhole ? " head" : ": " + text(part.body))
    case .nothing(let fault): return "nothing: \(fault)"
    }
  }

  @Test func `a body is sent at once, unless it is throttled or large`() {
    let slow = Throttle(piece: 2, interval: .seconds(1))
    #expect(sent("") == "whole")
    #expect(sent("12345678") == "whole")
    #expect(sent("123456789") == "123 456 789")
    #expect(sent("12", throttle: slow) == "whole")
    #expect(sent("12345", throttle: slow) == "12 1.0 seconds 34 1.0 seconds 5")
    #expect(sent("123456789", throttle: Throttle(piece: 20, interval: .seconds(1))) == "123456789")
  }

  @Test func `a stream is neither throttled nor sent to HEAD`() {
    let stream = PieceStream(AsyncStream<[UInt8]> { $0.finish() })
    let reply = Reply(status: 200, fields: [:], .stream(stream), isShared: false)
    var decision = Decision(
      outcome: .reply(reply), throttle: Throttle(piece: 1, interval: .seconds(1)), snapshot: 1)
    guard case .stream = decision.delivery(of: reply, Self.sizes) else {
      Issue.record()
      return
    }
    decision.answersHead = true
    guard case .whole(sendsBody: false) = decision.delivery(of: reply, Self.sizes) else {
      Issue.record()
      return
    }
  }

  @Test(arguments: [(200, true), (204, false), (304, false)])
  func `only the head is sent if the reply has no body`(status: Int, head: Bool) {
    let slow = Throttle(piece: 1, interval: .seconds(1))
    #expect(sent("12345", status: status, throttle: slow, head: head) == "head")
    let framing = status == 200 ? "length(5)" : "none"
    #expect(sent("12345", status: status, head: head, brokenBy: .truncatedBody) == "\(framing) head")
  }

  @Test func `a fault cuts the body, or prevents the reply`() {
    #expect(sent("1234567890", brokenBy: .truncatedBody) == "length(10): 123 45")
    #expect(sent("", brokenBy: .truncatedBody) == "length(1): ")
    #expect(sent("1234", brokenBy: .malformedChunk) == "chunked: 123 4")
    #expect(sent("1234", brokenBy: .emptyResponse) == "nothing: emptyResponse")
  }
}
