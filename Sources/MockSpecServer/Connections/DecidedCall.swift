import MockSpec
import NIOCore

/// A call and the decision how to answer it.
struct DecidedCall {
  let head: CallHead
  let call: MockCall
  /// The decision that is performed. When a closure has run, its outcome replaces the decision's.
  var decision: Decision
  /// Determines the CORS fields of the reply; `nil` for none.
  let access: CrossOriginAccess?
  /// The time when the part of the call that the decision needs had arrived, for the log and the metrics; `nil` without
  /// these.
  var start: NIODeadline?
  /// The body, if the call was decided before it arrived.
  var upload: Upload?

  /// The number of bytes of the body that are sent, if the outcome is a reply.
  var replySize: Int {
    if case .reply(let reply) = decision.outcome, decision.sendsBody { reply.content.count } else { 0 }
  }

  /// Whether the call is a handshake of a WebSocket (RFC 6455 §4.1), which can be passed on.
  var opensSocket: Bool { head.version == .http11 && head.framing == .none && call.asksForSocket }

  /// Whether the reply is expected to begin with a status line. A closure's reply does, unless the closure throws,
  /// which resets the connection.
  var beginsWithStatusLine: Bool {
    switch decision.outcome {
    case .reply, .fault(.truncatedBody, _), .fault(.malformedChunk, _), .closureFailure(.invalidReply): true
    case .closure, .passThrough, .forward, .unmatched, .rejected, .templateFailure: true
    case .fault(.connectionReset, _), .fault(.emptyResponse, _), .fault(.hang, _), .failure, .closureFailure: false
    }
  }
}
