import MockSpec
import MockSpecControl
import NIOCore

/// What the answer to a request is, before it is written for a version of HTTP.
enum AnswerPlan {
  case reply(Reply)
  case fault(Fault, Reply)
  /// An answer of the server itself.
  case error(ErrorAnswer)
  /// Nothing for this time, then a reset.
  case hold(Duration)
  case reset(because: String? = nil)
  case run(ClosureCall)
  case forward(to: Origin)
}

extension EventLoopState {
  /// Decides how to answer a request.
  ///
  /// - Parameters:
  ///   - local: The address at which the client has reached the server.
  ///   - version: The version of the mocks for which the request is expected again; `nil` if it isn't.
  ///   - keep: Called if an equal request gets the same answer.
  func decide(
    _ request: MockRequest, _ head: RequestHead, _ access: CrossOriginAccess?, local: SocketAddress?, version: Int?,
    keep: (DecidedRequest, RepeatableCall) -> Void
  ) -> DecidedRequest {
    let start = measuresCalls ? NIODeadline.now() : nil
    let passesThrough = context.passesCallsThrough()
    var request = request
    if passesThrough { request.isForServer = request.names(local) }
    var decided: DecidedRequest
    if let version, let repeating = context.repeating, !passesThrough, head.method != "OPTIONS" {
      let (decision, repeatable) = repeating.decide(request, version)
      decided = DecidedRequest(head: head, request: request, decision: decision, access: access)
      if let repeatable { keep(decided, repeatable) }
    } else {
      decided = DecidedRequest(head: head, request: request, decision: context.decide(request), access: access)
    }
    decided.start = start
    return decided
  }

  /// Decides how to answer a request whose body hasn't arrived.
  ///
  /// - Parameter local: The address at which the client has reached the server.
  /// - Returns: The decision to send the request to another server as it arrives; `nil` if it is decided when it has
  ///   arrived.
  func decideUpload(
    _ request: MockRequest, _ head: RequestHead, _ access: CrossOriginAccess?, local: SocketAddress?
  ) -> DecidedRequest? {
    // `OPTIONS` can be a preflight, and `CONNECT` has no body.
    guard head.framing != .none, head.method != "OPTIONS", head.method != "CONNECT",
      !ControlPath.contains(request.path)
    else { return nil }
    var request = request
    if context.passesCallsThrough() { request.isForServer = request.names(local) }
    guard let decision = context.decideWithoutBody(request) else { return nil }
    var decided = DecidedRequest(head: head, request: request, decision: decision.decision, access: access)
    switch plan(for: decided) {
    // What may not be forwarded is refused before its body.
    case .forward, .error: break
    default: return nil
    }
    decided.start = measuresCalls ? NIODeadline.now() : nil
    decided.upload = Upload(decision, request, framing: head.framing)
    return decided
  }

  /// Returns the plan for a decision.
  func plan(for request: DecidedRequest) -> AnswerPlan {
    let head = request.head
    // A copy of the whole decision would retain each of its texts.
    switch request.decision.outcome {
    case .reply(let reply): return .reply(reply)
    case .failure(.urlError(.timedOut)): return .hold(context.timeout())
    case .fault(.connectionReset, _): return .reset()
    case .fault(.hang, _): return .hold(context.timeout())
    case .fault(let fault, let reply): return .fault(fault, reply)
    case .failure: return .reset()
    case .closure(let closure): return .run(closure)
    case .closureFailure(.invalidReply(let problem)):
      return .error(.invalidReply(ClosureFailure.invalidReply(problem).description, request: head))
    case .closureFailure(let failure): return .reset(because: failure.description)
    case .unmatched(let explanation): return .error(.unmatched(explanation))
    case .rejected(let reason, let status): return .error(.rejected(reason, status: status, request: head))
    case .templateFailure(let reason): return .error(.templateFailure(reason, request: head))
    case .forward(let origin): return .forward(to: origin)
    case .passThrough:
      guard let origin = request.request.destination else {
        return .error(.notForwarded("the request names no host that it could pass through to", request: head))
      }
      guard context.mayPassThrough(origin) else {
        return .error(.notForwarded("\(origin) isn't named by the project", request: head))
      }
      return .forward(to: origin)
    }
  }
}

extension MockRequest {
  /// The origin that the request names, to which it passes through.
  fileprivate var destination: Origin? {
    guard let scheme, let host else { return nil }
    return Origin(scheme: scheme, host: host, port: port)
  }
}
