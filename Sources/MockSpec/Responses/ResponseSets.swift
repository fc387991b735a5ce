package import MockSpecDiagnostics

/// The mocked requests of a project with their named responses.
///
/// This is an immutable snapshot. A reload creates a new one.
public final class ResponseSets: Sendable {
  /// The number of the snapshot, unique in one engine.
  public let number: Int
  /// The settings of the project file.
  public let settings: ProjectSettings
  /// The number of files, requests and responses.
  public let summary: ProjectSummary
  /// The files whose newest version isn't served, since it has errors.
  public let heldFiles: [HeldFile]

  /// For each scene, the selected response of each request, including those of the scenes that it extends.
  package let scenes: [String: [String: String]]
  /// For each scene that sets states, their values.
  package let sceneStates: [String: [String: String]]
  /// The states that the files and the specs that were added at run time declare.
  package let states: DeclaredStates
  /// The loaded requests.
  let loaded: SetIndex
  /// The requests built in code or added at run time, which are tried together with the loaded ones.
  let overlay: Overlay
  /// Compiles specs that are added at run time; `nil` if the project has no files.
  let compiler: (any RuntimeCompiler)?

  init(
    number: Int, sets: [ResponseSet], scenes: [String: [String: String]],
    sceneStates: [String: [String: String]] = [:], states: DeclaredStates = DeclaredStates(), settings: ProjectSettings,
    summary: ProjectSummary, heldFiles: [HeldFile] = [], compiler: (any RuntimeCompiler)? = nil
  ) {
    self.compiler = compiler
    self.heldFiles = heldFiles
    self.number = number
    self.scenes = scenes
    self.sceneStates = sceneStates
    self.states = states
    self.settings = settings
    self.summary = summary
    loaded = SetIndex(sets)
    overlay = .empty
  }

  /// Creates a snapshot of a project of which only requests have changed.
  ///
  /// - Parameters:
  ///   - sets: The snapshot of the project before the change. Requests built in code aren't taken over.
  ///   - number: The number of the snapshot.
  ///   - loaded: The loaded requests.
  ///   - summary: The number of files, requests and responses.
  ///   - heldFiles: The files whose newest version isn't served.
  ///   - compiler: Compiles specs that are added at run time.
  convenience init(
    _ sets: ResponseSets, number: Int, loaded: SetIndex, summary: ProjectSummary, heldFiles: [HeldFile],
    compiler: any RuntimeCompiler
  ) {
    self.init(sets, number: number, loaded, .empty, summary, heldFiles, compiler: compiler)
  }

  private init(
    _ sets: ResponseSets, number: Int, _ loaded: SetIndex, _ overlay: Overlay, _ summary: ProjectSummary,
    _ heldFiles: [HeldFile], _ change: MockSettings = MockSettings(), compiler: (any RuntimeCompiler)?
  ) {
    self.compiler = compiler
    self.heldFiles = heldFiles
    self.number = number
    settings = change.applied(to: sets.settings)
    self.summary = summary
    scenes = sets.scenes.merging(change.scenes) { _, new in new }
    sceneStates =
      change.scenes.isEmpty ? sets.sceneStates : sets.sceneStates.filter { change.scenes[$0.key] == nil }
    states = sets.states(beside: overlay)
    self.loaded = loaded
    self.overlay = overlay
  }

  /// Returns the snapshot of a loaded project with what a session adds. It shares the index of the loaded requests.
  ///
  /// - Parameters:
  ///   - overlay: The requests built in code.
  ///   - change: The changes of the settings.
  func with(_ overlay: Overlay, _ change: MockSettings) -> ResponseSets {
    if overlay.isEmpty, change == MockSettings() { return self }
    return ResponseSets(self, number: number, loaded, overlay, summary, heldFiles, change, compiler: compiler)
  }

  /// Returns the states of the project with those that specs added at run time declare.
  func states(beside overlay: Overlay) -> DeclaredStates {
    var states = states
    states.add(overlay.states)
    return states
  }

  /// Returns the states and collections that a new request can use: those of the project, and of specs that were added at run
  /// time.
  ///
  /// - Parameters:
  ///   - overlay: The requests that stay, whose collections can be used.
  ///   - added: The states that specs added at run time declare; `nil` for all of the overlay.
  func usableStates(beside overlay: Overlay, _ added: [StateDeclaration]? = nil) -> DeclaredStates {
    var states = states
    states.add(added ?? overlay.states)
    states.collections.formUnion(overlay.collections)
    return states
  }

  /// The loaded requests, in the order in which they are tried, with each alternative of those that have several.
  package var sets: ChunkedArray<ResponseSet> { loaded.sets }

  /// The loaded requests, in the order in which they are tried first.
  package var requests: [ResponseSet] { sets.filter(\.isFirstAlternative) }

  /// The request with a name. Requests built in code override loaded ones.
  package subscript(name: String) -> ResponseSet? { overlay[name] ?? loaded[name] }

  /// The request with a name and an alternative, among the loaded ones.
  subscript(key: SetKey) -> ResponseSet? { loaded.place(of: key).map { sets[$0] } }

  /// The names of all requests.
  package var names: [String] { allRequests.map(\.name) }

  /// All requests: those built in code, then the loaded ones that they don't override.
  var allRequests: [ResponseSet] { all.filter(\.isFirstAlternative) }

  /// The same, with each alternative.
  var all: [ResponseSet] { overlay.sets + sets.filter { overlay[$0.name] == nil } }

  /// Returns the requests that match a path, in the order in which they are tried.
  func candidates(for path: CallPath) -> Candidates { Candidates(loaded, overlay, path) }

  /// Returns the name of the first request that matches a call; `nil` if none matches.
  ///
  /// No step of a sequence is consumed, and the call isn't recorded in the journal. Requests with `enabled: false` are
  /// skipped. The result doesn't consider which requests an engine has enabled or disabled, or whether a sequence fell
  /// through.
  public func name(matching call: MockCall) -> String? {
    var parsed = ParsedCall(call, knowsHost: knowsHost(of: call))
    var candidates = candidates(for: parsed.path)
    while let candidate = candidates.next() {
      if let set = candidate.match(&parsed), set.isEnabled { return set.name }
    }
    return nil
  }

  /// Returns whether hosts are compared for a call: always for a URL, else only if any host pattern matches.
  func knowsHost(of call: MockCall) -> Bool {
    if call.target == .url { return true }
    return call.host.map { loaded.knowsHost($0) || overlay.knowsHost($0) } ?? false
  }

  /// Returns whether a request is for a scheme, in lower case.
  package func names(scheme: String) -> Bool { loaded.names(scheme: scheme) || overlay.names(scheme: scheme) }

  /// Returns whether calls can be sent to an origin, because the project names its host or lets it pass through.
  package func isNamed(_ origin: Origin) -> Bool {
    settings.passesThrough(origin.host) || loaded.names(origin)
  }
}

extension ResponseSets {
  // Other modules would copy all settings to read one of them.

  /// Whether calls can pass through although no response says so.
  package var passesCallsThrough: Bool { settings.passesCallsThrough }

  /// The origins whose pages can call the mocks.
  package var allowedOrigins: AllowedOrigins { settings.server.cors }

  /// The first response that forwards to an origin with the scheme `https`, for a message; `nil` if there is none.
  package var encryptedForward: String? {
    guard reachesOthers else { return nil }
    for set in all {
      for response in set.responses {
        guard case .fixed(.forward(let origin)) = response.outcome, origin.isEncrypted else { continue }
        return "'forward: \(origin)' of response '\(response.name)' of '\(set.name)'"
      }
    }
    return nil
  }

  /// Whether calls can be forwarded or passed through. Loaded requests that others override count, too.
  package var reachesOthers: Bool { settings.passesCallsThrough || loaded.reachesOthers || overlay.reachesOthers }
}

/// A mocked request: its conditions and its named responses, of which one is chosen for each call. A request with alternatives
/// has a set for each of them; they have the same name and responses.
package final class ResponseSet: Sendable, Equatable {
  struct Content: Sendable, Equatable {
    // The properties that every call reads come first, so that they share a cache line.
    var responses: [Response]
    /// The index of the response that answers if nothing else chooses one: the default, or the first one that doesn't depend
    /// on states; `nil` if there is none.
    var defaultIndex: Int?
    /// Whether the request can answer until an engine enables or disables it.
    var isEnabled = true
    var name: String
    var sequence: ResponseSequence
    var priority: Int
    var matcher: RequestMatcher
    /// Which alternative of `match` the matcher is; `nil` if there is only one.
    var alternative: Alternative?
    /// The location of the request's name.
    @Uncompared var range: SourceRange
  }

  let hasConditions: Bool
  let content: Content
  /// The sequence with its steps; `nil` if there is none.
  let sequenceKey: SequenceKey?
  /// Whether responses depend on states, or set them.
  let hasStatefulResponses: Bool
  /// Whether states decide whether the request matches or which of its responses answers, or are set by one, or a response
  /// depends on items.
  let usesStates: Bool
  /// Whether an answer depends on what earlier calls changed in the session, or changes it.
  let isStateful: Bool
  /// What a response does with the items of a collection; `nil` if none does.
  let items: ItemAction?

  init(_ content: Content) {
    self.content = content
    sequenceKey =
      content.sequence.isEmpty
      ? nil : SequenceKey(request: content.name, content.sequence, content.responses)
    hasConditions = content.matcher.hasConditions
    // Only the first response of a collection's request does something.
    items = content.responses.first?.action
    hasStatefulResponses = content.responses.contains { !$0.when.isEmpty || !$0.changes.isEmpty }
    usesStates = hasStatefulResponses || !content.matcher.states.isEmpty || items != nil
    isStateful = sequenceKey != nil || usesStates
  }

  /// Returns whether both answer the same calls in the same way, wherever they are written.
  package static func == (left: ResponseSet, right: ResponseSet) -> Bool {
    left === right || left.content == right.content
  }

  package var responses: [Response] { content.responses }
  package var defaultIndex: Int? { content.defaultIndex }
  package var isEnabled: Bool { content.isEnabled }
  package var name: String { content.name }
  package var sequence: ResponseSequence { content.sequence }
  package var range: SourceRange { content.range }
  package var priority: Int { content.priority }
  var matcher: RequestMatcher { content.matcher }
  package var alternative: Alternative? { content.alternative }
  var key: SetKey { SetKey(name: name, alternative: alternative?.number ?? 1) }
  /// Whether no other alternative of the request is tried before.
  package var isFirstAlternative: Bool { alternative?.isFirst ?? true }

  /// Whether the request belongs to a collection, rather than being written.
  package var isOfCollection: Bool { items != nil }

  /// Returns the index of the response with a name.
  func index(of response: String) -> Int? { responses.firstIndex { $0.name == response } }
}

/// A named response of a snapshot.
package struct Response: Sendable, Equatable {
  package enum Outcome: Sendable {
    /// The same outcome for all calls.
    case fixed(ResponseOutcome<Reply>)
    /// A reply rendered for each call. A fault breaks it.
    case template(ReplyTemplate, Fault?)
    /// A closure that is called for each call. Only requests built in code have it.
    case closure(MockedResponse.Closure)
  }

  package let name: String
  package let outcome: Outcome
  let delay: Delay?
  var throttle: Throttle?
  /// Whether calls can ask for parts of the body.
  var acceptsRanges = false
  /// Whether the body is a stream of events.
  var isStream = false
  private let extras: BoxedExtras?

  /// What few responses have. It is in a box, since each decision copies the response.
  struct Extras: Sendable, Equatable {
    /// The WebSocket that the reply opens; `nil` for other responses.
    var socket: SocketScript?
    /// The states in which the response answers.
    var when: [StateCondition] = []
    /// The states that the response sets, with their values.
    var changes: [String: String] = [:]
    /// What is written of a built-in response of a collection's request; `nil` for other responses.
    var builtIn: BuiltInResponse?
    /// What the response does with the items of a collection, before it answers; `nil` for most responses.
    var action: ItemAction?
    /// The calls that the mock makes after the answer.
    var callbacks: [CallbackTemplate] = []
  }

  private final class BoxedExtras: Sendable, Equatable {
    let value: Extras

    init(_ value: Extras) { self.value = value }

    static func == (left: BoxedExtras, right: BoxedExtras) -> Bool { left === right || left.value == right.value }
  }

  init(
    name: String, outcome: Outcome, delay: Delay?, throttle: Throttle? = nil, acceptsRanges: Bool = false,
    isStream: Bool = false, _ extras: Extras = Extras()
  ) {
    self.name = name
    self.outcome = outcome
    self.delay = delay
    self.throttle = throttle
    self.acceptsRanges = acceptsRanges
    self.isStream = isStream
    self.extras = extras == Extras() ? nil : BoxedExtras(extras)
  }

  var socket: SocketScript? { extras?.value.socket }
  var when: [StateCondition] { extras?.value.when ?? [] }
  var changes: [String: String] { extras?.value.changes ?? [:] }
  var builtIn: BuiltInResponse? { extras?.value.builtIn }
  var action: ItemAction? { extras?.value.action }
  var callbacks: [CallbackTemplate] { extras?.value.callbacks ?? [] }

  /// Whether calls are sent to another server.
  var reachesOthers: Bool {
    switch outcome {
    case .fixed(.forward), .fixed(.passThrough): true
    case .fixed, .template, .closure: false
    }
  }

  /// Whether the response or one of its callbacks is a template that reads items.
  var readsItems: Bool { !outcome.itemRoots.isEmpty || callbacks.contains { !$0.itemRoots.isEmpty } }

  /// Whether it reads the items of any collection, rather than those of its own request.
  var readsCollections: Bool {
    outcome.itemRoots.contains(.collections) || callbacks.contains { $0.itemRoots.contains(.collections) }
  }

  /// Whether all calls get the same, at once.
  var isConstant: Bool {
    guard case .fixed = outcome else { return false }
    return delay == nil && throttle == nil && !acceptsRanges && !isStream && callbacks.isEmpty && socket == nil
  }
}

extension Response.Outcome {
  /// The first parts of the names in a template whose values are made of items.
  fileprivate var itemRoots: [TemplateRoot] {
    if case .template(let template, _) = self { template.itemRoots } else { [] }
  }
}

/// Closures can't be compared.
extension Response.Outcome: Equatable {
  package static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.fixed(let mine), .fixed(let theirs)): mine == theirs
    case (.template(let mine, let myFault), .template(let theirs, let theirFault)):
      mine == theirs && myFault == theirFault
    case (.fixed, _), (.template, _), (.closure, _): false
    }
  }
}

/// The responses of a request that answer in turn.
package struct ResponseSequence: Sendable, Equatable {
  struct Step: Sendable, Equatable {
    let response: Int
    let times: Int
  }

  let steps: [Step]
  let after: AfterSequence
  /// The number of answers of all steps together; `Int.max` if it overflows.
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

  /// Returns the position of the next answer after a number of answers. After the end, it is that of the last answer.
  func step(after answered: Int) -> Decision.Step {
    let place = after == .restart && length > 0 ? answered % length : min(answered, length - 1)
    return Decision.Step(number: place + 1, count: length)
  }

  /// Returns the index of the next response after a number of answers; `nil` if the request no longer matches.
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
