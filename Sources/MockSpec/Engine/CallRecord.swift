public import HTTPTypes
import MockSpecDiagnostics

/// The record of a call that the engine decided, as stored in the journal.
///
/// Its values are those that the client sent, so that a test can check a token. What is shown or sent away is ``redacted``, such
/// as its ``description``, the app's screen, the attachment of a failed test and the control API.
public struct CallRecord: Sendable {
  /// The number of the call, from 1, in the order of arrival. Clearing the journal doesn't reset it.
  public internal(set) var number: Int
  /// The time of arrival since 1970-01-01 UTC.
  public internal(set) var time: Duration
  /// The call, with at most 64 KiB of its body.
  public private(set) var call: MockCall
  /// The size of the whole body in bytes; of one that is larger than 64 MiB and comes from a stream, of the part that was
  /// read.
  public let bodySize: Int
  /// The name of the request that answered; `nil` if none matched.
  public let requestName: String?
  /// The name of the response that answered; `nil` if no request matched.
  public let responseName: String?
  /// Why the response was chosen among those of the request; `nil` if no request matched.
  public let reason: Decision.Reason?
  /// The step of the sequence that answered; `nil` unless a sequence chose the response.
  public let step: Decision.Step?
  /// The states that the call changed, with their new values.
  public let changes: [String: String]
  /// How the call ended.
  public internal(set) var outcome: Outcome
  /// The reply that was decided, with at most 64 KiB of its body; `nil` for another outcome, and for a call that was sent to
  /// another server.
  public internal(set) var reply: Reply?
  /// The size of the reply's whole body in bytes.
  public internal(set) var replySize = 0
  /// The events of the reply that were sent until now; `nil` if the reply isn't a stream of events, or hasn't begun.
  public var sentEvents: SentEvents? { events?.sent }
  private let events: RunningEvents.Progress?
  /// The messages over the WebSocket that the call opened, until now; `nil` if it opened none.
  public var socketTraffic: SocketTraffic? {
    guard let traffic = socket?.traffic else { return nil }
    return isRedacted ? redaction.redacted(traffic) : traffic
  }
  private let socket: SocketLog?
  /// The time that the mock takes on purpose: the delay, the pauses of a throttle or between events, and the time for which a
  /// closure runs.
  public internal(set) var duration: Duration
  /// The approximate size in memory in bytes.
  var size: Int
  /// What is secret in the call.
  private let redaction: Redaction
  /// Whether its secrets are redacted.
  private var isRedacted = false

  /// How a call ended. In contrast to ``Decision/Outcome``, it doesn't keep bodies and explanations in memory.
  public enum Outcome: Sendable, Hashable {
    /// An HTTP reply with a status code.
    case reply(Int)
    /// The call failed with an error.
    case failure(URLFailure)
    /// The call was sent to its real destination.
    case passThrough
    /// The call was forwarded to an origin.
    indirect case forward(Origin)
    /// The connection broke.
    case fault(Fault)
    /// The response's template uses a value that the call doesn't have, or exceeds a limit.
    case templateFailed(String)
    /// No request matched.
    case unmatched
    /// The call's `Mockspec-Response` or `Mockspec-Scene` field was invalid, or its session couldn't be used.
    case rejected(String)
    /// A closure is still running.
    case pending
    /// A closure threw an error, exceeded the timeout, or returned an invalid reply.
    case closureFailed(String)
  }

  /// - Parameter bodySize: The size of the body, if the call has only its beginning.
  init(
    _ call: MockCall, bodySize: Int?, _ decision: Decision, _ redaction: Redaction, time: Duration
  ) {
    number = 0
    self.time = time
    self.redaction = redaction
    self.call = call
    // The part is copied, since a slice would keep the whole body in memory.
    if call.body.count > Reply.storedLimit { self.call.body = Array(call.body[..<Reply.storedLimit]) }
    self.bodySize = bodySize ?? call.unkeptBodySize ?? call.body.count
    let stored = self.call.body.count
    if self.bodySize > stored { self.call.storedBody.cut = .init(stored: stored, whole: self.bodySize) }
    requestName = decision.requestName
    responseName = decision.responseName
    reason = decision.reason
    step = decision.step
    changes = decision.changes
    outcome = Outcome(decision.outcome)
    duration = decision.delay
    events = decision.events?.progress
    socket = decision.socket?.log
    size = Self.size(of: self.call, outcome) + (events == nil ? 0 : 128) + (socket == nil ? 0 : 256)
    setReply(decision.outcome, throttle: decision.throttle)
  }

  /// Sets the reply of an outcome, and adds the time for which its body is sent.
  mutating func setReply(_ outcome: Decision.Outcome, throttle: Throttle?) {
    guard case .reply(let reply) = outcome else { return }
    (self.reply, replySize) = (reply.stored, reply.content.count)
    if let throttle { duration += throttle.duration(of: replySize) }
    if !reply.isShared { size += (self.reply?.content.count ?? 0) + 256 }
  }

  /// Adds the size of the messages over a WebSocket that was closed.
  mutating func addTraffic() { size += socket?.traffic.memorySize ?? 0 }

  /// The record with redacted secrets, as it is shown.
  ///
  /// The values of `Authorization`, `Proxy-Authorization`, `Cookie`, `Set-Cookie` and of the names under `redact` in
  /// the project file are replaced by texts such as `Bearer ‹redacted, 27 characters›`. The latter are also replaced in bodies:
  /// in JSON at any depth, in forms, and in the parts of multipart forms. Another body that contains one of the names is removed;
  /// ``bodyNote`` says so.
  public var redacted: CallRecord { redacted(withBody: true) }

  /// - Parameter withBody: Whether the body is redacted. Otherwise, it is removed, which is faster.
  package func redacted(withBody: Bool) -> CallRecord {
    if isRedacted { return self }
    var record = self
    if !withBody { (record.call.body, record.reply) = ([], nil) }
    record.call = redaction.redacted(record.call)
    record.reply = record.reply.map { redaction.redacted($0, isCut: $0.content.count < replySize) }
    record.isRedacted = true
    return record
  }

  /// The method.
  public var method: String { call.method }
  /// The path, percent-encoded as sent.
  public var path: String { call.path }
  /// The query, percent-encoded as sent; `nil` if there is none.
  public var query: String? { call.query }
  /// The header fields, as in ``MockCall/fields``.
  public var fields: HTTPFields { call.fields }
  /// The first 64 KiB of the body. ``bodySize`` is the size of the whole body.
  public var body: [UInt8] { call.body }
  /// How the body that is stored differs from the one that was sent, such as `the first 65536 of 100000 bytes`; `nil` if it
  /// doesn't.
  ///
  /// The body of a ``redacted`` record also differs if it contains secrets.
  public var bodyNote: String? {
    if let reason = call.storedBody.hiddenReason { return "not shown: \(reason)" }
    var notes: [String] = []
    if let cut = call.storedBody.cut { notes.append("\(cut)") }
    if call.storedBody.isDecoded { notes.append("without its content coding") }
    if call.storedBody.isRedacted { notes.append("secret values are replaced") }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
  /// The place of the call in a distributed trace; `nil` without a valid `traceparent` field.
  public var traceParent: TraceParent? { TraceParent(call.ownFields) }

  /// The URL, such as `https://api.example.com/login?x=1`; only the path if the host isn't known.
  public var url: String { call.url }
}

extension CallRecord: CustomStringConvertible {
  /// One line with redacted secrets, such as `POST https://api.example.com/login → 503 (Login: Offline, by selection)`.
  public var description: String {
    let shownURL = isRedacted ? url : redaction.shown(target: url)
    var text = "\(method) \(shownURL) → \(outcome)"
    if let requestName, let responseName, let reason { text += " (\(requestName): \(responseName), by \(reason))" }
    if !changes.isEmpty {
      text += ", set " + changes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    }
    if let sentEvents { text += ", \(sentEvents)" }
    if let traffic = socket?.traffic { text += ", \(traffic)" }
    if let cut = call.storedBody.cut { text += ", body cut: \(cut)" }
    // Names can have control characters.
    return DisplayText(text).text
  }
}

extension CallRecord.Outcome: CustomStringConvertible {
  /// A status code, or a few words.
  public var description: String {
    switch self {
    case .reply(let status): "\(status)"
    case .failure(let failure): "error \(failure)"
    case .passThrough: "passed through"
    case .forward(let origin): "forwarded to \(origin)"
    case .fault(let fault): "fault \(fault)"
    case .templateFailed(let message), .closureFailed(let message): "failed: \(message)"
    case .unmatched: "no request matches"
    case .rejected(let message): "rejected: \(message)"
    case .pending: "a closure answers"
    }
  }
}

extension CallRecord.Outcome {
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
      case .rejected(let message, _): .rejected(message)
      }
  }
}
