/// The engine's decision on one call, which an adapter performs.
public struct Decision: Sendable {
  /// How a call ends.
  ///
  /// Adapters switch over all cases without `default`, so a new case doesn't compile until each of them handles it.
  public enum Outcome: Sendable {
    /// An HTTP reply.
    case reply(Reply)
    /// The connection breaks while it answers. Faults that send a part of a reply send that part of this one.
    case fault(Fault, Reply)
    /// The call fails with an error.
    case failure(URLFailure)
    /// A closure determines the outcome. Run it, and perform the outcome that it returns.
    indirect case closure(ClosureCall)
    /// A closure had no valid outcome: 500 or a reset on a server, an error in process.
    case closureFailure(ClosureFailure)
    /// The call is sent to its real destination.
    case passThrough
    /// The call is sent to this origin, and the origin's reply is returned.
    indirect case forward(Origin)
    /// No request of the project matches: 404 on a server, an error in process.
    indirect case unmatched(Explanation)
    /// The call's `Mockspec-Response` or `Mockspec-Scene` field is invalid, or its session can't be used (see
    /// ``SessionError``): this status on a server, an error in process.
    case rejected(String, status: Int)
    /// The response's template uses a value that the call doesn't have, or exceeds a limit: 500 on a server, an error
    /// in process.
    case templateFailure(String)
  }

  /// The reason why a response was chosen among those of its request.
  public enum Reason: String, Sendable {
    /// The call's `Mockspec-Response` field names it.
    case header
    /// It is selected for the request.
    case selection
    /// The active scene selects it, or that of the call's `Mockspec-Scene` field.
    case scene
    /// It is the next one of the sequence.
    case sequence
    /// It is the first one whose states are met.
    case state
    /// It is the default, or the first if no default is named.
    case `default`
  }

  /// A position in a sequence, such as answer 2 of 3.
  public struct Step: Sendable, Hashable {
    /// The number of the answer, from 1.
    public var number: Int
    /// The number of answers of the whole sequence.
    public var count: Int

    package init(number: Int, count: Int) {
      self.number = number
      self.count = count
    }
  }

  /// How the call ends.
  public var outcome: Outcome
  /// How long to wait before any part of the outcome is visible to the client.
  public var delay: Duration = .zero
  /// The pieces in which the body of a reply is sent; `nil` to send it at once.
  public var throttle: Throttle?
  /// Whether the call's method is `HEAD`.
  public var answersHead = false
  /// The name of the request in the spec; `nil` if nothing matched.
  public var requestName: String?
  /// The name of the response in the spec; `nil` if nothing matched.
  public var responseName: String?
  /// Why this response was chosen; `nil` if nothing matched.
  public var reason: Reason?
  /// The step of the sequence that answers; `nil` unless a sequence chose.
  public var step: Step?
  /// The states that the response changed, with their new values.
  public var changes: [String: String]
  /// The number of the snapshot that decided.
  public var snapshot: Int
  /// The stream of events that is the body of the reply; `nil` for other bodies.
  package var events: RunningEvents?
  /// The calls to make when the reply has ended, however; `nil` for none.
  package var callbacks: PendingCallbacks?
  /// The WebSocket that the reply, whose status is 101, opens; `nil` for other replies.
  package var socket: RunningSocket?

  package init(
    outcome: Outcome, delay: Duration = .zero, throttle: Throttle? = nil, answersHead: Bool = false,
    requestName: String? = nil, responseName: String? = nil, reason: Reason? = nil, step: Step? = nil,
    changes: [String: String] = [:], snapshot: Int, events: RunningEvents? = nil, socket: RunningSocket? = nil
  ) {
    (self.events, self.socket) = (events, socket)
    self.outcome = outcome
    self.delay = delay
    self.throttle = throttle
    self.answersHead = answersHead
    self.requestName = requestName
    self.responseName = responseName
    self.reason = reason
    self.step = step
    self.changes = changes
    self.snapshot = snapshot
  }

  /// Whether a reply's body is sent. It isn't for `HEAD`, 204 and 304 (RFC 9110 §6.4.1), but the header fields still
  /// describe it.
  public var sendsBody: Bool {
    switch outcome {
    case .reply(let reply), .fault(_, let reply): !answersHead && reply.status != 204 && reply.status != 304
    case .failure, .closure, .closureFailure, .passThrough, .forward, .unmatched, .rejected, .templateFailure:
      !answersHead
    }
  }
}

extension Decision.Outcome {
  /// Returns the outcome of a call that can ask for a part of the reply.
  func part(for call: MockCall) -> Self {
    switch self {
    case .reply(let reply): .reply(reply.part(for: call))
    case .fault(let fault, let reply): .fault(fault, reply.part(for: call))
    case .failure, .closure, .closureFailure, .passThrough, .forward, .unmatched, .rejected, .templateFailure: self
    }
  }
}

extension Decision {
  /// The decision that a call isn't answered.
  ///
  /// - Parameters:
  ///   - reason: The reason, for the caller.
  ///   - status: The status on a server.
  package init(rejecting reason: String, status: Int) {
    self.init(outcome: .rejected(reason, status: status), snapshot: 0)
  }
}
