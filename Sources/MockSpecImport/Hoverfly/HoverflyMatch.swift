import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// The conditions of a pair. All matchers of a field must match.
struct HoverflyMatch {
  /// The alternatives, at least one.
  private(set) var matches = [MatchDraft()]
  private(set) var sample = SampleCall()
  /// Of several pairs that match, Hoverfly takes the one with the highest score.
  private(set) var score = 0

  /// A matcher of a field or a value.
  private struct Matcher {
    let node: Node
    let kind: String
    let value: Node?

    init(_ node: Node) {
      self.node = node
      kind = node.member("matcher")?.text.lowercased() ?? "exact"
      value = node.member("value")
    }

    var score: Int { kind == "exact" || kind == "array" && node.member("config") == nil ? 2 : 1 }
  }

  /// - Returns: `nil` if the pair isn't imported. The reason is reported.
  init?(_ request: Node, _ secrets: inout Secrets, _ losses: inout LossList) {
    // The path comes first, since its alternatives get the other conditions, too.
    for matcher in matchers(of: request.member("path"), &losses) {
      guard readPath(matcher, &secrets, &losses) else { return nil }
    }
    if let field = request.member("method"), let text = exact(field, &losses)?.uppercased() {
      matches.change { $0.methods = .set([text]) }
      sample.method = text
    }
    // Any query scores as much as none.
    if request.member("query")?.isEmpty != false { score += 1 }
    for (key, value) in request.entries where value.kind != .null {
      switch key.text {
      case "path", "method": break
      case "scheme":
        let before = score
        guard let text = exact(value, &losses) else { break }
        // Hoverfly doesn't compare it.
        score = before
        matches.change { $0.scheme = .set(text.lowercased()) }
        sample.scheme = text.lowercased()
      case "destination": for matcher in matchers(of: value, &losses) { readDestination(matcher, &losses) }
      case "query" where value.isEmpty: matches.change { $0.exactQuery = .set(true) }
      case "query", "headers": read(value, areHeaders: key.text == "headers", &secrets, &losses)
      case "body": readBodies(matchers(of: value, &losses), &secrets, &losses)
      case "requiresState": score += value.entries.count { _ in true }
      default:
        if value.isEmpty { break }
        leaveOut("'\(key.text)' isn't supported, so this condition is left out", at: key, &losses)
      }
    }
  }

  /// Returns the matchers of a field, and adds their score.
  private mutating func matchers(of list: Node?, _ losses: inout LossList) -> [Matcher] {
    guard let list else { return [] }
    if list.kind != .sequence {
      leaveOut("a field has a list of matchers, so this condition is left out", at: list, &losses)
    }
    let matchers = list.elements.map(Matcher.init)
    for matcher in matchers {
      score += matcher.score
      for key in ["doMatch", "config"] {
        guard let next = matcher.node.member(key) else { continue }
        leaveOut("'\(key)' isn't supported, and is left out", at: next, &losses)
      }
    }
    return matchers
  }

  /// Returns the text that a field must have; `nil` if its matchers aren't one exact one, which is reported.
  private mutating func exact(_ field: Node, _ losses: inout LossList) -> String? {
    let all = matchers(of: field, &losses)
    if all.isEmpty { return nil }
    if all.count == 1, all[0].kind == "exact", let text = all[0].value?.string, !text.isEmpty { return text }
    leaveOut("only an exact value is supported here, so this condition is left out", at: field, &losses)
    return nil
  }

  private mutating func leaveOut(_ message: String, at node: Node, _ losses: inout LossList) {
    sample.isComplete = false
    losses.approximate(message, at: node)
  }

  // MARK: - URL

  private mutating func readPath(_ matcher: Matcher, _ secrets: inout Secrets, _ losses: inout LossList) -> Bool {
    let text = matcher.value?.string ?? ""
    if matches[0].path != .inherited {
      leaveOut("a request has one pattern of the path, so this one is left out", at: matcher.node, &losses)
      return true
    }
    var pattern: String
    switch matcher.kind {
    case "exact":
      let path = URLText.path(text, &secrets)
      matches[0].path = .set(path.pattern)
      sample.path = path.sample
      return true
    case "glob": pattern = Self.expression(glob: text)
    case "regex":
      // An expression without anchors is found anywhere in the path.
      pattern = RegexPath.alternatives(of: text.replacing("\\A", with: "^")).map { alternative in
        (alternative.hasPrefix("^") ? "" : ".*") + alternative
          + (alternative.hasSuffix("$") || alternative.hasSuffix(".*") ? "" : ".*")
      }.joined(separator: "|")
    default:
      losses.refuse(
        "a path is matched by 'exact', 'glob' or 'regex'", at: matcher.node.value("matcher") ?? matcher.node)
      return false
    }
    guard secrets.hidden(text) == text, let paths = RegexPath(pattern) else {
      losses.refuse("the pattern can't be written as a path with conditions on its segments", at: matcher.node)
      return false
    }
    if let difference = paths.difference { losses.approximate(difference, at: matcher.node) }
    matches = paths.parts.map { MatchDraft(path: .set($0.path), params: $0.params) }
    if let path = paths.parts[0].sample { sample.path = path } else { sample.isComplete = false }
    return true
  }

  /// A regular expression for the whole of a text that a pattern with `*` matches.
  private static func expression(glob: String) -> String {
    glob.split(separator: "*", omittingEmptySubsequences: false).map { RegexPath.escaped($0) }.joined(separator: ".*")
      .replacing("\\/", with: "/")
  }

  private mutating func readDestination(_ matcher: Matcher, _ losses: inout LossList) {
    let text = matcher.value?.string?.lowercased() ?? ""
    if matcher.kind == "glob", text == "*" { return }
    guard ["exact", "glob"].contains(matcher.kind), matches[0].host == .inherited,
      let parts = text.wholeMatch(of: #/(\*\.)?([a-z0-9.-]+)(?::([0-9]{1,5}))?/#),
      matcher.kind == "glob" || parts.1 == nil, parts.3.map({ 1...65535 ~= Int($0) ?? 0 }) != false
    else {
      return leaveOut(
        "a host is a name, or '*.' and a name, once, so this condition is left out", at: matcher.node, &losses)
    }
    if parts.1 != nil { losses.approximate("'*.' is one label of a host, not several", at: matcher.node) }
    matches.change { match in
      match.host = .set(String(parts.1 ?? "") + parts.2)
      if let port = parts.3.flatMap({ Int($0) }) { match.port = .set(port) }
    }
    sample.host = (parts.1 == nil ? "" : "a.") + parts.2
    sample.port = parts.3.flatMap { Int($0) }
  }

  // MARK: - Values

  /// Reads the conditions on parameters or headers.
  private mutating func read(
    _ values: Node, areHeaders: Bool, _ secrets: inout Secrets, _ losses: inout LossList
  ) {
    var conditions: [(name: String, conditions: [ValueCondition])] = []
    for (key, field) in values.entries {
      let all = matchers(of: field, &losses)
      if all.isEmpty {
        sample.add(key.text, .value("a"), to: areHeaders ? \.headers : \.query)
        conditions.append((key.text, [.present]))
      }
      for matcher in all {
        guard var condition = condition(matcher, &losses) else { continue }
        // There has to be a value.
        if matcher.kind == "negate" { condition.condition = condition.condition.and(.present) }
        let text = matcher.value?.scalar ?? matcher.value?.elements.first { _ in true }?.scalar ?? ""
        if text.contains(";") {
          losses.approximate("several values joined by ';' aren't compared as one text", at: matcher.node)
        }
        let shown = areHeaders ? secrets.hidden(text, of: key.text) : secrets.hidden(text, parameter: key.text)
        if shown != text { condition = .present }
        sample.add(key.text, condition.sample, to: areHeaders ? \.headers : \.query)
        conditions.append((key.text, [condition.condition]))
      }
      // A second value isn't a second condition on the first one.
      if all.count > 1 { sample.isComplete = false }
    }
    matches.change { match in
      if areHeaders { match.headers.add(conditions, ignoringCase: true) } else { match.query.add(conditions) }
    }
  }

  private mutating func condition(_ matcher: Matcher, _ losses: inout LossList) -> SampledCondition? {
    switch (matcher.kind, matcher.value?.scalar) {
    case ("exact", let text?): return .equals(text)
    case ("glob", let text?):
      if text == "*" { return .present }
      if text.utf8.count < RegexPath.lengthLimit / 10,
        let condition = SampledCondition.matches(whole: Self.expression(glob: text))
      {
        return SampledCondition(condition.condition, .value(text.replacing("*", with: "")))
      }
    case ("regex", let text?): if let condition = SampledCondition.search(text) { return condition }
    case ("negate", let text?): return SampledCondition(.not(.equals(text)), .value(text + "x"))
    case ("array", nil):
      let texts = matcher.value?.elements.compactMap(\.scalar) ?? []
      if texts.count == 1 { return .equals(texts[0]) }
    default: break
    }
    leaveOut(
      "'\(Excerpt.of(matcher.kind))' isn't supported here, so this condition is left out", at: matcher.node, &losses)
    return nil
  }

  // MARK: - Body

  /// The maximum number of matchers, each of which is compared with the others.
  private static let bodyLimit = 100

  private mutating func readBodies(_ matchers: [Matcher], _ secrets: inout Secrets, _ losses: inout LossList) {
    for (index, matcher) in matchers.enumerated() {
      if index == Self.bodyLimit {
        let message = "at most \(Self.bodyLimit) conditions on a body are supported, so the others are left out"
        return leaveOut(message, at: matcher.node, &losses)
      }
      guard let draft = body(matcher, &secrets, &losses) else { continue }
      guard let known = matches[0].body.value else {
        matches.change { $0.body = .set(draft) }
        continue
      }
      sample.isComplete = false
      do throws(BodyDraft.Conflict) {
        let joined = try known.joined(with: draft)
        matches.change { $0.body = .set(joined) }
      } catch {
        losses.approximate(error.rawValue, at: matcher.node)
      }
    }
  }

  /// Returns the condition of a matcher; `nil` if there is none, which is reported.
  private mutating func body(
    _ matcher: Matcher, _ secrets: inout Secrets, _ losses: inout LossList
  ) -> BodyDraft? {
    // A recorded call without a body.
    if matcher.kind == "exact", matcher.value?.string == "", ["GET", "HEAD"].contains(matches[0].methods.value?.first) {
      return nil
    }
    if let text = matcher.value?.string, let recorded = RecordedBody(text, type: "", &secrets),
      !recorded.bytes.elementsEqual(text.utf8)
    {
      sample.body = recorded.bytes
      return recorded.draft
    }
    switch matcher.kind {
    case "json", "jsonpartial":
      let root = matcher.value?.string.flatMap { DocumentParser.parseJSON(Array($0.utf8))?.root }
      guard let json = root.flatMap({ SpecDraft.JSON($0.json) }) else { break }
      sample.body = json.bytes
      if matcher.kind == "jsonpartial" {
        losses.approximate("the JSON must be there at the root, and lists as a whole", at: matcher.node)
      }
      return matcher.kind == "json" ? .jsonEquals(json) : .json(json)
    case "jsonpath":
      sample.isComplete = false
      let path = matcher.value?.string.flatMap { BodyDraft.path($0.hasPrefix("$") ? $0 : "$." + $0, .present) }
      if let path { return path }
    case "form": return form(matcher, &secrets, &losses)
    default:
      guard let condition = condition(matcher, &losses) else { return nil }
      if case .value(let text) = condition.sample { sample.body = Array(text.utf8) } else { sample.isComplete = false }
      return .text(condition.condition)
    }
    leaveOut("the condition on the body isn't supported, and is left out", at: matcher.node, &losses)
    return nil
  }

  private mutating func form(
    _ matcher: Matcher, _ secrets: inout Secrets, _ losses: inout LossList
  ) -> BodyDraft? {
    var conditions: [(name: String, conditions: [ValueCondition])] = []
    var form = SampleCall()
    // The form counts as one matcher.
    let before = score
    for (key, field) in matcher.node.entries("value") {
      for matcher in matchers(of: field, &losses) {
        guard var condition = condition(matcher, &losses) else { continue }
        let text = matcher.value?.scalar ?? ""
        if secrets.hidden(text, parameter: key.text) != text { condition = .present }
        form.add(key.text, condition.sample, to: \.query)
        conditions.append((key.text, [condition.condition]))
      }
    }
    score = before
    if !form.isComplete { sample.isComplete = false }
    sample.body = Array(SampleCall.form(form.query).utf8)
    sample.headers.append(("Content-Type", "application/x-www-form-urlencoded"))
    var fields: [ConditionDraft] = []
    fields.add(conditions)
    return fields.isEmpty ? nil : .form(fields)
  }
}
