import MockSpec
import NIOCore
import NIOHPACK
import NIOHTTP2

/// How a stream carries out a decision. `WireAction` is the same for HTTP/1.1.
enum StreamAction {
  /// Send an answer.
  ///
  /// - note: For the log; set for answers of the server itself.
  case send(StreamAnswer, status: Int, note: String? = nil)
  /// Send the head at once and the body in pieces.
  case sendInPieces(HPACKHeaders, BodyInPieces, status: Int)
  /// Send the head and a part of a body, then reset the stream.
  case breakOff(HPACKHeaders, BodyInPieces, HTTP2ErrorCode)
  /// Forward the request, and send the response.
  case forward(to: Origin)
  /// Send nothing for this time, then reset the stream.
  case hold(Duration)
  /// Reset the stream.
  case reset(because: String? = nil)
  /// Run a closure, and carry out its outcome.
  case run(ClosureCall)
}

extension StreamAction {
  /// The fields that are sent at once; `nil` if there are none.
  var head: HPACKHeaders? {
    switch self {
    case .send(let answer, _, _): answer.head
    case .sendInPieces(let head, _, _), .breakOff(let head, _, _): head
    case .forward, .hold, .reset, .run: nil
    }
  }
}

extension EventLoopState {
  /// The pieces of a large body on a stream. A connection has many streams, each of which may wait with one.
  static let streamPieces = Throttle(piece: 16 << 10, interval: .zero)

  /// Returns the action for a decision.
  func streamAction(for request: DecidedRequest) -> StreamAction {
    switch plan(for: request) {
    case .reply(let reply):
      let limit = min(request.decision.throttle?.piece ?? .max, BodyInPieces.limit)
      let sendsBody = request.decision.sendsBody
      let answer = renderer.streamAnswer(reply, sendsBody: sendsBody, access: request.access)
      guard sendsBody, reply.content.count > limit else { return .send(answer, status: reply.status) }
      let body = BodyInPieces(reply.content, throttle: request.decision.throttle ?? Self.streamPieces, closes: false)
      return .sendInPieces(answer.head, body, status: reply.status)
    case .fault(let fault, let reply): return streamAction(for: fault, reply, request)
    case .error(let error): return sendOnStream(error, to: request)
    case .hold(let duration): return .hold(duration)
    case .reset(let reason): return .reset(because: reason)
    case .run(let closure): return .run(closure)
    case .forward(let origin): return .forward(to: origin)
    }
  }

  /// Returns the action for a request that couldn't be forwarded.
  func notForwardedOnStream(_ reason: String, _ request: DecidedRequest) -> StreamAction {
    sendOnStream(.notForwarded(reason, request: request.head), to: request)
  }

  private func streamAction(for fault: Fault, _ reply: Reply, _ request: DecidedRequest) -> StreamAction {
    if fault == .hang { return .hold(context.timeout()) }
    guard let part = reply.part(before: fault, sendsBody: request.decision.sendsBody) else { return .reset() }
    var length: Int?
    if case .length(let count) = part.framing { length = count }
    let head = renderer.streamHead(reply.status, part.fields, length: length, access: request.access)
    // A break can't be seen.
    if part.isWhole { return .send(StreamAnswer(head: head), status: reply.status) }
    return .breakOff(
      head, BodyInPieces(part.body, throttle: Self.streamPieces, closes: true),
      fault == .malformedChunk ? .protocolError : .internalError)
  }

  private func sendOnStream(_ error: ErrorAnswer, to request: DecidedRequest) -> StreamAction {
    let answer = renderer.streamAnswer(error, to: request.head, access: request.access)
    return .send(answer, status: error.status, note: error.note)
  }
}
