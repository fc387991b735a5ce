import HTTPTypes
import MockSpec
import NIOCore
import NIOHTTP1

/// What the connections of one event loop share, and only that loop touches.
final class LoopState {
  let context: ServerContext
  let connections: OpenConnections
  private var replies = RenderedReplies()
  private var date = HTTPDate(second: 0)

  init(context: ServerContext, loop: any EventLoop) {
    self.context = context
    connections = OpenConnections(loop: loop)
  }

  /// What to do on the wire for a decision.
  func action(for exchange: Exchange, connection: RenderedAnswer.Connection?) -> WireAction {
    let decision = exchange.decision
    switch decision.outcome {
    case .reply(let reply):
      let date = currentDate()
      if let throttle = decision.throttle, decision.sendsBody, reply.body.count > throttle.piece {
        let (head, body) = replies.withAnswer(for: reply, snapshot: decision.snapshot, date: date) {
          $0.headAndBody(date: date, connection: connection)
        }
        return .sendSlowly(head: head, body: body, throttle, status: reply.status)
      }
      let bytes = replies.withAnswer(for: reply, snapshot: decision.snapshot, date: date) {
        $0.bytes(date: date, sendsBody: decision.sendsBody, connection: connection)
      }
      return .send(bytes, status: reply.status)
    case .fault(let fault, let reply):
      return action(for: fault, reply, sendsBody: decision.sendsBody)
    case .failure(.urlError(.timedOut)):
      return .hold(context.timeout())
    case .failure:
      return .reset()
    case .closure(let closure):
      return .run(closure)
    case .closureFailure(.invalidReply(let problem)):
      let reason = ClosureFailure.invalidReply(problem).description
      return answer(.invalidReply(reason, request: exchange.head), to: exchange.head, connection: connection)
    case .closureFailure(let failure):
      return .reset(because: failure.description)
    case .unmatched(let explanation):
      return answer(.unmatched(explanation), to: exchange.head, connection: connection)
    case .rejected(let reason):
      return answer(.rejected(reason, request: exchange.head), to: exchange.head, connection: connection)
    case .templateFailure(let reason):
      return answer(.templateFailure(reason, request: exchange.head), to: exchange.head, connection: connection)
    case .forward(let origin):
      return .forward(to: origin)
    case .passThrough:
      guard let origin = exchange.request.destination else {
        return notForwarded("the request names no host that it could pass through to", exchange, connection)
      }
      guard context.mayPassThrough(origin) else {
        return notForwarded("\(origin) isn't named by the project", exchange, connection)
      }
      return .forward(to: origin)
    }
  }

  /// What came back from another server.
  func bytes(of reply: Reply, for exchange: Exchange, connection: RenderedAnswer.Connection?) -> (
    ByteBuffer, ByteBuffer?
  ) {
    let date = currentDate()
    let isHead = exchange.head.method == .HEAD
    let length = reply.fields[.contentLength].flatMap { Int($0) }.map { RenderedAnswer.Length.other($0) }
    var answer = RenderedAnswer(
      status: reply.status, fields: reply.fields, body: reply.body, date: date,
      length: isHead ? length ?? .unknown : .ofBody)
    return answer.bytes(date: date, sendsBody: !isHead, connection: connection)
  }

  func notForwarded(
    _ reason: String, _ exchange: Exchange, _ connection: RenderedAnswer.Connection?
  ) -> WireAction {
    answer(.notForwarded(reason, request: exchange.head), to: exchange.head, connection: connection)
  }

  private func action(for fault: Fault, _ reply: Reply, sendsBody: Bool) -> WireAction {
    switch fault {
    case .connectionReset: .reset()
    case .emptyResponse: .breakOff(ByteBuffer(), note: "closed without an answer")
    case .truncatedBody:
      .breakOff(BrokenAnswer.truncated(reply, sendsBody: sendsBody), note: "closed in the middle of the body")
    case .malformedChunk: .breakOff(BrokenAnswer.malformedChunk(reply), note: "closed behind a malformed chunk")
    case .hang: .hold(context.timeout())
    }
  }

  /// A refusal as bytes; it always closes.
  func bytes(of refusal: Refusal) -> (ByteBuffer, ByteBuffer?) {
    render(
      status: refusal.status, type: "text/plain; charset=utf-8", body: Array("\(refusal.reason)\n".utf8),
      sendsBody: true, connection: .close)
  }

  private func answer(
    _ own: OwnAnswer, to head: HTTPRequestHead, connection: RenderedAnswer.Connection?
  ) -> WireAction {
    let asJSON = AcceptField(head.headers["accept"]).prefersJSON
    let bytes = render(
      status: own.status, type: asJSON ? "application/json" : "text/plain; charset=utf-8",
      body: Array((asJSON ? own.json : own.text).utf8), sendsBody: head.method != .HEAD,
      connection: connection)
    return .send(bytes, status: own.status, note: own.code)
  }

  private func render(
    status: Int, type: String, body: [UInt8], sendsBody: Bool, connection: RenderedAnswer.Connection?
  ) -> (ByteBuffer, ByteBuffer?) {
    let date = currentDate()
    var answer = RenderedAnswer(status: status, fields: [.contentType: type], body: body, date: date)
    return answer.bytes(date: date, sendsBody: sendsBody, connection: connection)
  }

  /// Asking the clock is cheap; writing a date isn't, so that happens once a second.
  private func currentDate() -> HTTPDate {
    let second = HTTPDate.currentSecond
    if second != date.second { date = HTTPDate(second: second) }
    return date
  }
}

/// A request and what was decided about it.
struct Exchange {
  let head: HTTPRequestHead
  let request: MockRequest
  /// What is carried out; once a closure has run, with the outcome that it made.
  var decision: Decision
}

/// What a connection does to carry out a decision.
enum WireAction {
  /// - note: For the log; set where the server itself answers.
  case send((ByteBuffer, ByteBuffer?), status: Int, note: String? = nil)
  /// The head at once, the body in pieces.
  case sendSlowly(head: ByteBuffer, body: ByteBuffer, Throttle, status: Int)
  /// Send these bytes, which are no whole answer, and close.
  case breakOff(ByteBuffer, note: String)
  /// Ask there, and send what comes back.
  case forward(to: Origin)
  /// Send nothing until the client closes or the time is up, then reset.
  case hold(Duration)
  case reset(because: String? = nil)
  case run(ClosureCall)
}

extension MockRequest {
  /// Where it would have gone without this server.
  fileprivate var destination: Origin? {
    guard let scheme, let host else { return nil }
    return Origin(scheme: scheme, host: host, port: port)
  }
}
