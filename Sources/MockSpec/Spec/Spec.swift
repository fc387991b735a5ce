import MockSpecDiagnostics
import MockSpecDocument

/// One spec file as written: typed and with places, but nothing inherited yet and nothing looked up.
struct Spec: Sendable {
  var file: SpecFile
  var defaults: Defaults
  var requests: [Request]

  /// A class, since every check walks over all requests, and the values inside are large.
  final class Request: Sendable {
    let name: Located<String>
    let match: MatchRules
    let priority: Int
    let defaultName: Located<String>?
    let sequence: [Step]
    let afterSequence: AfterSequence
    let responses: [Response]

    init(
      name: Located<String>, match: MatchRules, priority: Int, defaultName: Located<String>?, sequence: [Step],
      afterSequence: AfterSequence, responses: [Response]
    ) {
      self.name = name
      self.match = match
      self.priority = priority
      self.defaultName = defaultName
      self.sequence = sequence
      self.afterSequence = afterSequence
      self.responses = responses
    }
  }

  struct Step: Sendable {
    var response: Located<String>
    var times: Int
  }

  /// A class for the same reason.
  final class Response: Sendable {
    let name: Located<String>
    let delay: Setting<Delay>
    let outcome: Outcome

    init(name: Located<String>, delay: Setting<Delay>, outcome: Outcome) {
      self.name = name
      self.delay = delay
      self.outcome = outcome
    }

    /// Whether it is an HTTP answer: other outcomes don't inherit status, headers, throttle and template.
    var isHTTPAnswer: Bool { if case .answer = outcome { true } else { false } }

    /// The answer, or the one that a fault breaks.
    var answer: Answer? {
      switch outcome {
      case .answer(let answer), .fault(_, let answer): answer
      case .failure, .forward, .passThrough: nil
      }
    }

    var body: Body? { answer?.body }
  }

  /// How a response ends its request, as written.
  enum Outcome: Sendable {
    case answer(Answer)
    /// With the answer of which some faults send a part.
    case fault(Fault, Answer)
    case failure(URLFailure)
    case forward(Origin)
    case passThrough
  }

  /// The keys of an HTTP answer.
  struct Answer: Sendable {
    static let defaultStatus = 200

    var status: Setting<Int> = .inherited
    var headers: [HeaderRule] = []
    var body: Body?
    var template: Setting<Bool> = .inherited
    var throttle: Setting<Throttle> = .inherited
  }

  enum Body: Sendable {
    case file(Located<String>)
    case json(Node)
    case text(Located<String>)
    case base64([UInt8])
  }

  /// What a file, or the project, gives to every request.
  struct Defaults: Sendable {
    var match = MatchRules()
    var basePath: Setting<Located<PathPattern>> = .inherited
    var response = ResponseDefaults()

    func over(_ outer: Defaults) -> Defaults {
      Defaults(
        match: match.over(outer.match), basePath: basePath.over(outer.basePath),
        response: response.over(outer.response))
    }
  }

  /// What it gives to every response.
  struct ResponseDefaults: Sendable {
    var status: Setting<Int> = .inherited
    var headers: [HeaderRule] = []
    var template: Setting<Bool> = .inherited
    var delay: Setting<Delay> = .inherited
    var throttle: Setting<Throttle> = .inherited

    func over(_ outer: ResponseDefaults) -> ResponseDefaults {
      ResponseDefaults(
        status: status.over(outer.status), headers: headers.over(outer.headers),
        template: template.over(outer.template), delay: delay.over(outer.delay),
        throttle: throttle.over(outer.throttle))
    }
  }
}

/// A response header: `values` in the order in which they are sent, `removed` to drop an inherited one.
struct HeaderRule: Sendable {
  var name: Located<String>
  var values: Setting<[Located<String>]>
}

extension [HeaderRule] {
  /// Merged by name, whose case doesn't matter; a replaced header keeps its place.
  func over(_ outer: [HeaderRule]) -> [HeaderRule] { merged(over: outer) { $0.name.value.lowercased() } }
}

/// The project file as written.
struct ProjectSpec: Sendable {
  var defaults = Spec.Defaults()
  var settings = ProjectSettings()
  var allowOutside: [Located<String>] = []
  var scenes: [Scene] = []

  struct Scene: Sendable {
    var name: Located<String>
    var extends: Located<String>?
    var selections: [(request: Located<String>, response: Located<String>)]
  }
}
