import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// Reads imposters of killgrave. Several responses are a sequence that starts again.
struct KillgraveReader {
  private let file: InputFile
  private var losses = LossList()
  private var requests: [ImportedRequest] = []

  static func read(_ file: InputFile, into project: inout ImportedProject, _ names: inout ImportedNames) {
    guard file.root.kind == .sequence else { return project.losses.report(ImportFormat.killgrave.mismatch(file.root)) }
    var reader = KillgraveReader(file: file)
    for (index, imposter) in file.root.elements.enumerated() { reader.read(imposter, number: index, &names) }
    let title = file.name.split(separator: ".").first.map(String.init) ?? file.name
    project.specs.append(ImportedSpec(title: title, source: file.name, requests: reader.requests))
    project.losses += reader.losses
  }

  private init(file: InputFile) { self.file = file }

  private mutating func read(_ imposter: Node, number: Int, _ names: inout ImportedNames) {
    losses.beginRequest()
    guard let request = imposter.member("request"), let endpoint = request.member("endpoint"),
      let answer = imposter.member("response")
    else { return losses.refuse("an imposter has 'request' with 'endpoint', and 'response'", at: imposter) }
    guard let path = KillgravePath(endpoint.text) else {
      return losses.refuse(
        "the endpoint has a variable in a part of a segment, or an expression that isn't supported", at: endpoint)
    }
    var match = MatchDraft(path: .set(path.path), params: path.params)
    var sample = SampleCall()
    if let text = path.sample { sample.path = text } else { sample.isComplete = false }
    if let difference = path.difference { losses.approximate(difference, at: endpoint) }
    for (key, value) in request.entries where value.kind != .null {
      switch key.text {
      case "endpoint": break
      case "headers", "params":
        guard value.kind == .mapping else {
          losses.approximate("expected names with values, so this condition is left out", at: value)
          break
        }
        if key.text == "headers" {
          let conditions = conditions(value, to: \.headers, &sample) { $0.isEmpty ? .present : .search($0) }
          match.headers.add(conditions, ignoringCase: true)
        } else {
          match.query.add(conditions(value, to: \.query, &sample, KillgravePath.condition))
        }
      case "method":
        match.methods = .set([value.text.uppercased()])
        sample.method = value.text.uppercased()
      case "schemaFile":
        guard let bytes = file.folder.content(value.text, of: "schema", at: value, &losses) else { break }
        sample.isComplete = false
        if let schema = DocumentParser.parseJSON(bytes)?.root {
          match.body = .set(.schema(schema.draft))
        } else {
          losses.approximate("the file isn't JSON, so this condition is left out", at: value)
        }
      default: losses.approximate("'\(key.text)' isn't supported, so this condition is left out", at: key)
      }
    }
    add(imposter, [match].title, match, sample, answer, number: number, &names)
  }

  private mutating func add(
    _ imposter: Node, _ title: String, _ match: MatchDraft, _ sample: SampleCall, _ answer: Node, number: Int,
    _ names: inout ImportedNames
  ) {
    for (key, value) in imposter.entries where !["request", "response"].contains(key.text) && value.kind != .null {
      losses.approximate("'\(key.text)' isn't supported, and is left out", at: key)
    }
    var used = ImportedNames()
    var answers: [(draft: SpecDraft.Response, answer: Sample.Answer)] = []
    for node in answer.kind == .sequence ? Array(answer.elements) : [answer] {
      guard var made = response(node, name: title) else { return }
      made.draft.name = used.unique(made.draft.name)
      answers.append(made)
    }
    guard let first = answers.first else { return losses.refuse("the imposter has no response", at: answer) }
    var draft = SpecDraft.Request(name: names.unique(title), match: match, responses: answers.map(\.draft))
    if answers.count > 1 {
      draft.sequence = answers.map { .response($0.draft.name) }
      draft.afterSequence = .restart
    }
    requests.append(
      ImportedRequest(
        draft, at: LossList.range(of: imposter), isExact: losses.isExact, sample, states: [], answer: first.answer,
        turn: ImportedRequest.Turn(priority: 0, position: number)))
  }

  /// Returns the conditions on names, and adds values that meet them to the sample.
  private mutating func conditions(
    _ values: Node, to part: WritableKeyPath<SampleCall, [(name: String, value: String)]>, _ sample: inout SampleCall,
    _ condition: (String) -> SampledCondition?
  ) -> [(name: String, conditions: [ValueCondition])] {
    values.entries.compactMap { key, value in
      guard let condition = condition(value.text) else {
        sample.isComplete = false
        losses.approximate("the regular expression isn't supported, so this condition is left out", at: value)
        return nil
      }
      sample.add(key.text, condition.sample, to: part)
      return (key.text, [condition.condition])
    }
  }

  // MARK: - Responses

  private mutating func response(_ node: Node, name: String) -> (draft: SpecDraft.Response, answer: Sample.Answer)? {
    let status = node.member("status").map { $0.number ?? 0 } ?? 200
    guard losses.accepts(status: status, at: node.value("status") ?? node) else { return nil }
    for (key, value) in node.entries
    where !["status", "headers", "body", "bodyFile", "delay"].contains(key.text) && value.kind != .null {
      losses.approximate("'\(key.text)' isn't supported, and is left out", at: key)
    }
    let fields = node.entries("headers").compactMap { key, value in
      ImportedHeaders.isName(key.text, at: key, &losses) ? value.scalar.map { (name: key.text, value: $0) } : nil
    }
    var (bytes, ownName, suffix): ([UInt8]?, String?, String?) = (nil, nil, nil)
    if let path = node.member("bodyFile") {
      bytes = file.folder.content(path.text, at: path, &losses)
      (ownName, suffix) = InputFolder.parts(ofName: path.text)
    } else {
      let value = node.member("body")
      if let value, !value.isScalar { losses.approximate("the body isn't a text, and is left out", at: value) }
      bytes = value.map { $0.scalar.map { Array($0.utf8) } } ?? []
    }
    let body = bytes.flatMap {
      ImportedBody.body($0, type: fields.first("content-type"), name: ownName ?? name, fileExtension: suffix)
    }
    var draft = SpecDraft.Response(
      name: ImportedNames.response(status), outcome: .reply(SpecDraft.Reply(status, fields, body)))
    if let delay = node.member("delay") {
      if let known = Self.delay(delay.text) {
        draft.delay = .set(known)
      } else {
        losses.approximate("the delay isn't a time such as '1s' or '1s:5s', and is left out", at: delay)
      }
    }
    let sent = fields.filter { !ImportedHeaders.framing.contains($0.name.lowercased()) }
    return (draft, .reply(status: status, headers: sent, body: bytes.map(Sample.Body.bytes) ?? .unknown))
  }

  /// A time, or the shortest and the longest one.
  private static func delay(_ text: String) -> Delay? {
    let times = text.split(separator: ":").map(time)
    switch times.count {
    case 1: return times[0].map(Delay.fixed)
    case 2:
      guard let low = times[0], let high = times[1], low <= high else { return nil }
      return .uniform(low, high)
    default: return nil
    }
  }

  /// A time as Go writes it, such as `1m30s` or `1.5s`; `nil` if it isn't one, or longer than a day.
  private static func time(_ text: Substring) -> Duration? {
    let units = ["ns": 1e-6, "us": 1e-3, "µs": 1e-3, "ms": 1, "s": 1e3, "m": 6e4, "h": 3.6e6]
    var (rest, total) = (text, 0.0)
    while let match = rest.prefixMatch(of: #/([0-9]+(?:\.[0-9]+)?)([a-zµ]+)/#) {
      guard let unit = units[String(match.2)], let number = Double(match.1) else { return nil }
      total += number * unit
      rest = rest[match.range.upperBound...]
    }
    return rest.isEmpty && !text.isEmpty && total <= 8.64e7 ? .milliseconds(total) : nil
  }
}

/// An endpoint of killgrave, whose variables can have regular expressions: `/users/{id:[0-9]+}`.
struct KillgravePath {
  private(set) var path = ""
  private(set) var params: [ConditionDraft] = []
  /// A path that matches; `nil` if none is known.
  private(set) var sample: String? = ""
  /// How the path differs from the endpoint; `nil` if it doesn't.
  private(set) var difference: String?

  /// - Returns: `nil` if a variable is a part of a segment.
  init?(_ endpoint: String) {
    var names = ImportedNames()
    let segments = Self.segments(endpoint)
    for (index, segment) in segments.enumerated() {
      guard segment.contains("{") else {
        path += "/" + URLText.segment(segment)
        sample?.append("/" + URLText.segment(segment))
        continue
      }
      guard let (variable, pattern) = Self.variable(segment) else { return nil }
      if index == segments.count - 1, let pattern, [".*", ".+"].contains(pattern) {
        // The expression of a variable can match slashes.
        path += pattern == ".*" ? "/**" : "/*/**"
        sample?.append("/a")
        if pattern == ".*" { difference = "the path without '.*' matches, too" }
        continue
      }
      if pattern?.replacing("[^/", with: "").contains(where: { "./".contains($0) }) == true {
        difference = "a variable matches one segment only"
      }
      let name = names.unique(ImportedNames.parameter(variable), separator: "")
      path += "/{\(name)}"
      guard let pattern else {
        sample?.append("/1")
        continue
      }
      guard let condition = SampledCondition.matches(whole: pattern) else { return nil }
      params.append(ConditionDraft(name: name, conditions: .set([condition.condition])))
      if case .value(let text) = condition.sample {
        sample?.append("/" + SampleCall.encode(text))
      } else {
        sample = nil
      }
    }
    if path.isEmpty { (path, sample) = ("/", "/") }
  }

  /// Returns the condition on a parameter, of which all can be a variable; `nil` if it isn't supported.
  static func condition(_ text: String) -> SampledCondition? {
    if text.isEmpty { return .present }
    guard text.contains("{") else { return .equals(text) }
    guard let (_, pattern) = variable(text) else { return nil }
    return pattern.map(SampledCondition.matches(whole:)) ?? .present
  }

  /// Splits an endpoint at slashes outside of variables.
  private static func segments(_ endpoint: String) -> [String] {
    var (segments, depth): ([String], Int) = ([""], 0)
    for character in endpoint.hasPrefix("/") ? endpoint.dropFirst() : endpoint[...] {
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      if character == "/", depth == 0 { segments.append("") } else { segments[segments.count - 1].append(character) }
    }
    return segments == [""] ? [] : segments
  }

  /// Returns the name and the pattern of a variable; `nil` if the text isn't one.
  private static func variable(_ text: String) -> (name: String, pattern: String?)? {
    var depth = 0
    for (index, character) in zip(text.indices, text) {
      if character == "{" { depth += 1 }
      if character == "}" { depth -= 1 }
      // One variable goes from the first to the last character.
      if depth == 0, index != text.index(before: text.endIndex) { return nil }
    }
    guard depth == 0, text.hasPrefix("{") else { return nil }
    let content = text.dropFirst().dropLast()
    guard let colon = content.firstIndex(of: ":") else { return (String(content), nil) }
    return (String(content[..<colon]), String(content[content.index(after: colon)...]))
  }
}

extension SampledCondition {
  /// Any value.
  static var present: SampledCondition { SampledCondition(ValueCondition.present, .value("a")) }
}
