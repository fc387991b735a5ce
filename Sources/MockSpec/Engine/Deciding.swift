/// Decides the calls of a server. ``MockEngine`` does it with a project. All members are used on several threads at once.
package protocol Deciding: Sendable {
  /// The version of everything that decisions depend on besides the call. It changes before another decision is made.
  var version: Int { get }
  /// The maximum time of a hang, and of silence of an origin.
  var timeout: Duration { get }
  /// Whether calls can pass through although no response says so.
  var passesCallsThrough: Bool { get }
  /// The origins whose pages can call the mocks.
  var allowedOrigins: AllowedOrigins { get }
  /// The values of a call's target that aren't logged.
  var redaction: Redaction { get }

  /// Returns the decision on a call.
  ///
  /// - Parameter version: The version before anything was read for this call, if equal calls are recognized; otherwise `nil`.
  /// - Returns: The decision and, with a version, the call if equal ones get the same reply until the version changes.
  func decide(_ call: MockCall, version: Int?) -> (decision: Decision, repeatable: RepeatableCall?)
  /// Returns the decision on a call before its body arrives; `nil` if the body is needed, or if the call isn't sent to another
  /// server.
  func decideWithoutBody(_ call: MockCall) -> UploadDecision?
  /// Returns whether a request that names the method `OPTIONS` answers a call.
  func answersOptions(_ call: MockCall) -> Bool
  /// Sets what sends the calls that mocks make.
  func sendCallbacks(with sender: any CallbackSender)
  /// Cancels the calls that mocks would still make.
  func cancelCallbacks()
  /// Returns whether the project names an origin, so that calls can pass through to it.
  func mayPassThrough(to origin: Origin) -> Bool
}

/// How an adapter has a call decided.
package struct DecisionOptions {
  /// Returns whether another of several engines that are asked in turn has a choice of the fields `Mockspec-Response` and
  /// `Mockspec-Scene`. Then it is ignored if it isn't valid here.
  package var othersHave: (CallChoice) -> Bool
  /// The session's version before anything was read of it for this call, if equal calls are recognized; otherwise `nil`.
  package var version: Int?
  /// Whether the call can have those fields.
  var namesResponses = true

  package init(othersHave: @escaping (CallChoice) -> Bool = { _ in false }, version: Int? = nil) {
    self.othersHave = othersHave
    self.version = version
  }
}

/// A decision, with what is known of the call.
package struct Decided: Sendable {
  package var decision: Decision
  /// The call if equal ones get the same reply until the version of the options changes.
  package let repeatable: RepeatableCall?
  private let entry: Entry

  private enum Entry: Sendable {
    case stored(Journal.Stored)
    // Without a box, every decision would be as large as a record.
    indirect case made(CallRecord)
  }

  init(_ decision: Decision, stored entry: Journal.Stored, repeatable: RepeatableCall? = nil) {
    self.decision = decision
    self.repeatable = repeatable
    self.entry = .stored(entry)
  }

  /// A decision on a call that isn't stored.
  init(_ decision: Decision, unstored record: CallRecord) {
    self.decision = decision
    repeatable = nil
    entry = .made(record)
  }

  /// The call as the journal has it.
  package var record: CallRecord {
    switch entry {
    case .stored(let entry): entry.record
    case .made(let record): record
    }
  }
}

extension MockEngine: Deciding {
  package var version: Int { session.version }
  package var timeout: Duration { session.sets.settings.timeout }
  package var passesCallsThrough: Bool { session.sets.passesCallsThrough }
  package var allowedOrigins: AllowedOrigins { session.sets.allowedOrigins }
  package var redaction: Redaction { session.sets.settings.redaction }

  package func decide(_ call: MockCall, version: Int?) -> (decision: Decision, repeatable: RepeatableCall?) {
    let decided = decide(call, DecisionOptions(version: version))
    return (decided.decision, decided.repeatable)
  }

  package func answersOptions(_ call: MockCall) -> Bool { session.answersOptions(call) }
  package func mayPassThrough(to origin: Origin) -> Bool { session.sets.isNamed(origin) }
}
