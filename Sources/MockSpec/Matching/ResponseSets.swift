package import MockSpecDiagnostics

/// Every mocked request of a project with its named responses: one immutable snapshot, replaced whole by a reload.
public final class ResponseSets: Sendable {
  /// Tells snapshots of one engine apart.
  public let number: Int
  public let settings: ProjectSettings
  public let summary: ProjectSummary
  /// `Reply.index` is below this.
  public let replyCount: Int

  /// Scene → request → response, with all that a scene extends.
  package let scenes: [String: [String: String]]
  let loaded: SetIndex
  /// What was built in code, asked together with what was loaded.
  let overlay: Overlay

  init(
    number: Int, sets: [ResponseSet], scenes: [String: [String: String]], settings: ProjectSettings,
    summary: ProjectSummary, replyCount: Int
  ) {
    self.number = number
    self.scenes = scenes
    self.settings = settings
    self.summary = summary
    self.replyCount = replyCount
    loaded = SetIndex(sets)
    overlay = .empty
  }

  private init(_ sets: ResponseSets, _ overlay: Overlay) {
    number = sets.number
    settings = sets.settings
    summary = sets.summary
    replyCount = sets.replyCount
    scenes = sets.scenes
    loaded = sets.loaded
    self.overlay = overlay
  }

  /// The same loaded sets, whose index is shared, under others that were built in code.
  func under(_ additions: [Overlay.Addition]) -> ResponseSets {
    ResponseSets(self, Overlay(additions, over: sets))
  }

  /// Those that were loaded, in the order in which they are asked.
  package var sets: [ResponseSet] { loaded.sets }

  package subscript(name: String) -> ResponseSet? { overlay[name] ?? loaded[name] }

  package var names: [String] { overlay.names + sets.map(\.name).filter { overlay[$0] == nil } }

  /// What matches a path, in the order in which it is asked.
  func candidates(for path: RequestPath) -> Candidates { Candidates(loaded, overlay, path) }

  /// The name of the mocked request that matches first. Nothing is consumed and nothing is noted; whether a sequence is
  /// over isn't known here.
  public func name(matching request: MockRequest) -> String? {
    var parsed = ParsedRequest(request, knowsHost: knowsHost(of: request))
    var candidates = candidates(for: parsed.path)
    while let candidate = candidates.next() {
      if let set = candidate.match(&parsed) { return set.name }
    }
    return nil
  }

  /// Whether some host pattern matches, of the project or built in code. Needless for a URL, whose host always counts.
  func knowsHost(of request: MockRequest) -> Bool {
    if request.target == .url { return true }
    return request.host.map { loaded.knowsHost($0) || overlay.index.knowsHost($0) } ?? false
  }

  /// Whether requests may be sent to an origin: one whose host the project writes out, or lets pass through.
  package func isNamed(_ origin: Origin) -> Bool {
    settings.passesThrough(origin.host) || loaded.names(origin)
  }
}

/// One mocked request: what it matches, and its named responses, of which one is chosen at run time.
package final class ResponseSet: Sendable {
  // What every answer reads lies together, in front.
  package let responses: [Response]
  package let defaultIndex: Int
  let hasConditions: Bool
  package let name: String
  package let sequence: ResponseSequence
  /// Of the name in its file.
  package let range: SourceRange
  package let priority: Int
  let matcher: RequestMatcher

  init(
    name: String, range: SourceRange, priority: Int, matcher: RequestMatcher, responses: [Response], defaultIndex: Int,
    sequence: ResponseSequence
  ) {
    self.name = name
    self.range = range
    self.priority = priority
    self.matcher = matcher
    self.responses = responses
    self.defaultIndex = defaultIndex
    self.sequence = sequence
    hasConditions = matcher.hasConditions
  }

  func index(of response: String) -> Int? { responses.firstIndex { $0.name == response } }

  /// Whether the sequence names the same responses as often, wherever they stand among the others.
  func hasSameSequence(as other: ResponseSet) -> Bool {
    sequence.after == other.sequence.after
      && sequence.steps.elementsEqual(other.sequence.steps) { mine, theirs in
        mine.times == theirs.times && responses[mine.response].name == other.responses[theirs.response].name
      }
  }
}

/// A named response of a snapshot.
package struct Response: Sendable {
  package enum Outcome: Sendable {
    /// The same outcome for all requests.
    case fixed(Decision.Outcome)
    /// A reply made for each request; with a fault, the part of it that is sent.
    case template(ReplyTemplate, Fault?)
    /// A closure called for each request. Only in requests built in code.
    case closure(MockedResponse.Closure)
  }

  package let name: String
  package let outcome: Outcome
  let delay: Delay?
  var throttle: Throttle?
}

/// The responses that one request gives in turn.
package struct ResponseSequence: Sendable {
  struct Step: Sendable {
    let response: Int
    let times: Int
  }

  let steps: [Step]
  let after: AfterSequence
  /// How many answers the steps give together; saturates rather than overflowing.
  private let length: Int

  init(steps: [Step], after: AfterSequence) {
    self.steps = steps
    self.after = after
    length = steps.reduce(0) { sum, step in
      let (total, overflow) = sum.addingReportingOverflow(step.times)
      return overflow ? .max : total
    }
  }

  package var isEmpty: Bool { steps.isEmpty }

  /// The step that is the next answer after `answered` ones; the last one if it goes on.
  func step(after answered: Int) -> Decision.Step {
    let place = after == .restart && length > 0 ? answered % length : min(answered, length - 1)
    return Decision.Step(number: place + 1, count: length)
  }

  /// The response for the next answer after `answered` ones; `nil` if the request no longer matches.
  func response(after answered: Int) -> Int? {
    guard answered < length || after != .fallThrough else { return nil }
    var rest = after == .restart ? answered % length : answered
    for step in steps {
      if rest < step.times { return step.response }
      rest -= step.times
    }
    return steps.last?.response
  }
}
