import MockSpecDiagnostics
import MockSpecDocument

/// The content of a spec file that is to be written, as plain values.
///
/// A `Spec`, in contrast, is read from a file, so it is valid and has locations. The texts of a draft needn't be valid:
/// mistakes are reported when the written text is loaded. What is written and loaded again is the same content.
package struct SpecDraft: Sendable, Hashable {
  package var defaults = Defaults()
  /// States with their values.
  package var states: [State] = []
  package var collections: [Collection] = []
  package var requests: [Request] = []
  /// Texts for other programs. The names start with `x-`.
  package var extensions: [String: String] = [:]

  /// A state with values: those that it can have, that are asked for, or the one that it gets.
  package struct State: Sendable, Hashable {
    package var name: String
    package var values: [String]

    package init(name: String, values: [String]) {
      self.name = name
      self.values = values
    }
  }

  /// Items that clients change.
  package struct Collection: Sendable, Hashable {
    package var name: String
    package var path: String
    package var items: Items
    /// The name of the member with the id; `nil` for `id`.
    package var idName: String?
    /// Whether new ids are UUIDs.
    package var hasUUIDs = false
    /// Other names of the list's parameters, by `page`, `limit` and `sort`.
    package var parameters: [String: String] = [:]

    package init(name: String, path: String, items: Items) {
      self.name = name
      self.path = path
      self.items = items
    }
  }

  package enum Items: Sendable, Hashable {
    /// A list of objects.
    case json(JSON)
    /// A file beside the spec with such a list; see `Body.file(path:content:)`.
    case file(path: String, content: [UInt8]?)
  }

  package struct Request: Sendable, Hashable {
    package var name: String
    package var description: String?
    package var match = MatchDraft()
    /// The other alternatives of `match`.
    package var otherMatches: [MatchDraft] = []
    package var when: [State] = []
    package var priority = 0
    package var isEnabled = true
    package var defaultName: String?
    package var sequence: [SequenceStep] = []
    package var afterSequence = AfterSequence.stay
    package var responses: [Response]
    /// Texts for other programs. The names start with `x-`.
    package var extensions: [String: String] = [:]

    package init(
      name: String, description: String? = nil, match: MatchDraft = MatchDraft(), otherMatches: [MatchDraft] = [],
      when: [State] = [], priority: Int = 0, isEnabled: Bool = true, defaultName: String? = nil,
      sequence: [SequenceStep] = [], afterSequence: AfterSequence = AfterSequence.stay, responses: [Response],
      extensions: [String: String] = [:]
    ) {
      self.name = name
      self.description = description
      self.match = match
      self.otherMatches = otherMatches
      self.when = when
      self.priority = priority
      self.isEnabled = isEnabled
      self.defaultName = defaultName
      self.sequence = sequence
      self.afterSequence = afterSequence
      self.responses = responses
      self.extensions = extensions
    }
  }

  package struct Response: Sendable, Hashable {
    package var name: String
    package var description: String?
    package var when: [State] = []
    package var delay: Setting<Delay> = .inherited
    package var changes: [State] = []
    package var outcome: Outcome = .reply(Reply())

    package init(
      name: String, description: String? = nil, when: [State] = [], delay: Setting<Delay> = .inherited,
      changes: [State] = [], outcome: Outcome = .reply(Reply())
    ) {
      self.name = name
      self.description = description
      self.when = when
      self.delay = delay
      self.changes = changes
      self.outcome = outcome
    }
  }

  package enum Outcome: Sendable, Hashable {
    case reply(Reply)
    case fault(Fault, Reply)
    case failure(URLFailure)
    case forward(origin: String)
    case passThrough
  }

  package struct Reply: Sendable, Hashable {
    package var status: Setting<Int> = .inherited
    package var headers: [Header] = []
    package var body: Body?
    /// Whether clients can request parts of the body, which is in a file.
    package var acceptsRanges = false
    package var template: Setting<Bool> = .inherited
    package var throttle: Setting<Throttle> = .inherited

    package init(
      status: Setting<Int> = .inherited, headers: [Header] = [], body: Body? = nil, acceptsRanges: Bool = false,
      template: Setting<Bool> = .inherited, throttle: Setting<Throttle> = .inherited
    ) {
      self.status = status
      self.headers = headers
      self.body = body
      self.acceptsRanges = acceptsRanges
      self.template = template
      self.throttle = throttle
    }
  }

  package struct Header: Sendable, Hashable {
    package var name: String
    /// The values in the order in which they are sent; `removed` removes an inherited header.
    package var values: Setting<[String]>

    package init(name: String, values: Setting<[String]>) {
      self.name = name
      self.values = values
    }
  }

  package enum Body: Sendable, Hashable {
    /// A file beside the spec.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the spec's folder.
    ///   - content: The content, if the file is to be written, too.
    case file(path: String, content: [UInt8]?)
    case json(JSON)
    case text(String)
    case base64([UInt8])
    case stream(Stream)
  }

  /// A JSON value as written.
  package struct JSON: Sendable, Hashable {
    package let bytes: [UInt8]

    /// Returns `nil` if the bytes aren't JSON, or repeat a name in an object, which a spec can't.
    package init?(_ bytes: [UInt8]) {
      guard DocumentParser.parse(bytes, path: "", format: .json).diagnostics.isEmpty else { return nil }
      self.init(checked: bytes)
    }

    /// - Parameter bytes: Bytes that are known to be JSON.
    package init(checked bytes: [UInt8]) {
      // A byte order mark is allowed only at the start of a text.
      self.bytes = bytes.starts(with: "\u{FEFF}".utf8) ? Array(bytes.dropFirst(3)) : bytes
    }
  }

  package struct Defaults: Sendable, Hashable {
    package var match = MatchDraft()
    package var basePath: Setting<String> = .inherited
    package var status: Setting<Int> = .inherited
    package var headers: [Header] = []
    package var delay: Setting<Delay> = .inherited
    package var throttle: Setting<Throttle> = .inherited
    package var template: Setting<Bool> = .inherited
  }

  package init(
    defaults: Defaults = Defaults(), states: [State] = [], collections: [Collection] = [], requests: [Request] = []
  ) {
    self.defaults = defaults
    self.states = states
    self.collections = collections
    self.requests = requests
  }
}

/// A `match` that is to be written.
package struct MatchDraft: Sendable, Hashable {
  /// A short form that is written unchanged. All other properties are ignored.
  package var asWritten: String?
  package var methods: Setting<[String]> = .inherited
  package var scheme: Setting<String> = .inherited
  package var host: Setting<String> = .inherited
  package var port: Setting<Int> = .inherited
  package var path: Setting<String> = .inherited
  package var params: [ConditionDraft] = []
  package var query: [ConditionDraft] = []
  package var exactQuery: Setting<Bool> = .inherited
  package var headers: [ConditionDraft] = []
  package var cookies: [ConditionDraft] = []
  package var body: Setting<BodyDraft> = .inherited

  package init(
    asWritten: String? = nil, methods: Setting<[String]> = .inherited, scheme: Setting<String> = .inherited,
    host: Setting<String> = .inherited, port: Setting<Int> = .inherited, path: Setting<String> = .inherited,
    params: [ConditionDraft] = [], query: [ConditionDraft] = [], exactQuery: Setting<Bool> = .inherited,
    headers: [ConditionDraft] = [], cookies: [ConditionDraft] = [], body: Setting<BodyDraft> = .inherited
  ) {
    self.asWritten = asWritten
    self.methods = methods
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.params = params
    self.query = query
    self.exactQuery = exactQuery
    self.headers = headers
    self.cookies = cookies
    self.body = body
  }
}

/// The conditions on the values of one name.
package struct ConditionDraft: Sendable, Hashable {
  package var name: String
  /// The conditions, each of which some value must meet; `removed` removes an inherited condition.
  package var conditions: Setting<[ValueCondition]>

  package init(name: String, conditions: Setting<[ValueCondition]>) {
    self.name = name
    self.conditions = conditions
  }
}

/// A body matcher that is to be written.
package enum BodyDraft: Sendable, Hashable {
  case json(SpecDraft.JSON)
  case jsonEquals(SpecDraft.JSON)
  case pointers([ConditionDraft])
  case paths([ConditionDraft])
  case schema(SpecDraft.JSON)
  case schemaFile(path: String)
  case form([ConditionDraft])
  case multipart([ConditionDraft])
  case graphQL(operationName: String?, variables: SpecDraft.JSON?)
  case text(ValueCondition)
}

/// The content of a project file that is to be written, as plain values.
struct ProjectDraft: Sendable, Hashable {
  var defaults = SpecDraft.Defaults()
  var unmatched: ProjectSettings.Unmatched?
  var passthrough: [String] = []
  var timeout: Duration?
  var seed: TemplateSeed?
  var redact: [String] = []
  var allowOutside: [String] = []
  var allowCallbacks: [String] = []
  var scenes: [Scene] = []
  /// The settings of the server. Those that are equal to the defaults aren't written.
  var server = ProjectSettings.Server()

  struct Scene: Sendable, Hashable {
    var name: String
    var extends: String?
    var states: [SpecDraft.State] = []
    var selections: [Selection] = []
  }

  struct Selection: Sendable, Hashable {
    var request: String
    var response: String
  }
}
