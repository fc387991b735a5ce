import MockSpecDiagnostics
import MockSpecDocument

/// The content of a spec file as typed values with source ranges, before defaults are applied and names are looked up.
struct Spec: Sendable {
  var file: SpecFile
  var defaults: Defaults
  var states: [StateDeclaration] = []
  /// Whether more states may be meant: there is an unknown key, or `states` has another form.
  var lacksStates = false
  /// Whether a request or a response depends on states or sets them.
  var usesStates = false
  var collections: [Collection] = []
  /// The collections whose items templates read, each with the location of the tag.
  var usedCollections: [Located<String>] = []
  /// Whether names can be those of other specs.
  var dependsOnOthers: Bool { usesStates || !usedCollections.isEmpty }
  /// The requests, and those of the collections after them.
  var requests: [Request]

  /// A mocked request. This is a class because checks iterate over all requests, and copies would be expensive.
  final class Request: Sendable {
    let name: Located<String>
    /// The alternatives of `match`, each with its location. There is at least one.
    let matches: [Located<MatchRules>]
    /// The states in which it matches.
    let when: [StateCondition]
    let priority: Int
    let isEnabled: Bool
    let defaultName: Located<String>?
    let sequence: [Step]
    let afterSequence: AfterSequence
    let responses: [Response]
    /// What it does with the items of a collection; `nil` for a written request.
    let items: ItemRequest?

    init(
      name: Located<String>, matches: [Located<MatchRules>], when: [StateCondition], priority: Int,
      isEnabled: Bool, defaultName: Located<String>?, sequence: [Step], afterSequence: AfterSequence,
      responses: [Response], items: ItemRequest? = nil
    ) {
      self.name = name
      self.matches = matches
      self.when = when
      self.priority = priority
      self.isEnabled = isEnabled
      self.defaultName = defaultName
      self.sequence = sequence
      self.afterSequence = afterSequence
      self.responses = responses
      self.items = items
    }

    /// Whether the request or a response depends on states or sets them.
    var usesStates: Bool {
      !when.isEmpty || responses.contains { !$0.when.isEmpty || !$0.changes.isEmpty }
    }

    /// Whether requests that are tried later never answer the calls that this one matches.
    var hidesLaterRequests: Bool { isEnabled && afterSequence != .fallThrough && answersInAnyState }

    /// Whether one of the responses answers, whatever the states are.
    var answersInAnyState: Bool { defaultName != nil || responses.contains(where: \.when.isEmpty) }
  }

  /// A step of a sequence.
  struct Step: Sendable {
    var response: Located<String>
    var times: Int
  }

  /// A response. This is a class for the same reason as `Request`.
  final class Response: Sendable {
    let name: Located<String>
    /// The states in which it answers.
    let when: [StateCondition]
    /// The states that it sets.
    let changes: [StateChange]
    let delay: Setting<Delay>
    /// The calls that the mock makes after the answer.
    let callbacks: [Callback]
    let outcome: ResponseOutcome<HTTPReply>
    /// What is written of a built-in response of a collection's request; `nil` for other responses.
    let builtIn: BuiltInResponse?

    init(
      name: Located<String>, when: [StateCondition], changes: [StateChange], delay: Setting<Delay>,
      callbacks: [Callback] = [], outcome: ResponseOutcome<HTTPReply>, builtIn: BuiltInResponse? = nil
    ) {
      self.name = name
      self.when = when
      self.changes = changes
      self.delay = delay
      self.callbacks = callbacks
      self.outcome = outcome
      self.builtIn = builtIn
    }

    /// Whether the outcome is an HTTP reply. Other outcomes don't inherit status, headers, throttle and template.
    var isHTTPReply: Bool { if case .reply = outcome { true } else { false } }

    /// The HTTP reply, including one that a fault breaks; `nil` for other outcomes.
    var reply: HTTPReply? { outcome.reply }

    var body: Body? { reply?.body }
  }

  /// The keys of an HTTP reply.
  struct HTTPReply: Sendable {
    static let defaultStatus = 200

    var status: Setting<Int> = .inherited
    var headers: [HeaderRule] = []
    var body: Body?
    /// The location of `ranges: true`; `nil` if clients can't request parts of the body.
    var ranges: SourceRange?
    var template: Setting<Bool> = .inherited
    var throttle: Setting<Throttle> = .inherited
    /// The WebSocket that the reply opens; `nil` for other replies.
    var socket: Socket?
  }

  /// The body of an HTTP reply, as written.
  enum Body: Sendable {
    case file(Located<String>)
    case json(Node)
    case text(Located<String>)
    case base64([UInt8])
    case stream(Stream)
  }

  /// The `defaults` of a file or of the project.
  struct Defaults: Sendable {
    var match = MatchRules()
    var basePath: Setting<Located<PathPattern>> = .inherited
    var response = ResponseDefaults()

    /// Returns these defaults, overriding others.
    func over(_ outer: Defaults) -> Defaults {
      Defaults(
        match: match.over(outer.match), basePath: basePath.over(outer.basePath),
        response: response.over(outer.response))
    }
  }

  /// The `defaults` for responses.
  struct ResponseDefaults: Sendable {
    var status: Setting<Int> = .inherited
    var headers: [HeaderRule] = []
    var template: Setting<Bool> = .inherited
    var delay: Setting<Delay> = .inherited
    var throttle: Setting<Throttle> = .inherited

    /// Returns these defaults, overriding others.
    func over(_ outer: ResponseDefaults) -> ResponseDefaults {
      ResponseDefaults(
        status: status.over(outer.status), headers: headers.over(outer.headers),
        template: template.over(outer.template), delay: delay.over(outer.delay),
        throttle: throttle.over(outer.throttle))
    }
  }
}

/// A state with the value that it gets.
struct StateChange: Sendable {
  let state: Located<String>
  let value: Located<String>
}

extension [StateChange] {
  /// The new values by name.
  var values: [String: String] { Dictionary(map { ($0.state.value, $0.value.value) }) { first, _ in first } }
}

/// A response header. `values` are in the order in which they are sent, or `removed` if an inherited header is removed.
struct HeaderRule: Sendable {
  var name: Located<String>
  var values: Setting<[Located<String>]>
}

extension [HeaderRule] {
  /// Returns these headers merged with others by name, ignoring case. These override the others, at the others'
  /// positions.
  func over(_ outer: [HeaderRule]) -> [HeaderRule] { merged(over: outer) { $0.name.value.lowercased() } }
}

/// The content of a project file as typed values.
struct ProjectSpec: Sendable {
  var defaults = Spec.Defaults()
  var settings = ProjectSettings()
  var allowOutside: [Located<String>] = []
  var scenes: [Scene] = []

  struct Scene: Sendable {
    var name: Located<String>
    var extends: Located<String>?
    var selections: [(request: Located<String>, response: Located<String>)]
    /// The states that it sets when it is activated.
    var states: [StateChange] = []
  }
}
