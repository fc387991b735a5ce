import MockSpecDiagnostics

/// Puts an explanation together. Nothing in it changes what is answered next.
struct Explainer {
  private static let mostOthers = 10

  private let sets: ResponseSets
  private let values: ShownValues

  init(_ sets: ResponseSets) {
    self.sets = sets
    values = ShownValues(redaction: sets.settings.redaction)
  }

  func rejected(_ request: MockRequest, _ reason: String) -> Explanation {
    Explanation(
      request: values.line(request), outcome: .rejected(reason), candidates: [], moreCandidates: 0, notes: [],
      suggestedSpec: nil)
  }

  /// Whatever matches.
  func hostPassesThrough(_ request: MockRequest) -> Explanation {
    Explanation(
      request: values.line(request), outcome: .passedThrough, candidates: [], moreCandidates: 0,
      notes: ["the project file lists its host under 'passthrough'"], suggestedSpec: nil)
  }

  // MARK: - Nothing answers

  func unmatched(_ request: inout ParsedRequest) -> Explanation {
    let nearest = NearestRequests(to: &request, in: sets)
    var notes: [String] = []
    if sets.sets.isEmpty, sets.overlay.isEmpty {
      notes.append("the project has no requests")
    } else if nearest.shown.isEmpty {
      notes.append("no request of the project has this path, or one like it")
    }
    let candidates = nearest.shown.map { candidate in
      // One that matches all the same has fallen through at the end of its sequence.
      self.candidate(candidate.set, candidate.checks, note: candidate.distance == 0 ? Self.sequenceOver : nil)
    }
    let passes = sets.settings.unmatched == .passthrough
    return Explanation(
      request: values.line(request.request), outcome: passes ? .passedThrough : .unmatched, candidates: candidates,
      moreCandidates: nearest.moreAtPath, notes: notes,
      suggestedSpec: SuggestedSpec.text(for: &request, in: sets))
  }

  // MARK: - Something answers

  /// - Parameter choose: Which response a request that matches would give, and why; `nil` if its sequence is over.
  /// - Returns: `nil` if nothing answers.
  func answered(
    _ request: inout ParsedRequest, choose: (ResponseSet) -> (index: Int, reason: Decision.Reason, why: String)?
  ) -> Explanation? {
    var answering: (set: ResponseSet, answer: Explanation.Answer)?
    var others: [Explanation.Candidate] = []
    for possible in sets.candidates(for: request.path) {
      if answering != nil, others.count >= Self.mostOthers { break }
      guard let set = possible.match(&request) else { continue }
      let checks = set.matcher.checks(&request, isPathMet: true)
      if let (first, _) = answering {
        others.append(candidate(set, checks, note: set.reasonToComeAfter(first)))
      } else if let (index, reason, why) = choose(set) {
        let response = set.responses[index]
        answering = (
          set,
          Explanation.Answer(
            request: candidate(set, checks, note: nil), responseName: response.name, response: response.summary,
            reason: reason, why: why)
        )
      } else {
        others.append(candidate(set, checks, note: Self.sequenceOver))
      }
    }
    guard let answer = answering?.answer else { return nil }
    return Explanation(
      request: values.line(request.request), outcome: .answered(answer), candidates: others, moreCandidates: 0,
      notes: [], suggestedSpec: nil)
  }

  private func candidate(_ set: ResponseSet, _ checks: [ConditionCheck], note: String?) -> Explanation.Candidate {
    Explanation.Candidate(
      requestName: set.name, place: SpecPlace(set.range), conditions: checks.map { $0.result(showing: values) },
      note: note)
  }

  private static let sequenceOver = "its sequence has been answered to the end"
}

extension ResponseSet {
  /// In the words of "which request answers".
  fileprivate func reasonToComeAfter(_ first: ResponseSet) -> String {
    switch Rank(self, order: 0, position: 0).difference(from: Rank(first, order: 0, position: 0)) {
    case .priority: "lower priority: \(priority), not \(first.priority)"
    case .path: "less specific path: \(pathWords), not \(first.pathWords)"
    case .host: "less specific host: \(hostWords), not \(first.hostWords)"
    case .conditions: "fewer conditions: \(matcher.conditionCount), not \(first.matcher.conditionCount)"
    case .file, .position:
      range.file.path == first.range.file.path ? "stands further down in the same file" : "comes from a later file"
    }
  }

  private var pathWords: String { matcher.path.map { "'\($0.value.text)'" } ?? "any" }
  private var hostWords: String { matcher.host.map { "'\($0.value.description)'" } ?? "any" }
}
