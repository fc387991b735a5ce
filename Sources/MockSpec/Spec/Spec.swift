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
    let status: Setting<Int>
    let headers: [HeaderRule]
    let body: Body?
    let template: Setting<Bool>
    let delay: Setting<Delay>
    let throttle: Setting<Throttle>
    let error: URLFailure?
    let fault: Fault?
    let forward: Origin?
    let passesThrough: Bool

    init(
      name: Located<String>, status: Setting<Int>, headers: [HeaderRule], body: Body?, template: Setting<Bool>,
      delay: Setting<Delay>, throttle: Setting<Throttle>, error: URLFailure?, fault: Fault?, forward: Origin?,
      passesThrough: Bool
    ) {
      self.name = name
      self.status = status
      self.headers = headers
      self.body = body
      self.template = template
      self.delay = delay
      self.throttle = throttle
      self.error = error
      self.fault = fault
      self.forward = forward
      self.passesThrough = passesThrough
    }

    /// Whether it is nothing but an answer: status, headers, throttle and template are inherited by no others.
    var isHTTPAnswer: Bool { error == nil && fault == nil && forward == nil && !passesThrough }
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

    /// What of these holds for a response.
    func inherited(by response: Response) -> ResponseDefaults {
      response.isHTTPAnswer ? self : ResponseDefaults(delay: delay)
    }

    func over(_ outer: ResponseDefaults) -> ResponseDefaults {
      ResponseDefaults(
        status: status.over(outer.status), headers: headers.over(outer.headers),
        template: template.over(outer.template), delay: delay.over(outer.delay),
        throttle: throttle.over(outer.throttle))
    }
  }
}

/// What happens when a sequence has been answered to its end.
public enum AfterSequence: String, Sendable, CaseIterable {
  /// The last step goes on.
  case stay
  case restart
  /// The request stops matching, and the next candidate answers.
  case fallThrough
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
