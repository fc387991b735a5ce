import MockSpecDiagnostics
import MockSpecDocument

enum UnlikelyName: SpecRule {
  static let name = "unlikely-name"
  static let summary =
    "a key of the spec language is among the headers, conditions or JSON, or the name of a header is mistyped"
  static let explanation = """
    In 'headers' of a response, 'delay: 1s' is a header that is sent, and in 'query', 'exactQuery: true' is a name that the \
    call must have: move the key out of the mapping. In 'json' of a body, '{contains: a}' is an object that the call must \
    have: write conditions on values under 'pointers'. 'Content-Typ' is probably mistyped. If the name is meant, ignore \
    this warning.
    """
  static let example = RuleExample(
    wrong: """
      requests:
        News:
          match: GET /news
          responses: {Slow: {headers: {Age: 0, delay: 1s}, json: []}}
      """,
    right: """
      requests:
        News:
          match: GET /news
          responses: {Slow: {headers: {Age: 0}, delay: 1s, json: []}}
      """)

  /// The keys of a response that aren't names of headers.
  private static let keys = Set(ResponseKey.allCases.map(\.rawValue)).subtracting(["headers", "description"])

  /// `status: 404`, but not `Status: 200 OK` of CGI (RFC 3875 §6.3.3).
  private static func isKey(_ header: HeaderRule) -> Bool {
    keys.contains(header.name.value)
      && (header.name.value != "status" || header.values.value?.first.flatMap { Int($0.value) } != nil)
  }

  static func check(_ spec: LintedSpec) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var others: [Located<String>] = []
    func addSent(_ headers: [HeaderRule]) {
      if headers.contains(where: isKey) {
        found += misplaced(headers.filter(isKey).map(\.name), "sent as a header", "headers")
      }
      for header in headers where !FieldNames.isRegistered(header.name.value) { others.append(header.name) }
    }
    func add(_ rules: [NamedRule], in owner: String) {
      guard rules.contains(where: isExactQuery) else { return }
      found += misplaced(rules.filter(isExactQuery).map(\.name), "a condition on a name", owner)
    }
    func add(_ match: borrowing MatchRules) {
      add(match.query, in: "query")
      add(match.headers, in: "headers")
      add(match.params, in: "params")
      add(match.cookies, in: "cookies")
      for rule in match.headers where !FieldNames.isRegistered(rule.name.value) { others.append(rule.name) }
    }
    for request in spec.requests {
      for match in request.spec.matches {
        add(match.value)
        if let warning = operators(in: match.value) { found.append(warning) }
      }
      for content in request.spec.responses.flatMap(\.contents) { addSent(content.headers) }
    }
    add(spec.defaults.match)
    addSent(spec.defaults.response.headers)
    return found + mistyped(others)
  }

  /// Returns a warning about the first mapping of operators in the JSON of a body, which is compared literally.
  private static func operators(in match: MatchRules) -> Diagnostic? {
    guard case .matcher(let body)? = match.body.value else { return nil }
    switch body.kind {
    case .json(let node), .jsonEquals(let node):
      // A body is always present, so `present` at the root can only be a key of JSON.
      guard let (key, way) = operators(in: node), !way.isEmpty || key.text != "present" else { return nil }
      let path = way.reversed().map { "/" + $0.asPointerToken }.joined()
      return warning(
        "'\(key.text)' is compared as a key of JSON", at: key.range,
        help: path.isEmpty
          ? "write body: {text: {\(key.text): …}}" : "write pointers: {\(Excerpt.of(path)): {\(key.text): …}}")
    default: return nil
    }
  }

  /// Keys of objects that contain such operators in database query languages.
  private static let filters: Set = [
    "where", "filter", "filters", "query", "not", "and", "or", "some", "every", "none",
  ]

  /// Returns the first operator, with the names and indexes on the path to its mapping, in reverse order. Recursion is
  /// bounded by the parser's depth limit.
  private static func operators(in node: Node) -> (key: Node, way: [String])? {
    switch node.kind {
    case .mapping:
      if isMatcher(node) { return node.entries.first { _ in true }.map { ($0.key, []) } }
      for (key, value) in node.entries where !value.isScalar && !filters.contains(key.text.lowercased()) {
        if let (found, way) = operators(in: value) { return (found, way + [key.text]) }
      }
    case .sequence:
      for (index, element) in node.elements.enumerated() where !element.isScalar {
        if let (found, way) = operators(in: element) { return (found, way + ["\(index)"]) }
      }
    default: break
    }
    return nil
  }

  /// Whether a mapping has only operators with valid values, and one of them is unusual in JSON.
  private static func isMatcher(_ node: Node) -> Bool {
    var isUnusual = false
    for (key, value) in node.entries {
      switch ValueMatcherKey(rawValue: key.text) {
      case .contains where value.kind == .string, .startsWith where value.kind == .string,
        .endsWith where value.kind == .string, .matches where value.kind == .string,
        .oneOf where value.kind == .sequence, .present where value.kind == .bool:
        isUnusual = true
      case .above where isNumber(value), .below where isNumber(value), .atLeast where isNumber(value),
        .atMost where isNumber(value), .equals where value.isScalar, .ignoreCase where value.kind == .bool,
        .not where value.kind == .mapping, .after where value.kind == .string, .before where value.kind == .string:
        break
      default: return false
      }
    }
    return isUnusual
  }

  private static func isNumber(_ node: Node) -> Bool { node.kind == .integer || node.kind == .float }

  private static func isExactQuery(_ rule: NamedRule) -> Bool { rule.name.value == "exactQuery" }

  /// Returns one warning about all names of a mapping.
  private static func misplaced(_ names: [Located<String>], _ what: String, _ owner: String) -> [Diagnostic] {
    guard let first = names.first else { return [] }
    let (verb, them) = names.count == 1 ? ("is", "it is") : ("are", "they are")
    return [
      warning(
        "\(names.map { "'\($0.value)'" }.listed) \(verb) \(what), since \(them) in '\(owner)'", at: first.range,
        help: "move \(names.count == 1 ? "it" : "them") out of '\(owner)'")
    ]
  }

  /// The maximum number of names that are compared with those of registered headers in one spec.
  private static let limit = 2_000

  /// Returns warnings about names that differ from those of registered headers by a letter or two.
  private static func mistyped(_ names: [Located<String>]) -> [Diagnostic] {
    var known: [String: String?] = [:]
    return names.compactMap { name in
      if known.count >= limit { return nil }
      let near = known[name.value] ?? nearest(to: name.value)
      known[name.value] = near
      return near.map {
        warning("'\(name.excerpt)' isn't a usual header", at: name.range, help: "did you mean '\($0)'?")
      }
    }
  }

  private static func nearest(to name: String) -> String? {
    let length = name.utf8.count
    if length < 6 || name.lowercased().hasPrefix("x-") { return nil }
    return FieldNames.registered.first { field in
      abs(field.utf8.count - length) <= 2
        && EditDistance.ofTypo(field.utf8, name.utf8).map { $0 == 1 || length >= 12 } == true
    }
  }
}
