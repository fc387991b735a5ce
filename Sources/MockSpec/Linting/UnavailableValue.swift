import MockSpecDiagnostics

enum UnavailableValue: SpecRule {
  static let name = "unavailable-value"
  static let summary = "a template uses a value that no matching call has"
  static let explanation = """
    The name isn't captured by the path, 'match' excludes the value ('exactQuery' without the name, or 'present: false'), the \
    variable is text and has no parts ('request.body'), or it has only parts ('request.headers'). \
    A variable without a value is an error when the call is made. Correct the name, capture it: '/items/{id}', or write a \
    default: '{{request.path.id | default: 1}}'.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        Item:
          match: GET /items/{id}
          responses: {Found: {template: true, text: 'item {{request.path.itemID}}'}}
      """,
    right: """
      requests:
        Item:
          match: GET /items/{id}
          responses: {Found: {template: true, text: 'item {{request.path.id}}'}}
      """)

  /// The maximum number of warnings for each template, since a body file can be large.
  private static let limit = 20

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    spec.requests.flatMap { request in
      request.responses.flatMap { response -> [Diagnostic] in
        let messages = response.messageTemplates
        let others = (response.reply?.template?.templates ?? []) + response.callbacks.flatMap(\.templates)
        return (messages.map { ($0, $1) } + others.map { ($0, nil) }).flatMap { template, isAnswer -> [Diagnostic] in
          let guarded = request.others.isEmpty ? [] : template.tagsInOwnSections
          func problem(_ name: Template.Name) -> (message: String, help: String?)? {
            isAnswer.flatMap { ofHandshake(name, isAnswer: $0) } ?? Self.problem(name, request, guarded: guarded)
          }
          let found = template.names.lazy.filter { problem($0) != nil }.prefix(limit)
          return found.compactMap { name in
            problem(name).map { message, help in
              let range = template.range(of: name)
              // A tag in a body file can be right for other requests that name the file.
              let notes =
                response.file.map { file in
                  range.file.path == file.path.range.file.path
                    ? [] : [Diagnostic.Note("the body file is named here", at: file.path.range)]
                } ?? []
              return warning(message, at: range, notes: notes, help: help)
            }
          }
        }
      }
    }
  }

  /// Returns the help for a variable that has only parts. As a section, it has a value.
  private static func helpWithoutText(_ name: Template.Name) -> String? {
    switch name.parts {
    case _ where name.isSection: nil
    case ["request"]: "write a part of it, such as {{request.url}}"
    case ["request", "headers"]: "write the name of a header, such as {{request.headers.user-agent}}"
    case ["request", "cookies"]: "write the name of a cookie: {{request.cookies.NAME}}"
    case ["page"]: "write a part of it: {{page.items | json}} for the items"
    case ["problem"]: "write a part of it, such as {{problem.detail}}"
    case ["collections"]: "write the name of a collection: {{collections.NAME | json}}"
    case ["request", "form"]: "write the name of a field: {{request.form.NAME}}, or {{request.body}} for all of them"
    default: nil
    }
  }

  /// A value of a body in a message over a WebSocket: the handshake has none.
  private static func ofHandshake(_ name: Template.Name, isAnswer: Bool) -> (message: String, help: String?)? {
    guard name.parts.first == "request", name.parts.count > 1, ["json", "body", "form"].contains(name.parts[1]) else {
      return nil
    }
    let message = name.parts[1] == "json" ? name.text.replacing("request.json", with: "message.json") : "message.text"
    return (
      "'\(Excerpt.of(name.text))' is of the handshake, which has no body",
      isAnswer
        ? "write \(Excerpt.of(message)) for the message that is answered"
        : "only a message with 'receive' has the values of another one"
    )
  }

  /// A name that only some alternatives of `match` lack can be missing, so it has to be in a section of that name.
  private static func problem(
    _ name: Template.Name, _ request: ResolvedRequest, guarded: Set<Int>
  ) -> (message: String, help: String?)? {
    guard
      let first = problem(name, request.matcher) ?? request.others.lazy.compactMap({ problem(name, $0.matcher) }).first
    else { return nil }
    if request.others.isEmpty { return first }
    let lacking = request.alternatives.filter { problem(name, $0.matcher) != nil }
    if lacking.count == request.alternatives.count { return first }
    if name.isSection || guarded.contains(name.tag.lowerBound) { return nil }
    let number = lacking[0].alternative?.number ?? 1
    return (
      "alternative \(number) of 'match' has no '\(Excerpt.of(name.text))': \(first.message)",
      "if it can be missing, write {{#\(Excerpt.of(name.text))}}…{{/\(Excerpt.of(name.text))}} around it"
    )
  }

  private static func problem(_ name: Template.Name, _ match: RequestMatcher) -> (message: String, help: String?)? {
    if name.hasDefault { return nil }
    if name.parts == ["else"] { return ("templates have no 'else'", "write {{^name}}…{{/name}} for the other case") }
    if let help = helpWithoutText(name) { return ("'\(name.text)' has no text, only parts", help) }
    guard name.parts.count > 2, name.parts[0] == "request" else { return nil }
    if name.parts[1] == "json",
      let part = name.parts.first(where: { $0.contains("[") && $0.hasSuffix("]") && name.text.contains(".\($0)") })
    {
      return ("'\(Excerpt.of(part))' is no name in JSON", Template.dotted(name.text).map { "write \(Excerpt.of($0))" })
    }
    let value = name.parts[2...].joined(separator: ".")
    let shown = Excerpt.of(value)
    switch name.parts[1] {
    case "path":
      let captured = match.path?.value.captures ?? []
      if captured.contains(value) { return nil }
      let near = Suggestion.nearest(to: value, among: captured)
      return (
        "no '{\(shown)}' is captured by the path",
        near.map { "did you mean '\($0)'?" }
          ?? captured.first.map { "the path captures '{\(Excerpt.of($0))}'" }
          ?? "write '{\(shown)}' as a whole segment of the path"
      )
    case "query":
      if match.query.isExcluded(value)
        || match.exactQuery != nil && !match.query.contains(where: { $0.key.text == value })
      {
        return ("no matching call has the query name '\(shown)'", "'match' excludes it")
      }
    case "headers" where match.headers.isExcluded(value.lowercased()):
      return ("no matching call has the header '\(shown)'", "'match' excludes it")
    case "cookies" where match.cookies.isExcluded(value):
      return ("no matching call has the cookie '\(shown)'", "'match' excludes it")
    case "body", "method", "url":
      let part = name.parts[1]
      let isPart = ["query", "path", "headers", "cookies"].contains(name.parts[2])
      return (
        "'request.\(part)' is text, which has no parts",
        part == "body"
          ? "write request.json.\(shown), or request.form.\(shown)" : "write request.\(isPart ? shown : part)"
      )
    default: break
    }
    return nil
  }
}

extension Template {
  /// The starts of the tags that are in a section of their own name, so that they are rendered only if it has a value.
  fileprivate var tagsInOwnSections: Set<Int> {
    var open: [(parts: [String], end: Int)] = []
    var found: Set<Int> = []
    for (index, token) in tokens.enumerated() {
      while let last = open.last, index >= last.end { open.removeLast() }
      switch token {
      case .section(let section, isInverted: false, let end): open.append((section.parts, end))
      case .variable(let name, _):
        if open.contains(where: { $0.parts == name.parts }) { found.insert(name.tag.lowerBound) }
      case .text, .section, .sectionEnd: break
      }
    }
    return found
  }
}

extension ResolvedResponse {
  /// The templates of messages over a WebSocket, and whether each is in an answer to one.
  fileprivate var messageTemplates: [(Template, isAnswer: Bool)] {
    guard let script = reply?.socket else { return [] }
    return zip(script.plan.entries, script.entries).flatMap { plan, entry in
      (entry.content?.templates ?? []).map { ($0, plan.isAnswer) }
    }
  }
}

extension CallbackTemplate {
  fileprivate var templates: [Template] {
    let own = if case .template(let reply) = message { reply.templates } else { [Template]() }
    return (urlTemplate.map { [$0] } ?? []) + own
  }
}

extension [Condition] {
  /// Whether a name has a condition that allows no value.
  fileprivate func isExcluded(_ name: String) -> Bool {
    contains { $0.key.text == name && $0.matchers.contains { $0.presence == false } }
  }
}
