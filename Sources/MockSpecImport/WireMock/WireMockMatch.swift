import MockSpec
import MockSpecDocument

/// The conditions of a stub.
struct WireMockMatch {
  /// The alternatives, at least one.
  private(set) var matches: [MatchDraft]
  private(set) var sample: SampleCall

  init(_ url: WireMockURL) { (matches, sample) = (url.matches, url.sample) }

  /// - Returns: Whether the stub is imported. If it isn't, the reason is reported.
  mutating func read(_ request: Node, _ losses: inout LossList) -> Bool {
    for (key, value) in request.entries where value.kind != .null {
      switch key.text {
      case "method": guard readMethod(value, &losses) else { return false }
      case "scheme": matches.change { $0.scheme = .set(value.text.lowercased()) }
      case "host": readHost(value, &losses)
      case "port":
        matches.change { $0.port = .set(value.number ?? 0) }
        sample.port = value.number
      case "queryParameters": add(value, \.query, \.query, &losses)
      case "headers": add(value, \.headers, \.headers, &losses)
      case "cookies": add(value, \.cookies, \.cookies, &losses)
      case "pathParameters": readParameters(value, &losses)
      case "basicAuthCredentials", "basicAuth": readCredentials(value)
      case "formParameters": readForm(value, &losses)
      case "multipartPatterns": readParts(value, &losses)
      case "bodyPatterns":
        let body = WireMockBody(value, &losses)
        if body.sample == nil { sample.isComplete = false }
        if let draft = body.draft { setBody(draft, body.sample ?? [], at: value, &losses) }
      case let name where ImportFormat.stubKeys.contains(name): break
      default:
        sample.isComplete = false
        losses.approximate("'\(key.text)' isn't supported, so this condition is left out", at: key)
      }
    }
    if sample.scheme == "http", let scheme = matches[0].scheme.value { sample.scheme = scheme }
    return true
  }

  private mutating func readMethod(_ value: Node, _ losses: inout LossList) -> Bool {
    if value.text.uppercased() == "ANY" { return true }
    let names = (value.value("oneOf")?.elements.map(\.text) ?? [value.text]).map { $0.uppercased() }
    guard !names.contains(""), !names.isEmpty else {
      losses.refuse("these methods can't be written as a list", at: value)
      return false
    }
    matches.change { $0.methods = .set(names) }
    sample.method = names[0]
    return true
  }

  private mutating func readHost(_ value: Node, _ losses: inout LossList) {
    guard let host = value.value("equalTo")?.string else {
      return losses.approximate("only a fixed host is supported, so this condition is left out", at: value)
    }
    matches.change { $0.host = .set(host.lowercased()) }
    sample.host = host.lowercased()
  }

  private mutating func add(
    _ values: Node, _ part: WritableKeyPath<MatchDraft, [ConditionDraft]>,
    _ sampled: WritableKeyPath<SampleCall, [(name: String, value: String)]>, _ losses: inout LossList
  ) {
    let conditions = conditions(values, &losses) { key, value, sample in sample.add(key, value, to: sampled) }
    matches.change { $0[keyPath: part].add(conditions, ignoringCase: part == \MatchDraft.headers) }
  }

  /// Returns the conditions on names, and adds values that meet them to the sample.
  private mutating func conditions(
    _ values: Node, _ losses: inout LossList, add: (String, ConditionSample, inout SampleCall) -> Void
  ) -> [(name: String, conditions: [ValueCondition])] {
    values.entries.compactMap { key, pattern in
      guard let conditions = WireMockValue.conditions(pattern, &losses) else {
        sample.isComplete = false
        return nil
      }
      for condition in conditions { add(key.text, condition.sample, &sample) }
      return (key.text, conditions.map(\.condition))
    }
  }

  private mutating func readParameters(_ values: Node, _ losses: inout LossList) {
    let path = matches[0].path.value
    let conditions = conditions(values, &losses) { key, value, sample in sample.set(value, of: key, in: path) }
    matches.change { $0.params.add(conditions) }
  }

  /// Sets the condition on the body, of which a spec has one kind.
  private mutating func setBody(_ draft: BodyDraft, _ bytes: [UInt8], at node: Node, _ losses: inout LossList) {
    guard matches[0].body == .inherited else {
      sample.isComplete = false
      return losses.approximate(BodyDraft.Conflict.kind.rawValue, at: node)
    }
    matches.change { $0.body = .set(draft) }
    sample.body = bytes
  }

  private mutating func readCredentials(_ value: Node) {
    let pair = "\(value.value("username")?.text ?? ""):\(value.value("password")?.text ?? "")"
    let text = "Basic " + Base64.encode(Array(pair.utf8))
    matches.change { $0.headers.add([("Authorization", [.equals(text)])], ignoringCase: true) }
    sample.headers.append(("Authorization", text))
  }

  private mutating func readForm(_ values: Node, _ losses: inout LossList) {
    var fields: [ConditionDraft] = []
    var form = SampleCall()
    fields.add(conditions(values, &losses) { key, value, _ in form.add(key, value, to: \.query) })
    if !form.isComplete { sample.isComplete = false }
    if fields.isEmpty { return }
    setBody(.form(fields), Array(SampleCall.form(form.query).utf8), at: values, &losses)
    sample.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
  }

  private mutating func readParts(_ values: Node, _ losses: inout LossList) {
    sample.isComplete = false
    var parts: [(name: String, conditions: [ValueCondition])] = []
    for part in values.elements {
      let named =
        part.value("name")?.string ?? part.value("headers")?.value("Content-Disposition")?.value("contains")?.string
      let name = named.map { $0.replacing("name=", with: "").replacing("\"", with: "") }
      guard let name, !name.isEmpty else {
        losses.approximate("only parts with a name are supported, so this condition is left out", at: part)
        continue
      }
      let patterns = part.elements("bodyPatterns")
      var conditions: [ValueCondition] = []
      for pattern in patterns {
        if let condition = WireMockValue.condition(pattern, &losses) { conditions.append(condition.condition) }
      }
      for (key, _) in part.entries("headers") where key.text.lowercased() != "content-disposition" {
        losses.approximate("a condition on a header of a part isn't supported, and is left out", at: key)
      }
      if let type = part.member("matchingType"), type.text == "ALL" {
        losses.approximate("one part must meet the conditions, although 'ALL' requires it of each", at: type)
      }
      parts.append((name, conditions.isEmpty ? [.present] : conditions))
    }
    var drafts: [ConditionDraft] = []
    drafts.add(parts)
    if !parts.isEmpty { setBody(.multipart(drafts), [], at: values, &losses) }
  }
}
