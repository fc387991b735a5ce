import MockSpec
import NIOCore

/// A call and the decision how to answer it.
struct DecidedCall {
  let head: CallHead
  let call: MockCall
  /// The decision that is performed. When a closure has run, its outcome replaces the decision's.
  var decision: Decision
  /// What CORS fields the reply has; `nil` for none.
  let access: CrossOriginAccess?
  /// When what was decided on had arrived, for the log and the metrics; `nil` if there are none.
  var start: NIODeadline?
  /// The body, if the call was decided before it arrived.
  var upload: Upload?

  /// The number of bytes of the body that are sent of a reply.
  var replySize: Int {
    if case .reply(let reply) = decision.outcome, decision.sendsBody { reply.content.count } else { 0 }
  }

  /// Whether the reply is expected to begin with a status line. A closure's does unless the closure throws, which
  /// resets the connection.
  var beginsWithStatusLine: Bool {
    switch decision.outcome {
    case .reply, .fault(.truncatedBody, _), .fault(.malformedChunk, _), .closureFailure(.invalidReply): true
    case .closure, .passThrough, .forward, .unmatched, .rejected, .templateFailure: true
    case .fault(.connectionReset, _), .fault(.emptyResponse, _), .fault(.hang, _), .failure, .closureFailure: false
    }
  }
}
