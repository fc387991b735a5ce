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
      let bytes = replies.withAnswer(for: reply, snapshot: decision.snapshot, date: date) {
        $0.bytes(date: date, sendsBody: decision.sendsBody, connection: connection)
      }
      return .send(bytes, status: reply.status)
    case .failure(let failure):
      return action(for: failure)
    case .closure(let closure):
      guard let ending = exchange.ending else { return .run(closure) }
      return action(for: ending, of: exchange, connection: connection)
    case .unmatched(let unmatched):
      return explain(.unmatched(unmatched, request: exchange.head), to: exchange.head, connection: connection)
    case .rejected(let reason):
      return explain(.rejected(reason, request: exchange.head), to: exchange.head, connection: connection)
    case .passThrough:
      return explain(.notForwarded(request: exchange.head), to: exchange.head, connection: connection)
    }
  }

  private func action(for failure: URLFailure) -> WireAction {
    if case .urlError("timedOut") = failure { .hold(context.timeout()) } else { .reset }
  }

  private func action(
    for ending: ClosureReply.Ending, of exchange: Exchange, connection: RenderedAnswer.Connection?
  ) -> WireAction {
    switch ending {
    case .reply(let reply, let sendsBody):
      let date = currentDate()
      var answer = RenderedAnswer(reply, date: date)
      return .send(answer.bytes(date: date, sendsBody: sendsBody, connection: connection), status: reply.status)
    case .failure(let failure):
      return action(for: failure)
    case .thrown, .timedOut:
      return .reset
    case .invalid:
      return explain(
        .invalidReply(ending.summary, request: exchange.head), to: exchange.head, connection: connection)
    }
  }

  /// A refusal as bytes; it always closes.
  func bytes(of refusal: Refusal) -> (ByteBuffer, ByteBuffer?) {
    render(
      status: refusal.status, type: "text/plain; charset=utf-8", body: Array("\(refusal.reason)\n".utf8),
      sendsBody: true, connection: .close)
  }

  private func explain(
    _ explanation: Explanation, to head: HTTPRequestHead, connection: RenderedAnswer.Connection?
  ) -> WireAction {
    let asJSON = AcceptField(head.headers["accept"]).prefersJSON
    let bytes = render(
      status: explanation.status, type: asJSON ? "application/json" : "text/plain; charset=utf-8",
      body: Array((asJSON ? explanation.json : explanation.text).utf8), sendsBody: head.method != .HEAD,
      connection: connection)
    return .send(bytes, status: explanation.status, note: explanation.code)
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
  let decision: Decision
  /// How the closure ended that the decision asked for; `nil` before it has run.
  var ending: ClosureReply.Ending?
}

/// What a connection does to carry out a decision.
enum WireAction {
  /// - note: For the log; set where the server itself answers.
  case send((ByteBuffer, ByteBuffer?), status: Int, note: String? = nil)
  /// Send nothing until the client closes or the time is up, then reset.
  case hold(Duration)
  case reset
  case run(ClosureReply)
}
