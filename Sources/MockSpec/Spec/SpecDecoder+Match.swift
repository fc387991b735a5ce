import MockSpecDiagnostics
import MockSpecDocument
import MockSpecSchema

// Decodes both forms of `match`.
extension SpecDecoder {
  /// Decodes the `match` of a request: one match, or a list of alternatives.
  mutating func alternatives(_ node: Node) -> [Located<MatchRules>] {
    guard node.kind == .sequence else { return [Located(matchRules(node), at: node.range)] }
    let found = node.elements.map { Located(matchRules($0), at: $0.range) }
    // The schema reports an empty list.
    return found.isEmpty ? [Located(MatchRules(), at: node.range)] : found
  }

  mutating func matchRules(_ node: Node) -> MatchRules {
    if node.kind == .mapping { return longMatch(node) }
    guard node.kind == .string else { return MatchRules() }
    return shortMatch(node)
  }

  private mutating func longMatch(_ node: Node) -> MatchRules {
    var rules = MatchRules()
    for (key, value) in filled(node, MatchKey.self) {
      switch key {
      case .method:
        rules.methods = Setting(value) { methods in
          let names = methods.kind == .sequence ? methods.elements.map(\.text) : [methods.text]
          return names.isEmpty ? nil : Located(names, at: methods.range)
        }
      case .scheme: rules.scheme = Setting(value) { Located(Self.scheme($0.text), at: $0.range) }
      case .host: rules.host = Setting(value) { Located(HostPattern($0.text), at: $0.range) }
      case .port: rules.port = Setting(value) { port in port.intValue.map { Located($0, at: port.range) } }
      case .path: rules.path = Setting(value) { path($0) }
      case .params: rules.params = named(value)
      case .query: rules.query = named(value)
      case .exactQuery:
        rules.exactQuery = Setting(value) { exact in exact.boolValue.map { Located($0, at: exact.range) } }
      case .headers: rules.headers = named(value, foldingCase: true)
      case .cookies: rules.cookies = named(value)
      case .body: rules.body = Setting(value) { bodyRule($0) }
      }
    }
    return rules
  }

  /// Returns a scheme in lower case. The handshakes of WebSockets are HTTP.
  private static func scheme(_ text: some StringProtocol) -> String {
    switch text.lowercased() {
    case "ws": "http"
    case "wss": "https"
    case let scheme: scheme
    }
  }

  /// Decodes the short form, `[METHOD] [[scheme:]//host[:port]]/path[?query]`. As in a reference of RFC 3986 §4.2, a host
  /// follows two slashes.
  private mutating func shortMatch(_ node: Node) -> MatchRules {
    var rules = MatchRules()
    let text = node.text
    var rest = text[...]
    func range(_ part: Substring) -> SourceRange { node.range(of: part, in: text) }

    if let space = rest.utf8.firstIndex(of: UInt8(ascii: " ")), !rest[..<space].utf8.contains(UInt8(ascii: "/")) {
      let method = rest[..<space]
      rules.methods = .set(Located([String(method)], at: range(method)))
      rest = rest[space...].drop { $0 == " " }
    }
    if let slash = rest.firstIndex(of: "/"), Authority.isLikely(rest[..<slash]) {
      diagnostics.append(Self.hostWithoutSlashes(rest, at: range(rest)))
      return rules
    }
    let prefix = rest[..<(rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex)]
    if rest[prefix.endIndex...].hasPrefix("//"), prefix.isEmpty || prefix.hasSuffix(":") {
      let scheme = prefix.dropLast()
      if !scheme.isEmpty { rules.scheme = .set(Located(Self.scheme(scheme), at: range(scheme))) }
      rest = rest[prefix.endIndex...].dropFirst(2)
      let written = rest.prefix { $0 != "/" && $0 != "?" }
      rest = rest[written.endIndex...]
      if let authority = Authority(written), let host = authority.host {
        rules.host = .set(Located(HostPattern(host), at: range(written)))
        if let port = authority.port { rules.port = .set(Located(port, at: range(written))) }
      } else {
        diagnostics.append(Self.badAuthority(String(written), hasScheme: !scheme.isEmpty, at: range(written)))
      }
    }
    if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
      let query = rest[rest.index(after: mark)...]
      rest = rest[..<mark]
      rules.query = queryRules(String(query), at: range(query))
    }
    // The schema reports '*' with another method than OPTIONS.
    if rest == "*", rules.methods.value?.value != ["OPTIONS"] { return rules }
    if let key = Self.halfTypedKey(rest) {
      diagnostics.append(
        Diagnostic(
          .error, "bad-path", "expected a path that starts with '/', found '\(rest)'", at: range(rest),
          help: "write '\(key):' and a value for that key, or '/\(rest)' for a path"))
      return rules
    }
    if !rest.isEmpty { rules.path = path(String(rest), at: range(rest)).map(Setting.set) ?? .inherited }
    return rules
  }

  /// Returns a rule for each name of a query, with a matcher for each of its values.
  private func queryRules(_ query: String, at place: SourceRange) -> [NamedRule] {
    var names: [ExactText] = []
    var matchers: [ExactText: [ValueMatcher]] = [:]
    for (name, value) in QueryText.pairs(query) {
      let name = ExactText(name)
      if matchers[name] == nil { names.append(name) }
      matchers[name, default: []].append(ValueMatcher(equals: value, at: place))
    }
    return names.map {
      NamedRule(name: Located($0.text, at: place), key: $0, matchers: .set(matchers[$0] ?? []))
    }
  }

  mutating func named(_ node: Node, foldingCase: Bool = false) -> [NamedRule] {
    if foldingCase { refuseRepeatedHeaders(in: node) }
    var rules: [NamedRule] = []
    for (key, value) in node.entries {
      let name = Located(key.text, at: key.range)
      rules.append(
        NamedRule(
          name: name, key: ExactText(foldingCase ? name.value.lowercased() : name.value),
          matchers: Setting(value) { valueMatchers($0) }))
    }
    return rules
  }

  private mutating func valueMatchers(_ node: Node) -> [ValueMatcher]? {
    guard node.kind == .sequence else { return valueMatcher(node).map { [$0] } }
    return node.elements.compactMap { valueMatcher($0) }
  }

  mutating func valueMatcher(_ node: Node) -> ValueMatcher? {
    if node.isScalar { return ValueMatcher(equals: node.text, at: node.range) }
    guard node.kind == .mapping else { return nil }
    var matcher = ValueMatcher(range: node.range)
    // `ignoreCase` is read first, since the expression of `matches` is compiled with it.
    matcher.ignoresCase = node.value(ValueMatcherKey.ignoreCase.rawValue)?.boolValue ?? false
    for (key, value) in node.entries(of: ValueMatcherKey.self) {
      switch key {
      case .equals: matcher.conditions.append(.equals(value.text))
      case .contains: matcher.conditions.append(.contains(value.text))
      case .startsWith: matcher.conditions.append(.startsWith(value.text))
      case .endsWith: matcher.conditions.append(.endsWith(value.text))
      case .oneOf: matcher.conditions.append(.oneOf(value.elements.map(\.text)))
      case .matches:
        if let expression = regularExpression(value, ignoringCase: matcher.ignoresCase) {
          matcher.conditions.append(.matches(expression))
        }
      case .above: add(.above, value, to: &matcher)
      case .below: add(.below, value, to: &matcher)
      case .atLeast: add(.atLeast, value, to: &matcher)
      case .atMost: add(.atMost, value, to: &matcher)
      case .after: add(.after, value, to: &matcher)
      case .before: add(.before, value, to: &matcher)
      case .present: matcher.presence = value.boolValue
      case .ignoreCase: break
      case .not: matcher.not = valueMatcher(value).map { [$0] } ?? []
      }
    }
    return matcher
  }

  /// Adds a condition on a number. The schema reports other values.
  private mutating func add(_ relation: NumberBound.Relation, _ node: Node, to matcher: inout ValueMatcher) {
    guard node.kind == .integer || node.kind == .float else { return }
    if let bound = DecimalText.json(node.text).flatMap({ NumberBound(relation, $0) }) {
      matcher.conditions.append(.number(bound))
    } else {
      diagnostics.append(Self.badBound(node))
    }
  }

  /// Adds a condition on a time. The schema reports values that aren't text.
  private mutating func add(_ relation: TimeBound.Relation, _ node: Node, to matcher: inout ValueMatcher) {
    guard node.kind == .string else { return }
    if let bound = TimeBound(relation, node.text) {
      matcher.conditions.append(.time(bound))
    } else {
      diagnostics.append(Self.badTime(node))
    }
  }

  /// Returns the key of a match that a text is or begins, as while it is being typed; `nil` if it is none.
  private static func halfTypedKey(_ text: Substring) -> String? {
    guard text.count > 1 else { return nil }
    return MatchKey.allCases.first { $0.rawValue.lowercased().hasPrefix(text.lowercased()) }?.rawValue
  }

  private mutating func regularExpression(_ node: Node, ignoringCase: Bool) -> RegularExpression? {
    if patterns.isExceeded { return nil }
    do throws(RegularExpressionError) {
      let expression = try expressions.expression(node.text, ignoringCase: ignoringCase)
      if patterns.take(expression, ignoringCase: ignoringCase) { return expression }
      diagnostics.append(Self.tooManyInstructions(at: node.range))
      return nil
    } catch {
      diagnostics.append(Self.badExpression(error, in: node))
      return nil
    }
  }

  // MARK: - Paths

  mutating func path(_ node: Node) -> Located<PathPattern>? {
    node.isScalar ? path(node.text, at: node.range) : nil
  }

  mutating func path(_ text: String, at range: SourceRange) -> Located<PathPattern>? {
    do throws(PathPatternError) {
      return Located(try PathPattern(text), at: range)
    } catch {
      diagnostics.append(Self.badPath(error, at: range))
      return nil
    }
  }
}

extension SpecDecoder {
  static func badAuthority(_ text: String, hasScheme: Bool, at range: SourceRange) -> Diagnostic {
    let example = "for example: api.example.com, *.example.com or api.example.com:8443; the largest port is 65535"
    return Diagnostic(
      .error, "bad-value", "expected a host and an optional port, found '\(text)'", at: range,
      help: hasScheme ? example : example + "; to match a path that starts with '//', write match: {path: //…}")
  }

  static func hostWithoutSlashes(_ target: Substring, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-path", "expected a path that starts with '/', found '\(Excerpt.of(String(target)))'", at: range,
      help: "write '//' before a host: //\(Excerpt.of(String(target)))")
  }

  static func badPath(_ error: PathPatternError, at range: SourceRange) -> Diagnostic {
    Diagnostic(.error, "bad-path", error.message, at: range, help: error.help)
  }

  static func badBound(_ node: Node) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "expected a decimal number, found '\(node.excerpt)'", at: node.range,
      help: "write a number of at most \(NumberBound.maxLength) characters, for example: 5, -0.5 or 1e6")
  }

  static func badTime(_ node: Node) -> Diagnostic {
    Diagnostic(
      .error, "bad-value", "expected a time, found '\(node.excerpt)'", at: node.range,
      help: "for example: 2026-01-31T09:30:00Z, now, now+1h, now-2d, or 'Sat, 31 Jan 2026 09:30:00 GMT'")
  }

  static func tooManyInstructions(at range: SourceRange) -> Diagnostic {
    Diagnostic(
      .error, "bad-regular-expression",
      "the regular expressions of the file up to here have more than \(PatternAllowance.limit) instructions", at: range,
      help: "use smaller repetition counts, or split the file")
  }

  /// Returns a diagnostic at the error's range if the pattern is written without escapes, or else at the whole pattern.
  static func badExpression(_ error: RegularExpressionError, in node: Node) -> Diagnostic {
    let scalars = Array(node.text.unicodeScalars)
    let before = String(String.UnicodeScalarView(scalars[..<min(error.range.lowerBound, scalars.count)]))
    let part = String(String.UnicodeScalarView(scalars[error.range.clamped(to: 0..<scalars.count)]))
    let range = node.range(ofBytes: before.utf8.count..<before.utf8.count + part.utf8.count)
    var help = error.help
    if error.kind == .unsupported(.flags), node.text.hasPrefix("(?i)") {
      help = "remove '(?i)', and add 'ignoreCase: true' beside 'matches'"
    }
    return Diagnostic(.error, "bad-regular-expression", error.message, at: range, help: help)
  }
}

extension Node {
  /// Returns the source range of a part of a scalar's text. If the scalar is written with escapes, this is its whole
  /// range.
  func range(of part: Substring, in text: String) -> SourceRange {
    let start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
    return range(ofBytes: start..<start + part.utf8.count)
  }

  /// Returns the source range of some bytes of a scalar's text. If the scalar is written with escapes, this is its
  /// whole range.
  func range(ofBytes part: Range<Int>) -> SourceRange {
    let whole = range
    let written = whole.file.bytes[whole.bytes.clamped(to: whole.file.bytes.indices)]
    let quote = written.first == UInt8(ascii: "'") || written.first == UInt8(ascii: "\"") ? 1 : 0
    let isVerbatim = withUTF8 { $0.elementsEqual(written.dropFirst(quote).dropLast(quote)) }
    guard isVerbatim, !part.isEmpty else { return whole }
    let start = whole.bytes.lowerBound + quote
    return SourceRange(file: whole.file, bytes: start + part.lowerBound..<start + part.upperBound)
  }
}
