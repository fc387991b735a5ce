import MockSpecDiagnostics
import MockSpecDocument

/// The content of a spec file that is to be written, as plain values.
///
/// A `Spec`, in contrast, is read from a file, so it is valid and has locations. The texts of a draft needn't be valid:
/// mistakes are reported when the written text is loaded. What is written and loaded again is the same content.
struct SpecDraft: Sendable, Hashable {
  var defaults = Defaults()
  /// States with their values.
  var states: [State] = []
  var requests: [Request] = []

  /// A state with values: those that it can have, that are asked for, or the one that it gets.
  struct State: Sendable, Hashable {
    var name: String
    var values: [String]
  }

  struct Request: Sendable, Hashable {
    var name: String
    var description: String?
    var match = MatchDraft()
    /// The other alternatives of `match`.
    var otherMatches: [MatchDraft] = []
    var when: [State] = []
    var priority = 0
    var isEnabled = true
    var defaultName: String?
    var sequence: [SequenceStep] = []
    var afterSequence = AfterSequence.stay
    var responses: [Response]
    /// Texts for other programs. The names start with `x-`.
    var extensions: [String: String] = [:]
  }

  struct Response: Sendable, Hashable {
    var name: String
    var description: String?
    var when: [State] = []
    var delay: Setting<Delay> = .inherited
    var changes: [State] = []
    var outcome: Outcome = .reply(Reply())
  }

  enum Outcome: Sendable, Hashable {
    case reply(Reply)
    case fault(Fault, Reply)
    case failure(URLFailure)
    case forward(origin: String)
    case passThrough
  }

  struct Reply: Sendable, Hashable {
    var status: Setting<Int> = .inherited
    var headers: [Header] = []
    var body: Body?
    /// Whether clients can request parts of the body, which is in a file.
    var acceptsRanges = false
    var template: Setting<Bool> = .inherited
    var throttle: Setting<Throttle> = .inherited
  }

  struct Header: Sendable, Hashable {
    var name: String
    /// The values in the order in which they are sent; `removed` removes an inherited header.
    var values: Setting<[String]>
  }

  enum Body: Sendable, Hashable {
    /// A file beside the spec.
    ///
    /// - Parameters:
    ///   - path: The path, relative to the spec's folder.
    ///   - content: The content, if the file is to be written, too.
    case file(path: String, content: [UInt8]?)
    case json(JSON)
    case text(String)
    case base64([UInt8])
  }

  /// A JSON value as written.
  struct JSON: Sendable, Hashable {
    let bytes: [UInt8]

    /// Returns `nil` if the bytes aren't JSON, or repeat a name in an object, which a spec can't.
    init?(_ bytes: [UInt8]) {
      guard DocumentParser.parse(bytes, path: "", format: .json).diagnostics.isEmpty else { return nil }
      self.init(checked: bytes)
    }

    /// - Parameter bytes: Bytes that are known to be JSON.
    init(checked bytes: [UInt8]) {
      // A byte order mark is allowed only at the start of a text.
      self.bytes = bytes.starts(with: "\u{FEFF}".utf8) ? Array(bytes.dropFirst(3)) : bytes
    }
  }

  struct Defaults: Sendable, Hashable {
    var match = MatchDraft()
    var basePath: Setting<String> = .inherited
    var status: Setting<Int> = .inherited
    var headers: [Header] = []
    var delay: Setting<Delay> = .inherited
    var throttle: Setting<Throttle> = .inherited
    var template: Setting<Bool> = .inherited
  }
}

/// A `match` that is to be written.
struct MatchDraft: Sendable, Hashable {
  /// A short form that is written unchanged. All other properties are ignored.
  var asWritten: String?
  var methods: Setting<[String]> = .inherited
  var scheme: Setting<String> = .inherited
  var host: Setting<String> = .inherited
  var port: Setting<Int> = .inherited
  var path: Setting<String> = .inherited
  var params: [ConditionDraft] = []
  var query: [ConditionDraft] = []
  var exactQuery: Setting<Bool> = .inherited
  var headers: [ConditionDraft] = []
  var cookies: [ConditionDraft] = []
  var body: Setting<BodyDraft> = .inherited
}

/// The conditions on the values of one name.
struct ConditionDraft: Sendable, Hashable {
  var name: String
  /// The conditions, each of which some value must meet; `removed` removes an inherited condition.
  var conditions: Setting<[ValueCondition]>
}

/// A body matcher that is to be written.
enum BodyDraft: Sendable, Hashable {
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
