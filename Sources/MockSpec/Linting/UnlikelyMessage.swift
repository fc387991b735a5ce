import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyMessage: SpecRule {
  static let name = "unlikely-message"
  static let summary = "an entry of a WebSocket has no effect, or its handshake never meets a condition"
  static let explanation = """
    An entry with 'receive' and without 'send' or 'close' ignores messages, as happens to others. What is sent in answer is \
    written into the same entry: a dash begins another one, which is sent from the start. Of several entries, the first one \
    whose condition is met answers, so an entry that asks for the same or for more has to come before it. A WebSocket is \
    opened by a call without a body: write conditions on messages under 'receive'.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Chat:
          match: GET /chat
          responses:
            Pong:
              websocket:
                messages:
                  - receive: {text: ping}
                  - send: {text: pong}
      """,
    right: """
      requests:
        Chat:
          match: GET /chat
          responses:
            Pong:
              websocket:
                messages:
                  - receive: {text: ping}
                    send: {text: pong}
      """)

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.requests.flatMap { request in
      let sockets = request.spec.responses.compactMap { $0.reply?.socket }
      if sockets.isEmpty { return [Diagnostic]() }
      let bodies = sockets.count == request.spec.responses.count ? request.spec.matches.compactMap(body) : []
      return bodies + sockets.compactMap(entry)
    }
  }

  /// Returns a warning about a condition on the body of the handshake.
  private static func body(_ match: Located<MatchRules>) -> Diagnostic? {
    guard case .matcher(let condition)? = match.value.body.value, !condition.isMetWithoutBody else { return nil }
    return warning(
      "the call that opens a WebSocket has no body, so it never meets this condition", at: condition.range,
      help: "write conditions on messages under 'receive'")
  }

  /// Returns a warning about the first entry without effect.
  private static func entry(_ socket: Spec.Socket) -> Diagnostic? {
    for (index, entry) in socket.entries.enumerated() where entry.plan.isAnswer {
      if let first = socket.entries[..<index].first(where: { $0.answersAll(of: entry) }) {
        return warning(
          "this entry never answers: an earlier one answers the same messages", at: entry.range,
          notes: [.init("these messages are answered here", at: first.range)],
          help: "move it before that one, or remove it")
      }
      let rest = socket.entries[(index + 1)...]
      guard !entry.hasEffect, socket.otherwise == .ignore, !rest.contains(where: \.plan.isAnswer) else { continue }
      return warning(
        "this entry has no effect: other messages are ignored, too", at: entry.range,
        help: rest.isEmpty ? "add 'send' or 'close'" : "remove the dash below it, so that the next entry is the answer")
    }
    return nil
  }
}

extension Spec.Socket.Entry {
  fileprivate var hasEffect: Bool { plan.hasMessage || plan.closeCode != nil }

  /// Whether all messages that another entry answers meet the condition of this one.
  fileprivate func answersAll(of other: Self) -> Bool {
    guard case .matcher(let mine)? = receive, case .matcher(let theirs)? = other.receive else { return false }
    switch (mine.kind, theirs.kind) {
    case (.text(let any), _) where any.presence == true && any.conditions.isEmpty && any.not.isEmpty: return true
    case (.json(let mine), .json(let theirs)), (.json(let mine), .jsonEquals(let theirs)):
      return JSONContainment.holds(mine, in: theirs)
    default: return mine.covers(theirs)
    }
  }
}

extension BodyMatcher {
  fileprivate var isMetWithoutBody: Bool {
    switch kind {
    case .json, .jsonEquals, .pointers, .paths, .schema, .multipart: false
    case .form(let fields): fields.allSatisfy { $0.isMet(by: FoundValues(), at: nil) }
    case .text(let matcher): matcher.matches(FoundValues(texts: [""]), undecided: true)
    // A call without a body can have the document in its query.
    case .graphQL: true
    }
  }
}
