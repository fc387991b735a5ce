import MockSpecDiagnostics
import MockSpecDocument

// The conditions of a file, as they are written in it.
extension LintedSpec {
  /// All alternatives of the `match` of each request, as they are written.
  var matches: [MatchRules] { requests.flatMap { $0.spec.matches.map(\.value) } }

  /// The subject of a value matcher.
  enum Subject {
    /// A name that can have several values. Each of them can have a separate matcher.
    case repeatable
    /// A name with one value: a header, whose fields are joined, a part of JSON, or a text.
    case single
    /// A captured segment, which always has a value.
    case segment
  }

  /// Calls a closure with the matchers of each name and of each body in the file.
  func forEachCondition(_ visit: ([ValueMatcher], Subject) -> Void) {
    func add(_ rules: [NamedRule], _ subject: Subject) {
      for rule in rules { if let matchers = rule.matchers.value { visit(matchers, subject) } }
    }
    func add(_ match: MatchRules) {
      add(match.params, .segment)
      add(match.query, .repeatable)
      add(match.headers, .single)
      add(match.cookies, .repeatable)
      if case .matcher(let body)? = match.body.value { add(body) }
    }
    func add(_ body: BodyMatcher) {
      switch body.kind {
      case .pointers(let places): for place in places { visit(place.condition.matchers, .single) }
      case .paths(let paths): for path in paths { visit(path.condition.matchers, .repeatable) }
      case .form(let conditions), .multipart(let conditions):
        for condition in conditions { visit(condition.matchers, .repeatable) }
      case .text(let matcher): visit([matcher], .single)
      case .json, .jsonEquals, .schema, .graphQL: break
      }
    }
    for match in matches { add(match) }
    add(defaults.match)
    for condition in receivedConditions { add(condition) }
  }

  /// The conditions for the messages of WebSockets.
  private var receivedConditions: [BodyMatcher] { requests.flatMap(\.spec.responses).flatMap(\.receivedConditions) }

  /// The values of the file that are sent as JSON, or compared with it.
  var jsonValues: [Node] {
    var found: [Node] = requests.flatMap(\.spec.responses).flatMap(\.contents).compactMap { content in
      if case .json(let node) = content.body { node } else { nil }
    }
    let conditions = (matches + [defaults.match]).compactMap { match in
      if case .matcher(let body)? = match.body.value { body } else { nil }
    }
    for body in conditions + receivedConditions {
      switch body.kind {
      case .json(let node), .jsonEquals(let node): found.append(node)
      case .graphQL(let matcher): if let variables = matcher.variables { found.append(variables) }
      case .pointers, .paths, .schema, .form, .multipart, .text: break
      }
    }
    return found
  }

  /// The schemas of bodies and items, including those in other files, without repetitions.
  var schemas: [Node] {
    // Many requests can inherit one schema.
    var seen: Set<SourceRange> = []
    let ofBodies: [BodySchema] = requests.alternatives.compactMap { request in
      if case .schema(let schema)? = request.matcher.body?.kind { schema } else { nil }
    }
    return (ofBodies + lists.compactMap(\.items?.collection.schema)).map(\.root).filter {
      seen.insert($0.range).inserted
    }
  }
}
