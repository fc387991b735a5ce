import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

/// A checked document → `Spec`. What the schema refused was reported by it and is passed over here, so that the rest of
/// the file is still looked at; only what a schema can't say is reported from here.
struct SpecDecoder {
  var diagnostics: [Diagnostic] = []
  let expressions: RegularExpressionCache
  var patterns = PatternAllowance()
  /// Of the file that is decoded; absolute.
  let folder: String

  init(folder: String, expressions: RegularExpressionCache = RegularExpressionCache()) {
    self.folder = folder
    self.expressions = expressions
  }

  mutating func spec(_ root: Node, file: SpecFile) -> Spec {
    var spec = Spec(file: file, defaults: .init(), requests: [])
    if let node = root.value("defaults") { spec.defaults = defaults(node) }
    guard let requests = root.value("requests") else { return spec }
    for (key, value) in requests.entries { spec.requests.append(request(key, value)) }
    return spec
  }

  mutating func defaults(_ node: Node) -> Spec.Defaults {
    var defaults = Spec.Defaults()
    if let match = node.value("match") { defaults.match = matchRules(match) }
    defaults.basePath = Setting(node.value("basePath")) { path($0) }
    defaults.response.status = Setting(node.value("status")) { $0.intValue }
    defaults.response.headers = headers(node.value("headers"))
    defaults.response.template = Setting(node.value("template")) { $0.boolValue }
    defaults.response.delay = Setting(node.value("delay")) { delay($0) }
    defaults.response.throttle = Setting(node.value("throttle")) { throttle($0) }
    return defaults
  }

  private mutating func request(_ key: Node, _ node: Node) -> Spec.Request {
    Spec.Request(
      name: Located(key.text, at: key.range),
      match: node.value("match").map { matchRules($0) } ?? MatchRules(),
      priority: node.value("priority")?.intValue ?? 0,
      defaultName: node.value("default").flatMap { $0.isScalar ? Located($0.text, at: $0.range) : nil },
      sequence: node.value("sequence")?.elements.compactMap { step($0) } ?? [],
      afterSequence: node.value("afterSequence").flatMap { AfterSequence(rawValue: $0.text) } ?? .stay,
      responses: node.value("responses")?.entries.map { response($0.key, $0.value) } ?? [])
  }

  private func step(_ node: Node) -> Spec.Step? {
    guard node.kind == .mapping else {
      return node.isScalar ? Spec.Step(response: Located(node.text, at: node.range), times: 1) : nil
    }
    guard let name = node.value("response"), name.isScalar else { return nil }
    let times = node.value("times")?.intValue ?? 1
    return Spec.Step(response: Located(name.text, at: name.range), times: max(1, times))
  }

  private mutating func response(_ key: Node, _ node: Node) -> Spec.Response {
    Spec.Response(
      name: Located(key.text, at: key.range),
      status: Setting(node.value("status")) { $0.intValue },
      headers: headers(node.value("headers")),
      body: body(node),
      template: Setting(node.value("template")) { $0.boolValue },
      delay: Setting(node.value("delay")) { delay($0) },
      throttle: Setting(node.value("throttle")) { throttle($0) },
      error: node.value("error").flatMap(failure),
      fault: node.value("fault").flatMap { Fault(rawValue: $0.text) },
      forward: node.value("forward").flatMap { origin($0) },
      passesThrough: node.value("passthrough")?.boolValue == true)
  }

  private mutating func body(_ node: Node) -> Spec.Body? {
    if let file = node.value("file"), file.isScalar { return .file(Located(file.text, at: file.range)) }
    if let json = node.value("json") {
      refuseInfinities(json)
      return .json(json)
    }
    if let text = node.value("text"), text.isScalar { return .text(Located(text.text, at: text.range)) }
    guard let base64 = node.value("base64"), base64.isScalar else { return nil }
    return Base64.decode(base64.text).map(Spec.Body.base64)
  }

  private func failure(_ node: Node) -> URLFailure? {
    guard node.kind == .mapping else { return URLErrorName(rawValue: node.text).map(URLFailure.urlError) }
    guard let domain = node.value("domain"), let code = node.value("code")?.intValue else { return nil }
    return .custom(domain: domain.text, code: code, message: node.value("message")?.text)
  }

  func headers(_ node: Node?) -> [HeaderRule] {
    guard let node else { return [] }
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
    func part(_ key: String) -> Duration? { node.value(key).flatMap { DurationText.parse($0.text) } }
    guard node.kind == .mapping else { return DurationText.parse(node.text).map(Delay.fixed) }
    if let min = part("min"), let max = part("max") {
      if min > max, let place = node.value("min") {
        diagnostics.append(Self.delayBackwards(at: place.range))
        return nil
      }
      return .uniform(min, max)
    }
    guard let median = part("median"), let sigma = node.value("sigma")?.doubleValue else { return nil }
    return .logNormal(median: median, sigma: sigma)
  }

  private mutating func origin(_ node: Node) -> Origin? {
    guard node.kind == .string else { return nil }
    let origin = Origin(node.text)
    // The schema checks the form, and not how large a port may be.
    if origin == nil, Self.looksLikeOrigin(node.text) { diagnostics.append(Self.badOrigin(node.text, at: node.range)) }
    return origin
  }

  private static func looksLikeOrigin(_ text: String) -> Bool {
    (text.hasPrefix("http://") || text.hasPrefix("https://")) && text.last?.isNumber == true
  }

  private func throttle(_ node: Node) -> Throttle? {
    if let rate = node.value("bytesPerSecond")?.intValue { return Throttle(bytesPerSecond: rate) }
    guard let chunk = node.value("chunk")?.intValue,
      let every = node.value("every").flatMap({ DurationText.parse($0.text) })
    else { return nil }
    return Throttle(piece: chunk, interval: every)
  }

  /// Keys of the language that this version doesn't carry out are errors, never silence.
  mutating func refuseUnsupported(_ keys: [String], in node: Node) {
    for key in keys {
      guard let entry = node.entry(key), entry.value.boolValue != false, entry.value.kind != .null else { continue }
      diagnostics.append(Self.notYetSupported(key, at: entry.key.range))
    }
  }

  /// `.nan` and `.inf` are YAML's, and JSON has no way to write them; nor do we have one for `0x…` beyond 64 bits.
  mutating func refuseInfinities(_ node: Node) {
    for number in node.numbersBeyondJSON {
      diagnostics.append(Self.notANumber(number.text, at: number.range))
    }
  }
}

extension SpecDecoder {
  static func notYetSupported(_ key: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "not-yet-supported", "'\(key)' belongs to the language, but this version doesn't carry it out yet",
      at: range, help: "remove it, or use a version that does")
  }

  static func badOrigin(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "expected an origin, found '\(text)'", at: range, help: "ports end at 65535")
  }

  static func delayBackwards(at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "bad-value", "'min' is longer than 'max'", at: range)
  }

  static func notANumber(_ text: String, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "JSON has no number '\(text)'", at: range, help: "put it in quotes to send it as text")
  }
}
