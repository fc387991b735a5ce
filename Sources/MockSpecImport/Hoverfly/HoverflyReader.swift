import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads a simulation of Hoverfly, version 5.
struct HoverflyReader {
  private let file: InputFile
  private var losses = LossList()
  private var secrets = Secrets()
  private var requests: [ImportedRequest] = []
  private var states: [SpecDraft.State] = []
  /// The value of a state that isn't set. In Hoverfly, a state has no value until a call sets it.
  private static let unset = "not set"

  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    guard let data = file.root.value("data"), let pairs = data.value("pairs"), pairs.kind == .sequence else {
      return project.losses.report(ImportFormat.hoverfly.mismatch(file.root))
    }
    if let version = file.root.value("meta")?.value("schemaVersion"), !version.text.hasPrefix("v5") {
      return project.losses.report(
        Diagnostic(
          .error, "unknown-format", "version '\(version.excerpt)' of Hoverfly's simulations can't be imported",
          at: version.range, help: "let Hoverfly write it again: 'hoverctl import FILE', then 'hoverctl export FILE'"))
    }
    var reader = HoverflyReader(file: file)
    for (index, pair) in pairs.elements.enumerated() { reader.read(pair, number: index, &names) }
    for (key, value) in data.entries("globalActions") where !value.isEmpty {
      reader.losses.note("'\(key.text)' isn't imported: write the delays into the defaults of the specs", at: key)
    }
    for (key, value) in data.entries
    where !["pairs", "globalActions"].contains(key.text) && !value.isEmpty {
      reader.losses.note("'\(key.text)' isn't imported", at: key)
    }
    reader.secrets.report(to: &reader.losses, at: LossList.range(of: data))
    project.specs.append(
      ImportedSpec(
        title: InputFolder.parts(ofName: file.name).name, source: file.name, states: reader.states,
        requests: reader.requests))
    project.losses += reader.losses
  }

  private init(file: InputFile) { self.file = file }

  private mutating func read(_ pair: Node, number: Int, _ names: inout ImportedNames) {
    losses.beginRequest()
    guard let request = pair.member("request"), let response = pair.member("response") else {
      return losses.refuse("a pair has 'request' and 'response'", at: pair)
    }
    for (key, value) in pair.entries
    where !["request", "response", "labels"].contains(key.text) && value.kind != .null && !value.isEmpty {
      losses.approximate("'\(key.text)' isn't supported, and is left out", at: key)
    }
    guard let match = HoverflyMatch(request, &secrets, &losses) else { return }
    guard let answer = answer(response, name: match.matches.title) else { return }
    var draft = answer.draft
    draft.changes = changes(response)
    let when = states(request.entries("requiresState").map { ($0.key, $0.value.text) })
    var mocked = SpecDraft.Request(name: names.unique(match.matches.title), match: match.matches[0], responses: [draft])
    mocked.otherMatches = Array(match.matches.dropFirst())
    mocked.when = when
    requests.append(
      ImportedRequest(
        mocked, at: LossList.range(of: pair), isExact: losses.isExact, match.sample, states: when,
        answer: answer.answer,
        // Of equal scores, the last one answers.
        turn: ImportedRequest.Turn(priority: 0, position: -number - (match.score << 20))))
  }

  // MARK: - States

  private mutating func changes(_ response: Node) -> [SpecDraft.State] {
    let set = response.entries("transitionsState").map { ($0.key, $0.value.text) }
    return states(set + response.elements("removesState").map { ($0, Self.unset) })
  }

  /// Returns states with one value each, and declares them.
  private mutating func states(_ values: [(key: Node, value: String)]) -> [SpecDraft.State] {
    values.compactMap { key, text in
      guard let name = ImportedNames.name(key.text), let value = ImportedNames.name(text) else {
        losses.approximate("the state has no name or no value, and is left out", at: key)
        return nil
      }
      let place = states.firstIndex { $0.name == name } ?? states.count
      // A sequence starts with 1.
      let first = name.hasPrefix("sequence:") ? "1" : Self.unset
      if place == states.count { states.append(SpecDraft.State(name: name, values: [first])) }
      if !states[place].values.contains(value) { states[place].values.append(value) }
      return SpecDraft.State(name: name, values: [value])
    }
  }

  // MARK: - Response

  private static let known: Set = [
    "status", "body", "bodyFile", "encodedBody", "headers", "templated", "fixedDelay", "logNormalDelay",
    "transitionsState", "removesState",
  ]

  private mutating func answer(
    _ response: Node, name: String
  ) -> (draft: SpecDraft.Response, answer: Sample.Answer)? {
    let status = response.member("status").map { $0.number ?? 0 } ?? 200
    guard losses.accepts(status: status, at: response.value("status") ?? response) else { return nil }
    for (key, value) in response.entries where !Self.known.contains(key.text) && value.kind != .null && !value.isEmpty {
      losses.approximate("'\(key.text)' isn't supported, and is left out", at: key)
    }
    var fields: [(name: String, value: String)] = []
    for (key, values) in response.entries("headers")
    where !ImportedHeaders.momentary.contains(key.text.lowercased())
      && ImportedHeaders.isName(key.text, at: key, &losses)
    {
      fields += values.elements.compactMap(\.scalar).map { (key.text, secrets.hidden($0, of: key.text)) }
    }
    var (bytes, ownName, suffix): ([UInt8]?, String?, String?) = (nil, nil, nil)
    if let path = response.member("bodyFile"), !path.text.isEmpty {
      bytes = file.folder.content(path.text, at: path, &losses)
      (ownName, suffix) = InputFolder.parts(ofName: path.text)
    } else {
      let value = response.member("body")
      if let value, !value.isScalar { losses.approximate("the body isn't a text, and is left out", at: value) }
      let text = value?.scalar ?? ""
      bytes = response.isTrue("encodedBody") ? Base64.decode(text) : Array(text.utf8)
      if bytes == nil {
        losses.approximate(
          "the body isn't valid Base64, and is left out", at: response.value("body") ?? response)
      }
    }
    if fields.first("content-encoding") != nil, response.isTrue("encodedBody") {
      losses.note("the body is sent in its content coding, as it was recorded", at: response.value("body") ?? response)
    }
    var content = secrets.hidden(body: bytes ?? [])
    let isTemplate =
      response.isTrue("templated")
      && Handlebars.translate(&content, &fields, at: response.value("body") ?? response, &losses, Self.tag)
    let body = ImportedBody.body(
      content, type: fields.first("content-type"), name: ownName ?? name, fileExtension: suffix, isTemplate: isTemplate)
    var draft = SpecDraft.Response(
      name: ImportedNames.response(status),
      outcome: .reply(SpecDraft.Reply(status, fields, body, isTemplate: isTemplate)))
    if let delay = delay(response) { draft.delay = .set(delay) }
    let sent = isTemplate ? [] : fields.filter { !ImportedHeaders.framing.contains($0.name.lowercased()) }
    return (
      draft,
      .reply(status: status, headers: sent, body: isTemplate || bytes == nil ? .unknown : .bytes(content))
    )
  }

  private mutating func delay(_ response: Node) -> Delay? {
    let limit = 1e9
    if let fixed = response.member("fixedDelay")?.doubleValue, fixed > 0 {
      return .fixed(.milliseconds(min(fixed, limit)))
    }
    guard let distribution = response.member("logNormalDelay"), !distribution.isEmpty else { return nil }
    guard let mean = distribution.value("mean")?.doubleValue, let median = distribution.value("median")?.doubleValue,
      median > 0, mean >= median, mean < limit
    else {
      losses.approximate("the delay has no median that is at most its mean, and is left out", at: distribution)
      return nil
    }
    for key in ["min", "max"] where distribution.value(key)?.doubleValue ?? 0 > 0 {
      losses.approximate("'\(key)' of the delay isn't supported, and is left out", at: distribution.value(key)!)
    }
    return .logNormal(median: .milliseconds(median), mean: .milliseconds(mean))
  }

  /// The tags of templates that have the same result in MockSpec.
  private static func tag(_ tag: Substring) -> String? {
    switch tag {
    case "Request.Method": return "request.method"
    case "randomUuid", "randomUuid()": return "uuid"
    default: break
    }
    if let match = tag.wholeMatch(of: #/Request\.QueryParam\.([A-Za-z][A-Za-z0-9_-]*)/#) {
      return "request.query.\(match.1) | default: ''"
    }
    if let match = tag.wholeMatch(of: #/Request\.Body ['"]jsonpath['"] ['"](\$[^'"]*)['"]/#),
      let steps = JSONPathPointer(String(match.1))?.plainSteps, !steps.isEmpty,
      steps.allSatisfy({ ImportedNames.parameter($0) == $0 })
    {
      return "request.json.\(steps.joined(separator: ".")) | default: ''"
    }
    return nil
  }
}
