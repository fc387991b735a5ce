import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The conditions of a pair. All matchers of a field must match.
struct HoverflyMatch {
  /// The alternatives, at least one.
  private(set) var matches = [MatchDraft()]
  private(set) var sample = SampleCall()
  /// Of several pairs that match, Hoverfly takes the one with the highest score: 2 for each exact matcher, and 1 for each other.
  private(set) var score = 0

  /// `GET /users/{p1}`
  var title: String {
    let method = matches[0].methods.value.map { $0.joined(separator: " ") + " " } ?? ""
    return ImportedNames.name(method + (matches[0].path.value ?? "Any path")) ?? "Request"
  }

  /// - Returns: `nil` if the pair isn't imported. The reason is reported.
  init?(_ request: Node, _ secrets: inout Secrets, _ losses: inout LossList) {
    // The path comes first, since its alternatives get the other conditions, too.
    for matcher in request.elements("path") { guard readPath(matcher, &losses) else { return nil } }
    if let method = request.member("method").flatMap({ exact($0, &losses) })?.uppercased() {
      matches.change { $0.methods = .set([method]) }
      sample.method = method
    }
    for (key, value) in request.entries where value.kind != .null && !value.isEmpty {
      for matcher in value.elements {
        score += matcher.value("matcher")?.text.lowercased() == "exact" ? 2 : 1
        if let next = matcher.member("doMatch") {
          sample.isComplete = false
          losses.approximate("'doMatch' isn't supported, so this condition is left out", at: next)
        }
      }
      switch key.text {
      case "path", "method", "requiresState": break
      case "scheme":
        guard let text = exact(value, &losses) else { continue }
        matches.change { $0.scheme = .set(text.lowercased()) }
        sample.scheme = text.lowercased()
      case "destination": for matcher in value.elements { readDestination(matcher, &losses) }
      case "query": add(value, to: \.query, \.query, &secrets, &losses)
      case "headers": add(value, to: \.headers, \.headers, &secrets, &losses)
      case "body": for matcher in value.elements { readBody(matcher, &losses) }
      case "deprecatedQuery": readQuery(value, &losses)
      default:
        sample.isComplete = false
        losses.approximate("'\(key.text)' isn't supported, so this condition is left out", at: key)
      }
    }
  }

  private static func isExact(_ matcher: Node) -> Bool { matcher.value("matcher")?.text.lowercased() == "exact" }

  /// The text that a field must have; `nil` if its matchers aren't one exact one, which is reported.
  private mutating func exact(_ matchers: Node, _ losses: inout LossList) -> String? {
    let all = Array(matchers.elements)
    if all.count == 1, Self.isExact(all[0]), let text = all[0].value("value")?.string, !text.isEmpty { return text }
    leaveOut("only an exact value is supported here, so this condition is left out", at: matchers, &losses)
    return nil
  }

  private mutating func leaveOut(_ message: String, at node: Node, _ losses: inout LossList) {
    sample.isComplete = false
    losses.approximate(message, at: node)
  }

  // MARK: - URL

  private mutating func readPath(_ matcher: Node, _ losses: inout LossList) -> Bool {
    let text = matcher.value("value")?.string ?? ""
    if matches[0].path != .inherited {
      leaveOut("a request has one pattern of the path, so this one is left out", at: matcher, &losses)
      return true
    }
    var pattern: String
    switch matcher.value("matcher")?.text.lowercased() {
    case "exact":
      matches[0].path = .set(URLText.path(text))
      sample.path = URLText.path(text)
      return true
    case "glob": pattern = Self.expression(glob: text)
    case "regex":
      // An expression without anchors is found anywhere in the path.
      pattern = (Self.startsWithAnchor(text) || text.hasPrefix("/") ? "" : ".*") + text
      if !text.hasSuffix("$") && !text.hasSuffix(".*") { pattern += ".*" }
    default:
      losses.refuse("a path is matched by 'exact', 'glob' or 'regex'", at: matcher.value("matcher") ?? matcher)
      return false
    }
    guard let paths = RegexPath(pattern.replacing("\\A", with: "^")) else {
      losses.refuse("the pattern can't be written as a path with conditions on its segments", at: matcher)
      return false
    }
    if let difference = paths.difference { losses.approximate(difference, at: matcher) }
    matches = paths.parts.map { MatchDraft(path: .set($0.path), params: $0.params) }
    if let path = paths.parts[0].sample { sample.path = path } else { sample.isComplete = false }
    return true
  }

  private static func startsWithAnchor(_ text: String) -> Bool { text.hasPrefix("^") || text.hasPrefix("\\A") }

  /// A regular expression for the whole of a text that a pattern with `*` matches.
  private static func expression(glob: String) -> String {
    glob.split(separator: "*", omittingEmptySubsequences: false).map { RegexPath.escaped($0) }.joined(separator: ".*")
      .replacing("\\/", with: "/")
  }

  private mutating func readDestination(_ matcher: Node, _ losses: inout LossList) {
    let text = matcher.value("value")?.string?.lowercased() ?? ""
    let isGlob = matcher.value("matcher")?.text.lowercased() == "glob"
    if isGlob, text == "*" { return }
    guard isGlob || Self.isExact(matcher), matches[0].host == .inherited,
      let parts = text.wholeMatch(of: #/(\*\.)?([a-z0-9.-]+)(?::([0-9]{1,5}))?/#)
    else {
      return leaveOut(
        "a host is a name, or '*.' and a name, once, so this condition is left out", at: matcher, &losses)
    }
    if parts.1 != nil { losses.approximate("'*.' is one label of a host, not several", at: matcher) }
    matches.change { match in
      match.host = .set(String(parts.1 ?? "") + parts.2)
      if let port = parts.3.flatMap({ Int($0) }) { match.port = .set(port) }
    }
    sample.host = (parts.1 == nil ? "" : "a.") + parts.2
    sample.port = parts.3.flatMap { Int($0) }
  }

  /// The whole query as one text, as the first versions had it.
  private mutating func readQuery(_ matchers: Node, _ losses: inout LossList) {
    guard let text = exact(matchers, &losses) else { return }
    let pairs = QueryText.pairs(text)
    matches.change { match in
      match.query.add(pairs.map { ($0.name, [.equals($0.value)]) })
      match.exactQuery = .set(true)
    }
    sample.query += pairs
  }

  // MARK: - Values

  private mutating func add(
    _ values: Node, to part: WritableKeyPath<MatchDraft, [ConditionDraft]>,
    _ sampled: WritableKeyPath<SampleCall, [(name: String, value: String)]>, _ secrets: inout Secrets,
    _ losses: inout LossList
  ) {
    for (key, matchers) in values.entries {
      for matcher in matchers.elements {
        guard var condition = condition(matcher, &losses) else { continue }
        let text = matcher.value("value")?.scalar ?? ""
        if secrets.hidden(text, of: key.text) != text { condition = .present }
        sample.add(key.text, condition.sample, to: sampled)
        matches.change {
          $0[keyPath: part].add([(key.text, [condition.condition])], ignoringCase: part == \MatchDraft.headers)
        }
      }
      // A second value isn't a second condition on the first one.
      if matchers.elements.count(where: { _ in true }) > 1 { sample.isComplete = false }
    }
  }

  private mutating func condition(_ matcher: Node, _ losses: inout LossList) -> SampledCondition? {
    let kind = matcher.value("matcher")?.text.lowercased() ?? "exact"
    let value = matcher.value("value")
    switch (kind, value?.scalar) {
    case ("exact", let text?): return .equals(text)
    case ("glob", let text?):
      if text == "*" { return .present }
      if let condition = SampledCondition.matches(whole: Self.expression(glob: text)) {
        return SampledCondition(condition.condition, .value(text.replacing("*", with: "")))
      }
    case ("regex", let text?): if let condition = SampledCondition.search(text) { return condition }
    case ("negate", let text?): return SampledCondition(.not(.equals(text)), .value(text + "x"))
    case ("array", nil):
      let texts = value?.elements.compactMap(\.scalar) ?? []
      if texts.count == 1 { return .equals(texts[0]) }
    default: break
    }
    leaveOut("'\(Excerpt.of(kind))' isn't supported here, so this condition is left out", at: matcher, &losses)
    return nil
  }

  private mutating func readBody(_ matcher: Node, _ losses: inout LossList) {
    let value = matcher.value("value")
    let kind = matcher.value("matcher")?.text.lowercased() ?? "exact"
    var draft: BodyDraft?
    switch kind {
    case "json", "jsonpartial":
      let root = value?.string.flatMap { DocumentParser.parseJSON(Array($0.utf8))?.root }
      if let json = root.flatMap({ SpecDraft.JSON($0.json) }) {
        draft = kind == "json" ? .jsonEquals(json) : .json(json)
        sample.body = json.bytes
      }
    case "jsonpath":
      draft = value?.string.flatMap { BodyDraft.path($0.hasPrefix("$") ? $0 : "$." + $0, .present) }
      sample.isComplete = false
    case "form":
      var fields: [ConditionDraft] = []
      var form = SampleCall()
      for (key, matchers) in matcher.entries("value") {
        for matcher in matchers.elements {
          guard let condition = condition(matcher, &losses) else { continue }
          form.add(key.text, condition.sample, to: \.query)
          fields.add([(key.text, [condition.condition])])
        }
      }
      if !form.isComplete { sample.isComplete = false }
      if !fields.isEmpty { draft = .form(fields) }
      sample.body = Array(SampleCall.form(form.query).utf8)
      sample.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    case "exact" where value?.string == "" && ["GET", "HEAD"].contains(sample.method):
      // A recorded call without a body.
      return
    default:
      guard let condition = condition(matcher, &losses) else { return }
      draft = .text(condition.condition)
      if case .value(let text) = condition.sample { sample.body = Array(text.utf8) } else { sample.isComplete = false }
    }
    guard let draft else {
      return leaveOut("the condition on the body isn't supported, and is left out", at: matcher, &losses)
    }
    guard let known = matches[0].body.value else { return matches.change { $0.body = .set(draft) } }
    sample.isComplete = false
    do throws(BodyDraft.Conflict) {
      let joined = try known.joined(with: draft)
      matches.change { $0.body = .set(joined) }
    } catch {
      losses.approximate(error.rawValue, at: matcher)
    }
  }
}
