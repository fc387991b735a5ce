import HTTPTypes
import MockSpec

/// Whether a stored call meets conditions, as far as what is stored and shown of it can tell.
///
/// A condition on a value that is redacted, or on a body of which only a part is stored, is neither met nor unmet.
enum CallVerdict: Equatable {
  case matching
  /// The unmet conditions.
  case different([String])
  /// The reason.
  case undecided(String)

  /// - Parameters:
  ///   - record: The call, with redacted secrets.
  ///   - matcher: An engine whose only request has the conditions.
  init(_ record: CallRecord, _ matcher: MockEngine) {
    let call = record.call
    let isWhole = call.storedBody == StoredBody() && !call.hasRedactedHead
    if isWhole, matcher.sets.name(matching: call) != nil {
      self = .matching
      return
    }
    let explanation = matcher.explain(call)
    let conditions = explanation.answer?.request.conditions ?? explanation.candidates.first?.conditions ?? []
    let unmet = conditions.filter { !$0.isMet && !$0.isUndecided(in: call.storedBody) }
    if !unmet.isEmpty || conditions.isEmpty && explanation.answer == nil {
      self = .different(
        unmet.map { "call \(record.number): \($0.label): expected \($0.expected), found \($0.found)" })
    } else if let open = conditions.first(where: { $0.isUndecided(in: call.storedBody) }) {
      let reason = record.bodyNote(for: open) ?? "its value is redacted"
      self = .undecided("call \(record.number): \(open.label): \(reason)")
    } else {
      self = .matching
    }
  }

  /// The reason why the conditions can't be decided; `nil` if they can.
  var reason: String? { if case .undecided(let reason) = self { reason } else { nil } }

  /// What differs, or can't be decided.
  var differences: [String] {
    switch self {
    case .matching: []
    case .different(let texts): texts
    case .undecided(let reason): [reason]
    }
  }
}

extension MockCall {
  /// Whether a header field or the query has a redacted value.
  fileprivate var hasRedactedHead: Bool {
    query?.contains(Redaction.mark) == true || fields.contains { $0.value.contains(Redaction.mark) }
  }
}

extension CallRecord {
  /// How the stored body differs from the one that was sent, if a condition is about the body.
  fileprivate func bodyNote(for condition: ConditionResult) -> String? {
    guard condition.isOfBody else { return nil }
    return bodyNote.map { "the body is stored in part or changed: \($0)" }
  }
}

extension ConditionResult {
  /// The kind and the name, such as `pointer '/password'`.
  fileprivate var label: String { kind.rawValue + (name.map { " '\($0)'" } ?? "") }

  fileprivate var isOfBody: Bool { [.body, .form, .part, .pointer, .jsonPath].contains(kind) }

  /// Whether what is stored of a call leaves open if the condition is met.
  fileprivate func isUndecided(in body: StoredBody) -> Bool {
    let isHidden = found.contains(Redaction.mark) && expected != "any value"
    guard isOfBody else { return isHidden }
    if body.hiddenReason != nil { return true }
    // What the beginning has, the whole body has, too, but a text can go on.
    if body.cut != nil, kind == .body, name == "text" { return true }
    if body.cut != nil { return !isMet || expected.contains("not ") }
    guard body.isRedacted else { return false }
    // A filter can compare a redacted value, and more values are found than shown.
    if kind == .jsonPath {
      let hasFilter = name.map { $0.contains("?") || $0.hasPrefix(Redaction.mark) } ?? false
      return isHidden || hasFilter || found.hasSuffix("…")
    }
    guard kind == .body else { return isHidden }
    switch name {
    case "text"?, "schema"?: return true
    default:
      return !isMet && !differences.isEmpty && differences.allSatisfy { $0.found?.contains(Redaction.mark) == true }
    }
  }
}
