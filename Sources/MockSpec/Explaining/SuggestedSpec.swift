import MockSpecDiagnostics
import MockSpecDocument

/// A spec that matches a given call by its method, host, path, query and, if it is small, its JSON body.
///
/// The project's defaults apply to it: what they say isn't repeated, and conditions among them that the call doesn't meet
/// are removed with null. Values that are secret, too long or can't be expressed in a spec are omitted, so the spec can match
/// other calls, too.
struct SuggestedSpec {
  private static let maxNameLength = 80
  private static let maxValueLength = 200
  private static let maxQueryNames = 20
  private static let maxBodyBytes = 2048

  private let sets: ResponseSets
  private let defaults: Spec.Defaults
  private let name: String
  private var draft = SpecDraft()
  private var match = MatchDraft()

  /// Returns the spec as YAML that ends with a line break; `nil` if there is none that answers the call in this project.
  static func text(for parsed: inout ParsedCall, in sets: ResponseSets) -> String? {
    guard let compiler = sets.compiler else { return nil }
    var spec = SuggestedSpec(sets, compiler.defaults, parsed.call)
    spec.write(&parsed)
    // The conditions that aren't met are found in the first trial, and are no longer there in the second one.
    for _ in 0..<2 {
      guard let text = spec.draft.text(.yaml) else { return nil }
      switch SpecTrial(of: spec.draft, named: spec.name, answering: parsed.call, in: sets, compiler) {
      case .answers: return String(decoding: text, as: UTF8.self)
      case .unmet(let conditions): spec.remove(conditions)
      case .invalid: return nil
      }
    }
    return nil
  }

  private init(_ sets: ResponseSets, _ defaults: Spec.Defaults, _ call: MockCall) {
    (self.sets, self.defaults) = (sets, defaults)
    name = Self.name(of: call, in: sets)
  }

  /// Returns a name for the request that is unique in the project.
  private static func name(of call: MockCall, in sets: ResponseSets) -> String {
    let line = call.method + " " + call.path
    let name = line.count > maxNameLength ? line.prefix(maxNameLength) + "…" : line
    var unique = name
    var number = 1
    while sets[unique] != nil {
      number += 1
      unique = "\(name) (\(number))"
    }
    return unique
  }

  private mutating func write(_ parsed: inout ParsedCall) {
    if MatchDraft.isMethod(parsed.call.method) { match.methods = .set([parsed.call.method]) }
    // The server doesn't compare a host that isn't in the project.
    if parsed.checksHost, let host = parsed.call.host, Self.isHost(host),
      defaults.match.host.value?.value.matches(host) != true
    {
      match.host = .set(host)
    }
    writePath(parsed.path)
    writeQuery(parsed.call.query ?? "")
    if parsed.body.count <= Self.maxBodyBytes, let body = parsed.json { write(body: body) }
    finish()
  }

  private mutating func finish() {
    var reply = SpecDraft.Reply(status: .set(200), body: .json(SpecDraft.JSON(checked: Array("{}".utf8))))
    let values = defaults.response.headers.flatMap { $0.values.value ?? [] }
    // Inherited headers would be templates, which can fail.
    if defaults.response.template.value == true, values.contains(where: { $0.value.contains("{{") }) {
      reply.template = .removed
    }
    draft.requests = [
      SpecDraft.Request(name: name, match: match, responses: [SpecDraft.Response(name: "OK", outcome: .reply(reply))])
    ]
  }

  /// Writes the path below the base path. If it isn't there, removes the base path.
  private mutating func writePath(_ path: CallPath) {
    var segments = path.segments[...]
    var captured: [String] = []
    if let base = defaults.basePath.value?.value, !segments.isEmpty {
      if base.isAbove(segments) {
        segments = segments.dropFirst(base.segments.count)
        captured = base.captures
      } else {
        draft.defaults.basePath = .removed
      }
    }
    let encoded = segments.map { PercentText.encode(segment: $0) }
    match.path = .set(encoded.isEmpty ? MockCall.asterisk : "/" + encoded.joined(separator: "/"))
    for rule in defaults.match.params where rule.matchers.value != nil && !captured.contains(rule.name.value) {
      match.params.append(ConditionDraft(name: rule.name.value, conditions: .removed))
    }
  }

  private mutating func writeQuery(_ query: String) {
    var names: [String] = []
    var values: [String: [String]] = [:]
    for (name, value) in QueryText.pairs(query) {
      if values[name] == nil { names.append(name) }
      if values[name]?.contains(value) != true { values[name, default: []].append(value) }
    }
    for name in names.prefix(Self.maxQueryNames) where name.count <= Self.maxValueLength {
      let values = values[name] ?? []
      let isShown =
        !sets.settings.redaction.isSecret(name) && values.allSatisfy { $0.count <= Self.maxValueLength }
      match.query.append(
        ConditionDraft(name: name, conditions: .set(isShown ? values.map(ValueCondition.equals) : [.present])))
    }
  }

  private mutating func write(body: Node) {
    var text = JSONText()
    let values = ShownValues(redaction: sets.settings.redaction)
    guard SecretlessJSON(values: values).write(body, to: &text) else { return }
    match.body = .set(.json(SpecDraft.JSON(checked: text.bytes)))
  }

  /// Removes inherited conditions.
  private mutating func remove(_ conditions: [SpecTrial.Unmet]) {
    func remove(_ name: String?, from list: inout [ConditionDraft]) {
      guard let name, !list.contains(where: { $0.name == name }) else { return }
      list.append(ConditionDraft(name: name, conditions: .removed))
    }
    for condition in conditions {
      switch condition.kind {
      case .method: match.methods = .removed
      case .scheme: match.scheme = .removed
      case .host: match.host = .removed
      case .port: match.port = .removed
      case .path: draft.defaults.basePath = .removed
      case .param: remove(condition.name, from: &match.params)
      case .query: remove(condition.name, from: &match.query)
      case .exactQuery: match.exactQuery = .removed
      case .header: remove(condition.name, from: &match.headers)
      case .cookie: remove(condition.name, from: &match.cookies)
      default: match.body = .removed
      }
    }
    finish()
  }

  /// Returns whether a text is a host name or an IPv4 address.
  private static func isHost(_ text: String) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F }
    }
  }
}

/// What a suggested spec does in a project.
private enum SpecTrial {
  typealias Unmet = (kind: ConditionResult.Kind, name: String?)

  case answers
  /// The call doesn't meet conditions.
  case unmet([Unmet])
  case invalid

  /// Loads a spec as the control API does, and answers a call with it.
  init(
    of draft: SpecDraft, named name: String, answering call: MockCall, in sets: ResponseSets,
    _ compiler: any RuntimeCompiler
  ) {
    self = .invalid
    // YAML can't be read on all platforms. Both formats are read as the same spec.
    guard let text = draft.text(.json),
      let added = compiler.compile(text, .json, name: "suggestion", in: sets, states: sets.states).sets
    else { return }
    let trial = sets.with(sets.overlay.adding(added, isRuntime: true, over: sets.sets), MockSettings())
    var parsed = ParsedCall(call, knowsHost: trial.knowsHost(of: call))
    guard let candidate = trial.candidates(for: parsed.path).first(where: { $0.set.name == name }) else {
      self = .unmet([(.path, nil)])
      return
    }
    guard let set = candidate.match(&parsed) else {
      let conditions = candidate.set.matcher.evaluate(&parsed, isPathMet: true)
      self = .unmet(conditions.filter { !$0.isMet }.map { ($0.kind, $0.name) })
      return
    }
    if case .fixed(.reply)? = set.responses.first?.outcome, !set.isOfCollection { self = .answers }
  }
}

extension PathPattern {
  /// Returns whether the pattern matches the first of some segments, but not all of them.
  fileprivate func isAbove(_ path: ArraySlice<[UInt8]>) -> Bool {
    path.count > segments.count
      && zip(segments, path).allSatisfy { segment, found in
        switch segment {
        case .literal(let bytes): bytes == found
        case .wildcard: !found.isEmpty
        case .rest: false
        }
      }
  }
}

/// Writes a JSON body without the members that have secret names. `body: {json: …}` still matches the original body.
private struct SecretlessJSON {
  private static let maxDepth = 16

  let values: ShownValues

  /// - Returns: `false` if the body is nested too deeply for a readable spec, or contains a secret that can't be omitted.
  func write(_ node: Node, to text: inout JSONText, depth: Int = 0) -> Bool {
    guard depth < Self.maxDepth else { return false }
    switch node.kind {
    case .mapping:
      var seen: Set<String> = []
      text.raw("{")
      for (key, _) in node.entries {
        let name = key.text
        guard !values.redaction.isSecret(name), seen.insert(name).inserted, let value = node.value(name),
          !values.isSecret(value)
        else { continue }
        text.key(name)
        guard write(value, to: &text, depth: depth + 1) else { return false }
      }
      text.raw("}")
    case .sequence:
      text.raw("[")
      for element in node.elements {
        text.separate()
        guard write(element, to: &text, depth: depth + 1) else { return false }
      }
      text.raw("]")
    case .string, .bool, .integer, .float, .null, .invalid:
      guard !values.isSecret(node) else { return false }
      text.raw(JSONScalar.text(node))
    }
    return true
  }
}
