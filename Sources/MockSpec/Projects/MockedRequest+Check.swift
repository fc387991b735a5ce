import MockSpecDiagnostics
import MockSpecDocument

// Requests built in code are converted to the text of a spec, so that the same checks apply to them as to files. Closures
// and bodies that are neither templates nor files aren't part of the text.
extension MockedRequest {
  /// A request that is valid by itself. The project can lack states that it names.
  struct Checked {
    /// The response set of each alternative. There is at least one.
    let sets: [ResponseSet]
    fileprivate let request: MockedRequest
    fileprivate let text: SpecText
    fileprivate let spec: Spec?

    /// - Throws: `MockedRequestError` for states and values that aren't declared.
    func check(_ declared: @autoclosure () -> DeclaredStates) throws(MockedRequestError) {
      guard let spec, sets[0].isStateful || !spec.usedCollections.isEmpty else { return }
      let problems = StateCheck([spec], beside: declared()).problems(.all).map { text.problem($0) }
      if !problems.isEmpty { throw MockedRequestError(request, problems) }
    }
  }

  /// Returns the response sets of the request.
  ///
  /// - Throws: `MockedRequestError` if the request isn't valid.
  func checked() throws(MockedRequestError) -> Checked {
    let text = SpecText(self)
    let spec = Pipeline.compile(
      Pipeline.read(text.bytes, as: .spec, shown: place.file, .json, origin: place.position),
      of: SpecFile(path: "/", shown: place.file), in: Self.context)
    let problems =
      text.problems + Pipeline.link([spec]).filter { $0.severity == .error }.map { text.problem($0) }
      + responses.flatMap(\.problems)
    guard problems.isEmpty, let request = spec.spec?.requests?.first else { throw MockedRequestError(self, problems) }
    let sets = request.alternatives.map(\.responseSet)
    let predicate = self.matcher.map { Predicate($0, range: sets[0].range) }
    let answers = zip(responses, sets[0].responses).map { $0.response(of: name, resolved: $1) }
    let checked = sets.map { set in
      ResponseSet(
        ResponseSet.Content(
          responses: answers, defaultIndex: set.defaultIndex, isEnabled: isEnabled, name: name, sequence: set.sequence,
          priority: priority, matcher: set.matcher.with(predicate: predicate), alternative: set.alternative,
          range: set.range))
    }
    return Checked(sets: checked, request: self, text: text, spec: spec.spec?.spec)
  }

  /// All files can be read, since the text names them by their absolute paths.
  private static var context: Pipeline.Context {
    Pipeline.Context(files: ProjectFiles(root: "/", workingDirectory: "/"))
  }
}

extension MockedResponse {
  /// Returns the response as part of a response set.
  ///
  /// - Parameters:
  ///   - request: The name of the request.
  ///   - resolved: The response that the text gives.
  fileprivate func response(of request: String, resolved: Response) -> Response {
    let outcome: Response.Outcome =
      switch outcome {
      case .forward, .passThrough: resolved.outcome
      case .reply(let reply) where isTemplate || reply.isFile: resolved.outcome
      case .fault(_, let reply) where isTemplate || reply.isFile: resolved.outcome
      case .fault(let fault, let reply): .fixed(.fault(fault, reply.reply(isShared: true)))
      // Each call gets a body of its own.
      case .reply(let reply) where reply.isStream: .closure { _ in reply }
      case .reply(let reply): .fixed(.reply(reply.reply(isShared: true)))
      case .failure(let failure): .fixed(.failure(failure))
      case .closure(let closure):
        .closure { [name] call in try await closure(call).validated(for: request, response: name) }
      }
    return Response(
      name: name, outcome: outcome, delay: delay == .fixed(.zero) ? nil : delay, throttle: throttle,
      .init(when: resolved.when, changes: resolved.changes))
  }

  /// The errors in the parts of the response that aren't in the text.
  fileprivate var problems: [String] {
    var problems = [delay.problem, throttleProblem].compactMap(\.self)
    switch outcome {
    case .reply(let reply), .fault(_, let reply):
      if let problem = reply.jsonProblem { problems.append(problem) }
      if reply.isElsewhere { problems.append("only a reply that is given here can break") }
      if reply.isStream, isTemplate { problems.append("a body in pieces can't be a template") }
      if reply.isStream, case .fault = outcome { problems.append("a body in pieces can't be combined with a fault") }
    case .closure:
      if isTemplate { problems.append("a closure's reply can't be a template") }
    case .failure, .forward, .passThrough:
      if throttle != nil { problems.append("only a reply can be throttled") }
      if isTemplate { problems.append("only a reply can be a template") }
    }
    return problems.map { "response '\(name)': \($0)" }
  }
}

extension Delay {
  /// The error in a delay that is built in code; `nil` if there is none.
  fileprivate var problem: String? {
    let durations: [Duration]
    switch self {
    case .fixed(let duration): durations = [duration]
    case .uniform(let low, let high): durations = [low, high]
    case .logNormal(let median, let sigma):
      durations = [median]
      if !(0..<Double.infinity).contains(sigma) { return "expected a sigma of zero or more, found \(sigma)" }
    }
    let longest = Self.allowed.upperBound
    if let negative = durations.first(where: { $0 < .zero }) {
      return "expected a delay of zero or more, found \(negative)"
    }
    return durations.first { $0 > longest }.map { "expected a delay of at most \(longest), found \($0)" }
  }
}

extension MockReply {
  /// Returns the reply with the content of its file, after checks with the same messages as for a spec.
  ///
  /// - Parameters:
  ///   - request: The name of the request to which the reply belongs.
  ///   - response: The name of the response.
  /// - Throws: `MockedRequestError` if the reply isn't valid, or its file can't be used.
  fileprivate func validated(for request: String, response: String) throws(MockedRequestError) -> MockReply {
    if isValid, !isFile, !isElsewhere { return self }
    let sets = try MockedRequest(request, "/") { MockedResponse(response, self) }.checked().sets
    guard case .fixed(.reply(let reply))? = sets[0].responses.first?.outcome else { return self }
    return MockReply(reply)
  }
}
