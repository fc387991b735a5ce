import Foundation
import HTTPTypes
import MockSpec
import MockSpecDiagnostics

/// The reply to `POST decisions`.
struct DecisionMessage: Decodable, Sendable {
  let decision: Decision
  /// The maximum time of a hang, of forwarding, and of silence when the call passes through.
  let timeout: Duration

  private struct Throttling: Decodable {
    let piece: Int
    let interval: Int64
  }

  private struct Step: Decodable {
    let number: Int
    let count: Int
  }

  private enum Key: String, CodingKey {
    case snapshot, request, response, reason, step, changes, delay, throttle, timeout, outcome
  }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: Key.self)
    func require(_ isValid: Bool, _ key: Key) throws {
      guard !isValid else { return }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: members, debugDescription: "'\(key.stringValue)' of a decision has an invalid value")
    }
    let timeout = Duration.nanoseconds(try members.decode(Int64.self, forKey: .timeout))
    try require(timeout >= .zero, .timeout)
    let delay = Duration.nanoseconds(try members.decode(Int64.self, forKey: .delay))
    try require(delay >= .zero, .delay)
    let throttling = try members.decodeIfPresent(Throttling.self, forKey: .throttle)
    let step = try members.decodeIfPresent(Step.self, forKey: .step)
    let message = try OutcomeMessage(from: members.superDecoder(forKey: .outcome), timeout: timeout)
    decision = Decision(
      outcome: message.outcome,
      delay: delay,
      throttle: throttling.map { Throttle(piece: $0.piece, interval: .nanoseconds($0.interval)) },
      requestName: try members.decodeIfPresent(String.self, forKey: .request),
      responseName: try members.decodeIfPresent(String.self, forKey: .response),
      // Reasons that only later versions have are left out: they are only shown.
      reason: try members.decodeIfPresent(String.self, forKey: .reason).flatMap { Decision.Reason(rawValue: $0) },
      step: step.map { Decision.Step(number: $0.number, count: $0.count) },
      changes: try members.decode([String: String].self, forKey: .changes),
      snapshot: try members.decode(Int.self, forKey: .snapshot),
      events: message.stream.map { RunningEvents($0.stream, from: $0.start, timeout: timeout) })
    self.timeout = timeout
  }
}

/// The outcome in the reply to `POST decisions`.
private struct OutcomeMessage {
  let outcome: Decision.Outcome
  /// The events of a reply that is a stream.
  var stream: StreamMessage?

  private enum Key: String, CodingKey {
    case kind, status, fields, body, bodyIsBase64, stream, fault, error, domain, code, message, origin, explanation,
      text,
      reason
  }

  private struct Field: Decodable {
    let name: String
    let value: String
  }

  init(from decoder: any Decoder, timeout: Duration) throws {
    let members = try decoder.container(keyedBy: Key.self)
    func text(_ key: Key) throws -> String { try members.decode(String.self, forKey: key) }
    func value<Value>(_ key: Key, _ make: (String) -> Value?) throws -> Value {
      let text = try text(key)
      if let value = make(text) { return value }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: members,
        debugDescription: "'\(Excerpt.of(text))' isn't a known \(key.stringValue) of a decision")
    }

    switch try text(.kind) {
    case "reply":
      stream = try members.decodeIfPresent(StreamMessage.self, forKey: .stream)
      outcome = .reply(try Self.reply(members, stream?.stream))
    case "fault": outcome = .fault(try value(.fault) { Fault(rawValue: $0) }, try Self.reply(members))
    case "failure": outcome = .failure(.urlError(try value(.error) { URLErrorName(rawValue: $0) }))
    case "custom-failure":
      outcome = .failure(
        .custom(
          domain: try text(.domain), code: try members.decode(Int.self, forKey: .code),
          message: try members.decodeIfPresent(String.self, forKey: .message)))
    case "pass-through": outcome = .passThrough
    case "forward": outcome = .forward(try value(.origin) { Origin($0) })
    case "unmatched":
      outcome = .unmatched(try members.decode(ExplanationMessage.self, forKey: .explanation).explanation)
    case "rejected": outcome = .rejected(try text(.text), status: try members.decode(Int.self, forKey: .status))
    case "template-failure": outcome = .templateFailure(try text(.text))
    case "closure-failure": outcome = .closureFailure(try Self.failure(try text(.reason), try text(.text), timeout))
    case let kind:
      throw DecodingError.dataCorruptedError(
        forKey: .kind, in: members, debugDescription: "'\(Excerpt.of(kind))' isn't a known kind of a decision")
    }
  }

  private static func reply(
    _ members: KeyedDecodingContainer<Key>, _ stream: EventStream? = nil
  ) throws -> Reply {
    var fields = HTTPFields()
    for field in try members.decode([Field].self, forKey: .fields) { try fields.add(field.name, text: field.value) }
    let text = try members.decode(String.self, forKey: .body)
    let isBase64 = try members.decode(Bool.self, forKey: .bodyIsBase64)
    guard let body = isBase64 ? Data(base64Encoded: text).map({ [UInt8]($0) }) : Array(text.utf8) else {
      throw DecodingError.dataCorruptedError(forKey: .body, in: members, debugDescription: "the body isn't Base64")
    }
    let status = try members.decode(Int.self, forKey: .status)
    guard 200...599 ~= status else {
      throw DecodingError.dataCorruptedError(forKey: .status, in: members, debugDescription: "\(status) isn't a status")
    }
    return Reply(status: status, fields: fields, stream.map { .events($0) } ?? .bytes(body[...]), isShared: false)
  }

  private static func failure(_ reason: String, _ text: String, _ timeout: Duration) throws -> ClosureFailure {
    switch reason {
    case "timed-out": .timedOut(timeout)
    case "body-too-large": .bodyTooLarge
    case "invalid-reply": .invalidReply(text)
    // Errors of the server's program have no type here.
    default: .thrown(MockSpecError(.invalidReply, "on the server, \(text)", url: nil))
    }
  }
}
