/// A chosen response of a request, by its index, with the reason.
struct ResponseChoice {
  var index: Int
  var reason: Decision.Reason
  var step: Decision.Step?
}

extension ResponseSet {
  /// Returns the response that the values of a session choose: the next one of the sequence, the first one whose states are
  /// met, or the default; `nil` if there is none, so that the request doesn't match.
  func next(_ values: SessionValues, _ states: StateValues) -> ResponseChoice? {
    if let key = sequenceKey {
      let answered = values.answers[key, default: 0]
      return sequence.response(after: answered).map {
        ResponseChoice(index: $0, reason: .sequence, step: sequence.step(after: answered))
      }
    }
    if hasStatefulResponses,
      let index = responses.firstIndex(where: { !$0.when.isEmpty && states.meet($0.when) })
    {
      return ResponseChoice(index: index, reason: .state)
    }
    return defaultChoice
  }

  /// The response that answers if nothing else chooses one.
  var defaultChoice: ResponseChoice? { defaultIndex.map { ResponseChoice(index: $0, reason: .default) } }

  /// Whether a call that meets the other conditions is answered whatever the values of the session are.
  var alwaysAnswers: Bool {
    matcher.states.isEmpty && (sequenceKey == nil ? defaultIndex != nil : sequence.after != .fallThrough)
  }
}

extension ResponseSet {
  /// Returns the index of the response with which a new session answers first, and the reason; `nil` if the initial states
  /// choose none.
  ///
  /// - Parameter states: The states of the project.
  package func firstResponse(_ states: DeclaredStates) -> (index: Int, reason: Decision.Reason)? {
    next(SessionValues(), StateValues(states)).map { ($0.index, $0.reason) }
  }
}
