import MockSpec
import NIOCore

/// The work that a connection waits for before the reply to a call is complete.
enum PendingWork {
  /// The delay of a reply.
  case delay(DecidedCall, Scheduled<Void>)
  /// The time for which the connection is held without a reply.
  case hold(Scheduled<Void>)
  /// A closure that makes the outcome.
  case closure(DecidedCall, RunningClosure)
  /// A reply of another server that hasn't begun.
  case forward(DecidedCall, ForwardedCall)
  /// The rest of the reply of another server, or of a body that code makes.
  case relay(RelayedBody, LongReply)
  /// A call of the control API.
  case control(ControlWork)
  /// The turns of other connections, before the next calls are answered.
  case turn
  /// A body that is sent in pieces, and the timer for the next piece; `nil` if the piece is sent in the connection's
  /// next turn.
  case body(BodyInPieces, LongReply, Scheduled<Void>?)
  /// A tunnel to another server, which lasts until the connection ends.
  case tunnel(BlindTunnel)

  /// The call whose reply hasn't begun.
  var decided: DecidedCall? {
    switch self {
    case .delay(let decided, _), .closure(let decided, _), .forward(let decided, _): decided
    case .hold, .relay, .control, .turn, .body, .tunnel: nil
    }
  }

  /// The reply that has begun.
  var reply: LongReply? {
    switch self {
    case .relay(_, let reply), .body(_, let reply, _): reply
    case .delay, .hold, .closure, .forward, .control, .turn, .tunnel: nil
    }
  }

  /// The call to another server whose reply isn't complete.
  var forwarded: ForwardedCall? {
    switch self {
    case .forward(_, let forwarded): forwarded
    case .relay(let body, _): if case .origin(let forwarded) = body.source { forwarded } else { nil }
    case .delay, .hold, .closure, .control, .turn, .body, .tunnel: nil
    }
  }

  /// The stream from which code makes the body of a reply.
  var stream: RunningStream? {
    if case .relay(let body, _) = self, case .code(let stream) = body.source { stream } else { nil }
  }

  /// The stream of events that is being sent.
  var events: RunningEvents? { if case .body(let body, _, _) = self { body.events } else { nil } }

  /// The body of the call, if the rest of it is still expected.
  var upload: Upload? {
    guard let upload = (decided ?? reply?.decided)?.upload, !upload.hasEnded else { return nil }
    return upload
  }

  /// Whether it is only a wait for a timer.
  var isTimed: Bool {
    switch self {
    case .delay, .hold: true
    case .closure, .forward, .relay, .control, .turn, .body, .tunnel: false
    }
  }

  /// Whether the next bytes that the client gets are expected to be a status line.
  var beginsWithStatusLine: Bool {
    if case .control(let work) = self { return !work.isStream }
    return decided?.beginsWithStatusLine ?? false
  }

  /// Cancels timers, the closure or the forwarded call.
  func cancel() {
    switch self {
    case .delay(let decided, let timer):
      timer.cancel()
      decided.decision.events?.end(.clientLeft)
      decided.decision.socket?.end(.init(SocketCloseCode.abnormal, by: .client))
    case .hold(let timer): timer.cancel()
    case .body(_, _, let timer): timer?.cancel()
    case .closure(_, let closure): closure.cancel()
    case .forward, .relay:
      forwarded?.cancel()
      stream?.cancel()
    case .control(let work): work.cancel()
    case .turn: break
    case .tunnel(let tunnel): tunnel.cancel()
    }
  }
}
