import Foundation
import MockSpec

/// A reply whose body is sent in pieces.
struct SlowReply {
  let reply: RenderedReply
  let throttle: Throttle
  private var sent = 0

  init(_ reply: RenderedReply, _ throttle: Throttle) {
    self.reply = reply
    self.throttle = throttle
  }

  var isSent: Bool { sent == reply.body.count }

  mutating func nextPiece() -> Data {
    let start = reply.body.startIndex + sent
    let length = min(throttle.piece, reply.body.count - sent)
    sent += length
    // A slice would have indices that don't start at 0, which a delegate may expect.
    return Data(reply.body[start..<start + length])
  }
}
