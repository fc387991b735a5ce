import HTTPTypes
import MockSpecDiagnostics

/// Creates explanations. Explaining a call doesn't affect later calls.
struct Explainer {
  /// The maximum number of other matching requests in the explanation of an answered call.
  private static let maxOthers = 10
  /// The maximum number of more specific requests that don't match.
  private static let maxMissed = 3

  private let sets: ResponseSets
  private let isEnabled: (ResponseSet) -> Bool
  private let values: ShownValues

  init(_ sets: ResponseSets, isEnabled: @escaping (ResponseSet) -> Bool) {
    self.sets = sets
    self.isEnabled = isEnabled
    values = ShownValues(redaction: sets.settings.redaction)
  }

  /// Explains a call whose `Mockspec-Response` or `Mockspec-Scene` field is invalid, or whose session can't be used.
  func rejected(_ call: MockCall, _ reason: String) -> Explanation {
    Explanation(
      call: values.line(call), outcome: .rejected(reason), candidates: [], moreCandidates: 0, notes: [],
      suggestedSpec: nil)
  }

  /// Explains a call that the server answers itself.
  ///
  /// - Parameter reason: Returns a sentence about the reply. Its argument is the call's line.
  func answeredByServer(_ call: MockCall, _ reason: (_ line: String) -> String) -> Explanation {
    let line = values.line(call)
    return Explanation(
      call: line, outcome: .answeredByServer(reason(line)), candidates: [], moreCandidates: 0,
      notes: ["in an app, requests can match this call"], suggestedSpec: nil)
  }

  /// Explains a call whose host passes through, whether or not a request matches.
  func hostPassesThrough(_ call: MockCall) -> Explanation {
    Explanation(
      call: values.line(call), outcome: .passedThrough, candidates: [], moreCandidates: 0,
      notes: ["the project file lists its host under 'passthrough'"], suggestedSpec: nil)
  }

  // MARK: - Unmatched calls

  /// Explains a call that no request answers, with the nearest requests and a suggested spec.
  func unmatched(_ parsed: inout ParsedCall) -> Explanation {
    let nearest = NearestRequests(to: &parsed, in: sets)
    var notes = heldFiles
    if sets.sets.isEmpty, sets.overlay.isEmpty {
      notes.append("the project has no requests")
    } else if nearest.shown.isEmpty {
      notes.append("no request in the project has this path or a similar one")
    }
    // A suggested spec would have the error 'reserved-path'.
    let isReserved = ControlPath.contains(parsed.call.path)
    if isReserved { notes.append("no spec can have this path: it is one of the server's control API") }
    let candidates = nearest.shown.map { candidate in
      // An enabled candidate that matches was skipped because it has no response to give.
      self.candidate(
        candidate.set, candidate.conditions, note: candidate.distance == 0 ? Self.noResponse(candidate.set) : nil)
    }
    let passes = sets.settings.unmatched == .passthrough && !parsed.call.isForServer
    if parsed.call.isForServer, sets.settings.passesCallsThrough {
      notes.append("calls of the server's own address aren't passed through")
    }
    if !passes, parsed.call.tokens(of: .upgrade).contains("websocket") {
      notes.append("it asks for a WebSocket, which a response with 'websocket' opens on a server")
    }
    return Explanation(
      call: values.line(parsed.call), outcome: passes ? .passedThrough : .unmatched, candidates: candidates,
      moreCandidates: nearest.moreAtPath, notes: notes,
      suggestedSpec: isReserved ? nil : SuggestedSpec.text(for: &parsed, in: sets))
  }

  // MARK: - Answered calls

  /// Explains a call that a request answers.
  ///
  /// - Parameters:
  ///   - parsed: The call.
  ///   - choose: Returns the response that a matching request would use, with the reason; `nil` if its sequence is
  ///     over.
  /// - Returns: The explanation, or `nil` if no request answers.
  func answered(
    _ parsed: inout ParsedCall,
    choose: (ResponseSet, inout ParsedCall) -> (response: Response, reason: Decision.Reason, why: String)?
  ) -> Explanation? {
    var answering: (set: ResponseSet, match: Explanation.Match)?
    var others: [Explanation.Candidate] = []
    var missed: [ResponseSet] = []
    for possible in sets.candidates(for: parsed.path) {
      if answering != nil, others.count >= Self.maxOthers { break }
      // A request answers once, whichever of its alternatives matches.
      guard let set = possible.match(&parsed), set.name != answering?.set.name else {
        if answering == nil { missed.append(possible.set) }
        continue
      }
      let conditions = set.matcher.evaluate(&parsed, isPathMet: true)
      let isMet = parsed.states.meet(set.matcher.states)
      if let (first, _) = answering {
        others.append(candidate(set, conditions, note: isMet ? set.reasonToComeAfter(first) : nil))
      } else if isEnabled(set), isMet, let (response, reason, why) = choose(set, &parsed) {
        answering = (
          set,
          Explanation.Match(
            request: candidate(set, conditions, note: nil), responseName: response.name, response: response.summary,
            reason: reason, why: why)
        )
      } else {
        others.append(candidate(set, conditions, note: isMet ? Self.noResponse(set) : nil))
      }
    }
    guard let (set, match) = answering else { return nil }
    return Explanation(
      call: values.line(parsed.call), outcome: .answered(match),
      candidates: others + nearest(of: missed, before: set, &parsed), moreCandidates: 0,
      notes: heldFiles, suggestedSpec: nil)
  }

  /// Returns the requests that a call may have been meant for, although one with a less specific path answers, such as one for
  /// all paths.
  private func nearest(
    of missed: [ResponseSet], before answering: ResponseSet, _ parsed: inout ParsedCall
  ) -> [Explanation.Candidate] {
    var found: [(set: ResponseSet, conditions: [EvaluatedCondition], failed: Int)] = []
    for set in missed where isEnabled(set) && set.hasMoreSpecificPath(than: answering) {
      let conditions = set.matcher.evaluate(&parsed, isPathMet: true)
      found.append((set, conditions, conditions.count { !$0.isMet }))
    }
    // The sort is stable, so that those that are tried first stay first.
    return found.sorted { $0.failed < $1.failed }.prefix(Self.maxMissed).map {
      candidate($0.set, $0.conditions, note: nil)
    }
  }

  /// A note about files that aren't served, since one of their requests can be the expected one.
  private var heldFiles: [String] { sets.heldFiles.isEmpty ? [] : [sets.heldFiles.summary] }

  private func candidate(_ set: ResponseSet, _ conditions: [EvaluatedCondition], note: String?) -> Explanation.Candidate
  {
    Explanation.Candidate(
      requestName: set.name, place: SpecPlace(set.range), alternative: set.alternative?.number,
      conditions: conditions.map { $0.result(showing: values) }, note: isEnabled(set) ? note : Self.disabled)
  }

  private static let disabled = "it is disabled"

  /// The reason why a request that matches has no response to give.
  private static func noResponse(_ set: ResponseSet) -> String {
    set.sequence.isEmpty
      ? "none of its responses is for the present states" : "all steps of its sequence have been answered"
  }
}

extension ResponseSet {
  /// Returns the first criterion of "Which request answers" in which this set ranks lower than another.
  fileprivate func reasonToComeAfter(_ first: ResponseSet) -> String {
    switch Rank(self, order: 0, position: 0).difference(from: Rank(first, order: 0, position: 0)) {
    case .priority: "lower priority: \(priority), not \(first.priority)"
    case .path: "less specific path: \(pathText), not \(first.pathText)"
    case .host: "less specific host: \(hostText), not \(first.hostText)"
    case .conditions: "fewer conditions: \(matcher.conditionCount), not \(first.matcher.conditionCount)"
    case .generation: "a written request precedes that of a collection"
    case .file, .position:
      range.file.path == first.range.file.path ? "comes later in the same file" : "comes from a later file"
    }
  }

  fileprivate func hasMoreSpecificPath(than other: ResponseSet) -> Bool {
    if case .path = Rank(other, order: 0, position: 0).difference(from: Rank(self, order: 0, position: 0)) {
      true
    } else {
      false
    }
  }

  private var pathText: String { matcher.path.map { "'\($0.value.text)'" } ?? "any" }
  private var hostText: String { matcher.host.map { "'\($0.value.description)'" } ?? "any" }
}
