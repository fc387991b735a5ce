package import MockSpecDiagnostics

/// Every mocked request of a project with its named responses: one immutable snapshot, replaced whole by a reload.
public final class ResponseSets: Sendable {
  /// Tells snapshots of one engine apart.
  public let number: Int
  public let settings: ProjectSettings
  public let summary: ProjectSummary
  /// `Reply.index` is below this.
  public let replyCount: Int

  /// In the order in which they are asked, so that the first that matches answers.
  package let sets: [ResponseSet]
  /// Scene → request → response, with all that a scene extends.
  package let scenes: [String: [String: String]]
  private let index: PathIndex
  private let places: [String: Int]
  private let hosts: [HostPattern]

  init(
    number: Int, sets: [ResponseSet], scenes: [String: [String: String]], settings: ProjectSettings,
    summary: ProjectSummary, replyCount: Int
  ) {
    self.number = number
    self.sets = sets
    self.scenes = scenes
    self.settings = settings
    self.summary = summary
    self.replyCount = replyCount
    places = Dictionary(sets.enumerated().map { ($1.name, $0) }) { first, _ in first }
    index = PathIndex(sets.map { $0.matcher.path?.value })
    hosts = Array(Set(sets.compactMap { $0.matcher.host?.value }))
  }

  package subscript(name: String) -> ResponseSet? { places[name].map { sets[$0] } }

  package var names: [String] { sets.map(\.name) }

  /// The sets whose path matches, in the order in which they are asked.
  func candidates(for path: RequestPath) -> some Sequence<ResponseSet> {
    index.sets(for: path).lazy.map { [sets] in sets[Int($0)] }
  }

  /// Whether requests may be sent to an origin: one whose host the project writes out, or lets pass through.
  package func isNamed(_ origin: Origin) -> Bool {
    if settings.passesThrough(origin.host) { return true }
    if hosts.contains(where: { !$0.isWildcard && $0.matches(origin.host) }) { return true }
    return sets.contains { $0.responses.contains { if case .forward(origin) = $0.outcome { true } else { false } } }
  }

  /// Whether some host pattern of the project matches.
  func knowsHost(_ host: String?) -> Bool {
    guard let host else { return false }
    return hosts.contains { $0.matches(host) }
  }
}

/// One mocked request: what it matches, and its named responses, of which one is chosen at run time.
package final class ResponseSet: Sendable {
  package let name: String
  /// Of the name in its file.
  package let range: SourceRange
  package let priority: Int
  let matcher: RequestMatcher
  package let responses: [Response]
  package let defaultIndex: Int
  package let sequence: ResponseSequence

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

/// A named response, finished.
package struct Response: Sendable {
  package enum Outcome: Sendable {
    case reply(Reply)
    case template(ReplyTemplate)
    case failure(URLFailure)
    case forward(Origin)
    case passThrough
  }

  package let name: String
  package let outcome: Outcome
  let delay: Delay?
  var throttle: Throttle?
  package var fault: Fault?
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
