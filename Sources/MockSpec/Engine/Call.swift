public import HTTPTypes

/// One request that came in, and what answered it. Secrets were redacted before it was stored.
public struct Call: Sendable {
  /// From 1, in the order in which requests came; it goes on after `clearCalls`.
  public internal(set) var number: Int
  /// When it came, since 1970-01-01 UTC.
  public let time: Duration
  /// Without the values of names that the project file calls secret (`redact`), and of `Authorization`,
  /// `Proxy-Authorization`, `Cookie` and `Set-Cookie`. A body over 64 KiB is cut; one in which a secret name occurs isn't
  /// kept at all.
  public let request: MockRequest
  /// Of the whole body, in bytes.
  public let bodySize: Int
  /// What answered; `nil` if nothing matched.
  public let requestName: String?
  public let responseName: String?
  /// Why this response and not another one of the same request; `nil` if nothing matched.
  public let reason: Decision.Reason?
  /// Which step of the sequence answered; `nil` if none did.
  public let step: Decision.Step?
  public internal(set) var answer: Answer
  /// What it takes in memory, roughly, in bytes.
  let size: Int

  /// What came of a request, as far as the engine knows. Unlike ``Decision/Outcome``, it keeps no body and no
  /// explanation in memory.
  public enum Answer: Sendable, Hashable {
    /// An HTTP answer, by its status.
    case reply(Int)
    /// An `error:` of a spec.
    case failure(URLFailure)
    case passThrough
    /// Sent on to another origin.
    case forward(Origin)
    /// A connection that breaks, in place of an answer.
    case fault(Fault)
    /// The template wanted what the request doesn't have.
    case templateFailed(String)
    case unmatched
    /// The client's `Mockspec-Response` field was wrong.
    case rejected(String)
    /// A closure is still at it.
    case pending
    /// A closure threw, took too long, or gave what isn't an HTTP answer.
    case closureFailed(String)
  }

  init(_ request: MockRequest, _ decision: Decision, _ redaction: Redaction, bodyLimit: Int) {
    number = 0
    time = WallClock.now
    let journaled = redaction.journaled(request, bodyLimit: bodyLimit)
    self.request = journaled
    bodySize = request.body.count
    requestName = decision.requestName
    responseName = decision.responseName
    reason = decision.reason
    step = decision.step
    answer = Answer(decision.outcome)
    size =
      256 + journaled.body.count + journaled.path.utf8.count + (journaled.query?.utf8.count ?? 0)
      + journaled.fields.reduce(0) { $0 + 64 + $1.name.rawName.utf8.count + $1.value.utf8.count }
  }

  public var method: String { request.method }
  /// As sent.
  public var path: String { request.path }
  /// As sent, but for the values of secret names.
  public var query: String? { request.query }
  /// As sent, but for the values of secret names.
  public var fields: HTTPFields { request.fields }
  /// At most the first 64 KiB; empty if a secret name occurs in it. `bodySize` says how long it was.
  public var body: [UInt8] { request.body }

  /// `https://api.example.com/login?x=1`; only the path where the authority isn't known.
  public var url: String { request.url }
}

extension Call.Answer {
  init(_ outcome: Decision.Outcome) {
    self =
      switch outcome {
      case .reply(let reply): .reply(reply.status)
      case .fault(let fault, _): .fault(fault)
      case .failure(let failure): .failure(failure)
      case .closure: .pending
      case .closureFailure(let failure): .closureFailed(failure.description)
      case .passThrough: .passThrough
      case .forward(let origin): .forward(origin)
      case .templateFailure(let message): .templateFailed(message)
      case .unmatched: .unmatched
      case .rejected(let message): .rejected(message)
      }
  }
}
