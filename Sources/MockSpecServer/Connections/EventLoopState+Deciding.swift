import MockSpec
import MockSpecControl
import NIOCore

/// The reply to a call, before it is written for a version of HTTP.
enum ReplyPlan {
  case reply(Reply)
  case fault(Fault, Reply)
  /// A reply of the server itself.
  case error(ErrorReply)
  /// Nothing for this time, then a reset.
  case hold(Duration)
  case reset(because: String? = nil)
  case run(ClosureCall)
  case forward(to: Origin)
}

extension EventLoopState {
  /// Decides how to answer a call.
  ///
  /// - Parameters:
  ///   - local: The address at which the client has reached the server.
  ///   - version: The version of the mocks when the call was received, if the call is expected again; otherwise `nil`.
  ///   - keep: Called if an equal call gets the same reply.
  func decide(
    _ call: MockCall, _ head: CallHead, _ access: CrossOriginAccess?, local: SocketAddress?, version: Int?,
    keep: (DecidedCall, RepeatableCall) -> Void
  ) -> DecidedCall {
    let start = measuresCalls ? NIODeadline.now() : nil
    let passesThrough = context.mocks.passesCallsThrough
    var call = call
    if passesThrough { call.isForServer = call.names(local) }
    let mayRepeat = !passesThrough && head.method != "OPTIONS"
    let (decision, repeatable) = context.mocks.decide(call, version: mayRepeat ? version : nil)
    var decided = DecidedCall(head: head, call: call, decision: decision, access: access)
    if let repeatable { keep(decided, repeatable) }
    decided.start = start
    return decided
  }

  /// Decides how to answer a call whose body hasn't arrived.
  ///
  /// - Parameter local: The address at which the client has reached the server.
  /// - Returns: The decision to send the call to another server as it arrives; `nil` if it is decided when all of it
  ///   has arrived.
  func decideUpload(
    _ call: MockCall, _ head: CallHead, _ access: CrossOriginAccess?, local: SocketAddress?
  ) -> DecidedCall? {
    // `OPTIONS` can be a preflight, and `CONNECT` has no body.
    guard head.framing != .none, head.method != "OPTIONS", head.method != "CONNECT",
      !ControlPath.contains(call.path)
    else { return nil }
    var call = call
    if context.mocks.passesCallsThrough { call.isForServer = call.names(local) }
    guard let decision = context.mocks.decideWithoutBody(call) else { return nil }
    var decided = DecidedCall(head: head, call: call, decision: decision.decision, access: access)
    switch plan(for: decided) {
    // A call that may not be forwarded is refused before its body.
    case .forward, .error: break
    default: return nil
    }
    decided.start = measuresCalls ? NIODeadline.now() : nil
    decided.upload = Upload(decision, call, framing: head.framing)
    return decided
  }

  /// Returns the plan for a decision.
  func plan(for decided: DecidedCall) -> ReplyPlan {
    let head = decided.head
    // A copy of the whole decision would retain each of its strings.
    switch decided.decision.outcome {
    case .reply(let reply): return .reply(reply)
    case .failure(.urlError(.timedOut)): return .hold(context.mocks.timeout)
    case .fault(.connectionReset, _): return .reset()
    case .fault(.hang, _): return .hold(context.mocks.timeout)
    // HTTP/1.0 has no chunks (RFC 9112 §6.1).
    case .fault(.malformedChunk, let reply) where head.version == .http10: return .fault(.truncatedBody, reply)
    case .fault(let fault, let reply): return .fault(fault, reply)
    case .failure: return .reset()
    case .closure(let closure): return .run(closure)
    case .closureFailure(.invalidReply(let problem)):
      return .error(.invalidReply(ClosureFailure.invalidReply(problem).description, to: head))
    case .closureFailure(let failure): return .reset(because: failure.description)
    case .unmatched(let explanation): return .error(.unmatched(explanation))
    case .rejected(let reason, let status): return .error(.rejected(reason, status: status, to: head))
    case .templateFailure(let reason): return .error(.templateFailure(reason, to: head))
    case .forward(let origin): return .forward(to: origin)
    case .passThrough:
      guard let origin = decided.call.destination else {
        return .error(.notForwarded("the request names no host that it could pass through to", to: head))
      }
      guard context.mocks.mayPassThrough(to: origin) else {
        return .error(.notForwarded("\(origin) isn't named by the project", to: head))
      }
      return .forward(to: origin)
    }
  }
}

extension MockCall {
  /// The origin that the call names, to which it passes through.
  fileprivate var destination: Origin? {
    guard let scheme, let host else { return nil }
    return Origin(scheme: scheme, host: host, port: port)
  }
}
