import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// Decodes a `Spec` from a document that the schema has checked.
///
/// Parts that the schema rejected are skipped, so that the rest of the file is still checked. Only errors that the
/// schema can't describe are reported here.
struct SpecDecoder {
  var diagnostics: [Diagnostic] = []
  let expressions: RegularExpressionCache
  var patterns = PatternAllowance()
  /// The absolute path of the folder of the decoded file.
  let folder: String

  init(folder: String, expressions: RegularExpressionCache = RegularExpressionCache()) {
    self.folder = folder
    self.expressions = expressions
  }

  mutating func spec(_ root: Node, file: SpecFile) -> Spec {
    var spec = Spec(file: file, defaults: .init(), requests: [])
    var generated: [Spec.Request] = []
    for (key, value) in root.entries(of: SpecKey.self) {
      switch key {
      case .schema, .mockspec: break
      case .defaults: spec.defaults = defaults(value)
      case .states:
        spec.states = states(value)
        if value.kind != .mapping { spec.lacksStates = true }
      case .collections: (spec.collections, generated) = collections(value)
      case .requests: spec.requests = value.entries.map { request($0.key, $0.value) }
      }
    }
    spec.requests += generated
    if root.entries.contains(where: { SpecKey(rawValue: $0.key.text) == nil && !$0.key.text.hasPrefix("x-") }) {
      spec.lacksStates = true
    }
    spec.usesStates = spec.requests.contains(where: \.usesStates)
    return spec
  }

  mutating func defaults(_ node: Node) -> Spec.Defaults {
    var defaults = Spec.Defaults()
    for (key, value) in filled(node, DefaultsKey.self) {
      switch key {
      case .match: defaults.match = matchRules(value)
      case .basePath: defaults.basePath = Setting(value) { path($0) }
      case .status: defaults.response.status = Setting(value) { $0.intValue }
      case .headers: defaults.response.headers = headers(value)
      case .template: defaults.response.template = Setting(value) { $0.boolValue }
      case .delay: defaults.response.delay = Setting(value) { delay($0) }
      case .throttle: defaults.response.throttle = Setting(value) { throttle($0) }
      }
    }
    return defaults
  }

  private mutating func request(_ name: Node, _ node: Node) -> Spec.Request {
    var matches = [Located(MatchRules(), at: name.range)]
    var when: [StateCondition] = []
    var priority = 0
    var isEnabled = true
    var defaultName: Located<String>?
    var sequence: [Spec.Step] = []
    var afterSequence = AfterSequence.stay
    var responses: [Spec.Response] = []
    for (key, value) in node.entries(of: RequestKey.self) {
      switch key {
      case .description: break
      case .match: matches = alternatives(value)
      // Without 'match', the conditions of a call are meant.
      case .when: when = node.value(RequestKey.match.rawValue) == nil ? [] : conditions(value)
      case .priority: priority = value.intValue ?? 0
      case .enabled: isEnabled = value.boolValue ?? true
      case .default: defaultName = text(value)
      case .sequence: sequence = value.elements.compactMap { step($0) }
      case .afterSequence: afterSequence = AfterSequence(rawValue: value.text) ?? .stay
      case .responses: responses = value.entries.map { response($0.key, $0.value) }
      }
    }
    refuseStates(beside: node.value(RequestKey.sequence.rawValue), in: responses)
    return Spec.Request(
      name: Located(name.text, at: name.range), matches: matches, when: when, priority: priority, isEnabled: isEnabled,
      defaultName: defaultName, sequence: sequence, afterSequence: afterSequence, responses: responses)
  }

  private func step(_ node: Node) -> Spec.Step? {
    guard node.kind == .mapping else { return text(node).map { Spec.Step(response: $0, times: 1) } }
    var name: Located<String>?
    var times = 1
    for (key, value) in node.entries(of: StepKey.self) {
      switch key {
      case .response: name = text(value)
      case .times: times = max(1, value.intValue ?? .max)
      }
    }
    return name.map { Spec.Step(response: $0, times: times) }
  }

  /// Returns a scalar's text; `nil` for null and for other nodes.
  func text(_ node: Node) -> Located<String>? {
    node.isScalar && node.kind != .null ? Located(node.text, at: node.range) : nil
  }

  mutating func response(_ name: Node, _ node: Node) -> Spec.Response {
    var reply = Spec.HTTPReply()
    var delay: Setting<Delay> = .inherited
    var fault: Fault?
    var other: ResponseOutcome<Spec.HTTPReply>?
    var when: [StateCondition] = []
    var changes: [StateChange] = []
    var callbacks: [Spec.Callback] = []
    for (key, value) in filled(node, ResponseKey.self, { $0.allowsNull }) {
      switch key {
      case .stream: reply.body = value.kind == .mapping ? .stream(stream(value)) : nil
      case .websocket: reply.socket = value.kind == .mapping ? socket(value) : nil
      case .description: break
      case .when: when = conditions(value)
      case .set: changes = stateChanges(value)
      case .callbacks: callbacks = self.callbacks(value)
      case .status: reply.status = Setting(value) { $0.intValue }
      case .headers: reply.headers = headers(value)
      case .file: reply.body = text(value).map(Spec.Body.file)
      case .ranges: reply.ranges = value.boolValue == true ? value.range : nil
      case .json:
        refuseNumbersBeyondJSON(value)
        reply.body = .json(value)
      case .text: reply.body = text(value).map(Spec.Body.text)
      case .base64: reply.body = text(value).flatMap { Base64.decode($0.value) }.map(Spec.Body.base64)
      case .template: reply.template = Setting(value) { $0.boolValue }
      case .throttle: reply.throttle = Setting(value) { throttle($0) }
      case .delay: delay = Setting(value) { self.delay($0) }
      case .error: other = failure(value).map(ResponseOutcome.failure)
      case .fault: fault = Fault(rawValue: value.text)
      case .forward: other = origin(value).map(ResponseOutcome.forward)
      case .passthrough: other = value.boolValue == true ? .passThrough : other
      }
    }
    return Spec.Response(
      name: Located(name.text, at: name.range), when: when, changes: changes, delay: delay, callbacks: callbacks,
      outcome: other ?? fault.map { .fault($0, reply) } ?? .reply(reply))
  }

  private func failure(_ node: Node) -> URLFailure? {
    guard node.kind == .mapping else { return URLErrorName(rawValue: node.text).map(URLFailure.urlError) }
    var domain: String?
    var code: Int?
    var message: String?
    for (key, value) in node.entries(of: CustomErrorKey.self) {
      switch key {
      case .domain: domain = value.text
      case .code: code = value.intValue
      case .message: message = value.text
      }
    }
    guard let domain, let code else { return nil }
    return .custom(domain: domain, code: code, message: message)
  }

  mutating func headers(_ node: Node) -> [HeaderRule] {
    refuseRepeatedHeaders(in: node)
    return node.entries.map { key, value in
      HeaderRule(
        name: Located(key.text, at: key.range),
        values: Setting(value) { value in
          let values = value.kind == .sequence ? Array(value.elements) : [value]
          return values.map { Located($0.text, at: $0.range) }
        })
    }
  }

  mutating func delay(_ node: Node) -> Delay? {
    guard node.kind == .mapping else { return DurationText.parse(node.text).map(Delay.fixed) }
    var (min, max, median): (Duration?, Duration?, Duration?)
    var sigma: Double?
    for (key, value) in node.entries(of: DelayKey.self) {
      switch key {
      case .min: min = DurationText.parse(value.text)
      case .max: max = DurationText.parse(value.text)
      case .median: median = DurationText.parse(value.text)
      case .sigma: sigma = value.doubleValue
      }
    }
    if let min, let max {
      if min <= max { return .uniform(min, max) }
      diagnostics.append(Self.delayBackwards(at: node.value(DelayKey.min.rawValue)?.range ?? node.range))
      return nil
    }
    guard let median, let sigma else { return nil }
    return .logNormal(median: median, sigma: sigma)
  }

  mutating func origin(_ node: Node) -> Origin? {
    guard node.kind == .string else { return nil }
    let origin = Origin(node.text)
    // The schema doesn't check the size of the port.
    if origin == nil, Self.looksLikeOrigin(node.text) { diagnostics.append(Self.badOrigin(node.text, at: node.range)) }
    return origin
  }

  /// Decodes the origin of a page, which can have any scheme, or be `null`.
  mutating func pageOrigin(_ node: Node) -> String? {
    if node.kind == .null, !node.isEmptyNull { return "null" }
    if node.isEmptyNull { diagnostics.append(Self.noOrigin(at: node.range)) }
    guard node.kind == .string else { return nil }
    let scheme = node.text.prefix { $0 != ":" }
    if let meant = ["ws": "http", "wss": "https"][scheme] {
      diagnostics.append(
        Diagnostic(
          .error, "bad-value", "expected an origin, found '\(node.excerpt)'", at: node.range,
          help: "write \(meant)\(node.text.dropFirst(scheme.count)), the origin of the page that opens the connection"))
      return nil
    }
    return scheme == "http" || scheme == "https" ? origin(node)?.description : node.text
  }

  private static func looksLikeOrigin(_ text: String) -> Bool {
    (text.hasPrefix("http://") || text.hasPrefix("https://")) && text.last?.isNumber == true
  }

  private func throttle(_ node: Node) -> Throttle? {
    var (rate, chunk): (Int?, Int?)
    var interval: Duration?
    for (key, value) in node.entries(of: ThrottleKey.self) {
      switch key {
      case .bytesPerSecond: rate = value.intValue
      case .chunk: chunk = value.intValue
      case .every: interval = DurationText.parse(value.text)
      }
    }
    if let rate { return Throttle(bytesPerSecond: rate) }
    guard let chunk, let interval else { return nil }
    return Throttle(piece: chunk, interval: interval)
  }

  /// Returns the entries whose key is one of `Key`, in the file's order. Reports entries without a value, which would
  /// otherwise be read as null.
  ///
  /// - Parameter allowsNull: Whether null is valid for a key. The schema reports the others.
  mutating func filled<Key: RawRepresentable<String> & Equatable>(
    _ node: Node, _: Key.Type, _ allowsNull: (Key) -> Bool = { _ in true }
  ) -> [(key: Key, value: Node)] {
    let entries = node.entries(of: Key.self)
    for (key, value) in entries where value.isEmptyNull && allowsNull(key) {
      diagnostics.append(Self.noValue(of: key.rawValue, at: value.range))
    }
    return entries
  }

  /// Reports names of headers that differ only in case. The parser reports equal ones.
  mutating func refuseRepeatedHeaders(in node: Node) {
    var known: [String: Node] = [:]
    for (key, _) in node.entries {
      let first = known[key.text.lowercased(), default: key]
      known[key.text.lowercased()] = first
      if first.text != key.text { diagnostics.append(Self.repeatedHeader(key, first: first)) }
    }
  }

  /// Reports numbers that have no JSON form: YAML's `.nan` and `.inf`, and hexadecimal numbers over 64 bits.
  mutating func refuseNumbersBeyondJSON(_ node: Node) {
    for number in node.numbersBeyondJSON.prefix(ProblemLimit.perFile + 1) {
      diagnostics.append(Self.notANumber(number.text, at: number.range))
    }
  }
}

extension ResponseKey {
  /// Whether null is valid: it removes an inherited value, or is JSON's null.
  fileprivate var allowsNull: Bool {
    switch self {
    case .status, .headers, .delay, .throttle, .template, .json: true
    case .description, .file, .ranges, .text, .base64, .stream, .websocket, .error, .fault, .forward, .passthrough,
      .when, .set, .callbacks:
      false
    }
  }
}

extension Node {
  /// Whether the node is null because nothing is written.
  var isEmptyNull: Bool { kind == .null && withUTF8 { $0.isEmpty } }

  /// Returns the entries whose key is one of `Key`, in the file's order.
  ///
  /// If a key is duplicated, which the parser reports, only its first entry is included.
  func entries<Key: RawRepresentable<String> & Equatable>(of _: Key.Type) -> [(key: Key, value: Node)] {
    var found: [(key: Key, value: Node)] = []
    for (name, value) in entries {
      guard let key = Key(rawValue: name.text), !found.contains(where: { $0.key == key }) else { continue }
      found.append((key, value))
    }
    return found
  }
}

extension SpecDecoder {
  static func repeatedHeader(_ key: Node, first: Node) -> Diagnostic {
    Diagnostic(
      .error, "duplicate-key", "header '\(key.text)' is defined twice: names of headers are case-insensitive",
      at: key.range, notes: [.init("'\(first.text)' is defined here", at: first.range)],
      help: "remove one of the two; a header can have a list of values")
  }

  static func noValue(of key: String, at range: SourceRange) -> Diagnostic {
    let isBody = [ResponseKey.json.rawValue, BodyMatcherKey.jsonEquals.rawValue, EventKey.data.rawValue].contains(key)
    return Diagnostic(
      .error, "wrong-type", "expected a value for '\(key)', found no value", at: range,
      help: isBody ? "write null for JSON's null" : "write a value, or null to remove the inherited one")
  }

  static func noOrigin(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "wrong-type", "expected an origin, found no value", at: range,
      help: "write the origin, or null for pages without one")
  }

  static func badOrigin(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "expected an origin, found '\(text)'", at: range, help: "the largest port is 65535")
  }

  static func delayBackwards(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "bad-value", "'min' is longer than 'max'", at: range)
  }

  static func notANumber(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "JSON has no number '\(text)'", at: range, help: "put it in quotes to send it as text")
  }
}
