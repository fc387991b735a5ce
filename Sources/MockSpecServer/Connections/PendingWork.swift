import MockSpec
import NIOCore

/// What a connection waits for before the answer to a request is complete.
enum PendingWork {
  /// The delay of an answer.
  case delay(DecidedRequest, Scheduled<Void>)
  /// The time for which the connection is held without an answer.
  case hold(Scheduled<Void>)
  /// A closure that makes the outcome.
  case closure(DecidedRequest, RunningClosure)
  /// A response of another server that hasn't begun.
  case forward(DecidedRequest, ForwardedRequest)
  /// The rest of the response of another server.
  case relay(RelayedBody, LongAnswer)
  /// A call of the control API.
  case control(ControlWork)
  /// The turns of other connections, before the next requests are answered.
  case turn
  /// A body that is sent in pieces, and the timer for the next piece; `nil` if it comes with the connection's next turn.
  case body(BodyInPieces, LongAnswer, Scheduled<Void>?)
  /// A tunnel to another server, which lasts until the connection ends.
  case tunnel(BlindTunnel)

  /// The request whose answer hasn't begun.
  var request: DecidedRequest? {
    switch self {
    case .delay(let request, _), .closure(let request, _), .forward(let request, _): request
    case .hold, .relay, .control, .turn, .body, .tunnel: nil
    }
  }

  /// The answer that has begun.
  var answer: LongAnswer? {
    switch self {
    case .relay(_, let answer), .body(_, let answer, _): answer
    case .delay, .hold, .closure, .forward, .control, .turn, .tunnel: nil
    }
  }

  /// The request to another server whose response isn't complete.
  var forwarded: ForwardedRequest? {
    switch self {
    case .forward(_, let forwarded): forwarded
    case .relay(let body, _): body.forwarded
    case .delay, .hold, .closure, .control, .turn, .body, .tunnel: nil
    }
  }

  /// The body of the request, if the rest of it is still expected.
  var upload: Upload? {
    guard let upload = (request ?? answer?.request)?.upload, !upload.hasEnded else { return nil }
    return upload
  }

  /// Whether it only takes time.
  var isTimed: Bool {
    switch self {
    case .delay, .hold: true
    case .closure, .forward, .relay, .control, .turn, .body, .tunnel: false
    }
  }

  /// Whether the next bytes that the client gets are expected to be a status line.
  var beginsWithStatusLine: Bool {
    if case .control(let work) = self { return !work.isStream }
    return request?.beginsWithStatusLine ?? false
  }

  /// Cancels timers, the closure or the forwarded request.
  func cancel() {
    switch self {
    case .delay(_, let timer), .hold(let timer): timer.cancel()
    case .body(_, _, let timer): timer?.cancel()
    case .closure(_, let closure): closure.cancel()
    case .forward, .relay: forwarded?.cancel()
    case .control(let work): work.cancel()
    case .turn: break
    case .tunnel(let tunnel): tunnel.cancel()
    }
  }
}
