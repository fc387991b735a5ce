import MockSpec
import NIOCore

/// How a connection performs a decision.
enum WireAction {
  /// Send an answer.
  ///
  /// - note: For the log; set for answers of the server itself.
  case send((ByteBuffer, ByteBuffer?), status: Int, note: String? = nil)
  /// Send the head at once and the body in pieces.
  case sendInPieces(head: ByteBuffer, BodyInPieces, status: Int)
  /// Send these bytes, an incomplete answer, and close the connection.
  case breakOff(ByteBuffer, note: String)
  /// Do the same with a large part of a body.
  case breakOffInPieces(head: ByteBuffer, BodyInPieces, note: String)
  /// Forward the request, and send the response.
  case forward(to: Origin)
  /// Send nothing for this time, then reset the connection.
  case hold(Duration)
  /// Reset the connection.
  case reset(because: String? = nil)
  /// Run a closure, and perform its outcome.
  case run(ClosureCall)
}

extension EventLoopState {
  /// Returns the action for a decision.
  ///
  /// - Parameter connection: The `Connection` field of an answer.
  func action(for request: DecidedRequest, connection: RenderedAnswer.Connection?) -> WireAction {
    switch plan(for: request) {
    case .reply(let reply):
      let limit = min(request.decision.throttle?.piece ?? .max, BodyInPieces.limit)
      let sendsBody = request.decision.sendsBody
      if sendsBody, reply.content.count > limit {
        let (head, _) = renderer.bytes(
          of: reply, sendsBody: false, connection: connection, access: request.access)
        let body = BodyInPieces(reply.content, throttle: request.decision.throttle, closes: connection == .close)
        return .sendInPieces(head: head, body, status: reply.status)
      }
      let bytes = renderer.bytes(
        of: reply, sendsBody: sendsBody, connection: connection, access: request.access)
      return .send(bytes, status: reply.status)
    case .fault(let fault, let reply): return action(for: fault, reply, request)
    case .error(let error): return send(error, to: request, connection)
    case .hold(let duration): return .hold(duration)
    case .reset(let reason): return .reset(because: reason)
    case .run(let closure): return .run(closure)
    case .forward(let origin): return .forward(to: origin)
    }
  }

  /// Returns the action for a request that couldn't be forwarded.
  func notForwarded(
    _ reason: String, _ request: DecidedRequest, _ connection: RenderedAnswer.Connection?
  ) -> WireAction {
    send(.notForwarded(reason, request: request.head), to: request, connection)
  }

  private func action(for fault: Fault, _ reply: Reply, _ request: DecidedRequest) -> WireAction {
    // HTTP/1.0 has no chunks (RFC 9112 §6.1).
    let fault = fault == .malformedChunk && request.head.version == .http10 ? .truncatedBody : fault
    let note: String
    switch fault {
    case .connectionReset: return .reset()
    case .hang: return .hold(context.timeout())
    case .emptyResponse: note = "closed without an answer"
    case .truncatedBody: note = "closed in the middle of the body"
    case .malformedChunk: note = "closed after a malformed chunk"
    }
    guard let part = reply.part(before: fault, sendsBody: request.decision.sendsBody) else {
      return .breakOff(ByteBuffer(), note: note)
    }
    let lines = request.access?.lines(for: reply.fields) ?? ""
    var (head, tail) = FaultAnswer.bytes(around: part, reply, lines: lines)
    if part.body.count > BodyInPieces.limit {
      return .breakOffInPieces(head: head, BodyInPieces(part.body, tail: tail, closes: true), note: note)
    }
    head.writeBytes(part.body)
    head.writeBuffer(&tail)
    return .breakOff(head, note: note)
  }

  private func send(
    _ error: ErrorAnswer, to request: DecidedRequest, _ connection: RenderedAnswer.Connection?
  ) -> WireAction {
    let bytes = renderer.bytes(of: error, to: request.head, connection: connection, access: request.access)
    return .send(bytes, status: error.status, note: error.note)
  }
}

extension MockRequest {
  /// The origin that the request names, to which it passes through.
  var destination: Origin? {
    guard let scheme, let host else { return nil }
    return Origin(scheme: scheme, host: host, port: port)
  }
}
