/// What an adapter carries out for one request: the engine decides, adapters perform.
public struct Decision: Sendable {
  /// How the request ends.
  ///
  /// Adapters switch over all cases without `default`, so a new case doesn't compile until each of them handles it.
  public enum Outcome: Sendable {
    /// An HTTP answer.
    case reply(Reply)
    /// A connection that breaks while it answers. Faults that send a part of an answer take it from the reply.
    case fault(Fault, Reply)
    /// The request fails as URLSession reports it.
    case failure(URLFailure)
    /// A closure of the program makes the outcome; run it, and carry out what it returns.
    case closure(ClosureCall)
    /// A closure ran and gave no outcome: 500 or a reset on a server, an error in process.
    case closureFailure(ClosureFailure)
    /// Send the request to its real destination.
    case passThrough
    /// Send the request to this origin instead, and answer with the origin's response.
    case forward(Origin)
    /// No request of the project matches: 404 on a server, an error in process.
    indirect case unmatched(Explanation)
    /// The client's `Mockspec-Response` field is wrong: 400 on a server, an error in process.
    case rejected(String)
    /// The response's template uses a value that the request doesn't have: 500 on a server, an error in process.
    case templateFailure(String)
  }

  /// Why this response was chosen among those of its request.
  public enum Reason: String, Sendable {
    /// The request's `Mockspec-Response` field names it.
    case header
    /// It is selected.
    case selection
    /// The active scene selects it.
    case scene
    /// It is the next one of the sequence.
    case sequence
    /// It is the default, or the first if no default is named.
    case `default`
  }

  /// A position in a sequence: the second of three answers.
  public struct Step: Sendable, Hashable {
    /// From 1.
    public var number: Int
    /// The number of answers that the whole sequence gives.
    public var count: Int
  }

  /// How the request ends.
  public var outcome: Outcome
  /// How long to wait before any part of the outcome is visible to the client.
  public var delay: Duration = .zero
  /// The pieces in which the body of a reply is sent; `nil` to send it at once.
  public var throttle: Throttle?
  /// Whether the request's method is `HEAD`.
  public var answersHead = false
  /// The name of the request in the spec; `nil` if nothing matched.
  public var requestName: String?
  /// The name of the response in the spec; `nil` if nothing matched.
  public var responseName: String?
  /// Why this response was chosen; `nil` if nothing matched.
  public var reason: Reason?
  /// The step of the sequence that answers; `nil` unless a sequence chose.
  public var step: Step?
  /// The number of the snapshot that decided. A `Reply.index` is valid only together with it.
  public var snapshot: Int

  /// Whether a reply's body is sent: not for `HEAD`, 204 and 304 (RFC 9110 §6.4.1). The fields still describe the body
  /// that a `GET` would have had.
  public var sendsBody: Bool {
    switch outcome {
    case .reply(let reply), .fault(_, let reply): !answersHead && reply.status != 204 && reply.status != 304
    case .failure, .closure, .closureFailure, .passThrough, .forward, .unmatched, .rejected, .templateFailure:
      !answersHead
    }
  }
}
