import MockSpecDiagnostics

extension RequestMatcher {
  /// Evaluates all conditions. Matching, in contrast, stops at the first unmet condition.
  ///
  /// - Parameters:
  ///   - parsed: The call.
  ///   - isPathMet: Whether the path matches.
  func evaluate(_ parsed: inout ParsedCall, isPathMet: Bool) -> [EvaluatedCondition] {
    let now = now(&parsed)
    var conditions = [evaluateMethod(parsed.call)].compactMap(\.self) + evaluateOrigin(parsed)
    if let path { conditions.append(evaluatePath(path, isMet: isPathMet, parsed)) }
    // Segments are captured only if the path matches.
    if isPathMet, let path, !params.isEmpty {
      let values = path.value.parameters(in: parsed.path)
      conditions += params.flatMap {
        $0.evaluate(.param, FoundValues(texts: values[$0.key.text].map { [$0] } ?? []), at: now)
      }
    }
    if !query.isEmpty {
      let values = parsed.query
      conditions += query.flatMap { $0.evaluate(.query, FoundValues(texts: values[$0.key] ?? []), at: now) }
    }
    if let exactQuery { conditions.append(evaluateExactQuery(at: exactQuery, &parsed)) }
    conditions += headers.flatMap { [parsed] in
      $0.evaluate(.header, FoundValues(texts: parsed.header($0.key.text)), at: now)
    }
    if !cookies.isEmpty {
      let values = parsed.cookies
      conditions += cookies.flatMap { $0.evaluate(.cookie, FoundValues(texts: values[$0.key] ?? []), at: now) }
    }
    conditions += body?.evaluate(&parsed, at: now) ?? []
    conditions += states.map { $0.evaluate(parsed.states) }
    // A closure can have side effects, so it is called only if matching would call it, too.
    if let predicate, conditions.allSatisfy(\.isMet) {
      conditions.append(predicate.evaluate(parsed.call, path?.value))
    }
    return conditions
  }

  private func evaluateMethod(_ call: MockCall) -> EvaluatedCondition? {
    guard let methods else { return nil }
    return EvaluatedCondition(.method, isMet: matches(call.method, methods.value), at: methods.range) { _ in
      let expected = methods.value.joined(separator: " or ")
      return .init(expected: expected, found: ShownValues.shortened(call.method))
    }
  }

  /// Evaluates scheme, host and port, if they are compared for this call.
  private func evaluateOrigin(_ parsed: ParsedCall) -> [EvaluatedCondition] {
    let call = parsed.call
    var conditions: [EvaluatedCondition] = []
    if let scheme, call.target != .originForm {
      conditions.append(
        EvaluatedCondition(.scheme, isMet: scheme.value == call.scheme, at: scheme.range) { _ in
          .init(expected: "'\(scheme.value)'", found: call.scheme.map { "'\($0)'" } ?? "none")
        })
    }
    if let host {
      let isCompared = parsed.checksHost
      conditions.append(
        EvaluatedCondition(.host, isMet: !isCompared || host.value.matches(call.host ?? ""), at: host.range) {
          values in
          let found = call.host.map { values.quoted($0) } ?? "none"
          return .init(
            expected: "'\(host.value.description)'", found: isCompared ? found : "\(found), which matches any host")
        })
    }
    if let port, call.target != .originForm {
      let found = call.port ?? Self.defaultPort(call.scheme)
      conditions.append(
        EvaluatedCondition(.port, isMet: port.value == found, at: port.range) { _ in
          .init(expected: "\(port.value)", found: found.map(String.init) ?? "none")
        })
    }
    return conditions
  }

  private func evaluateExactQuery(at range: SourceRange, _ parsed: inout ParsedCall) -> EvaluatedCondition {
    let isMet = parsed.query.keys.allSatisfy(listsQuery)
    return EvaluatedCondition(.exactQuery, isMet: isMet, at: range) { [self, call = parsed.call] values in
      let listed = query.map { values.quoted($0.name) }
      var seen: Set<ExactText> = []
      let found = QueryText.pairs(call.query ?? "").map { ExactText($0.name) }.filter { seen.insert($0).inserted }
      let expected = (listed.isEmpty ? "" : "only ") + values.list(listed)
      return .init(
        expected: expected, found: isMet ? expected : values.list(found.map { values.quoted($0.text) }),
        details: found.filter { !listsQuery($0) }.prefix(5).map {
          "the query has \(values.quoted($0.text)), which isn't listed"
        })
    }
  }

  private func evaluatePath(_ path: Located<PathPattern>, isMet: Bool, _ parsed: ParsedCall) -> EvaluatedCondition {
    EvaluatedCondition(.path, isMet: isMet, at: path.range) { values in
      let difference = isMet ? nil : PathDifference(path.value, parsed.path.segments)
      return .init(
        expected: values.quoted(path.value.text), found: values.quoted(parsed.call.path),
        details: difference?.changes.prefix(5).map { $0.text(values) } ?? [])
    }
  }
}

extension StateCondition {
  fileprivate func evaluate(_ states: StateValues) -> EvaluatedCondition {
    EvaluatedCondition(.state, state.value, isMet: states.meet([self]), at: state.range) { _ in
      .init(
        expected: values.map { "'\($0.excerpt)'" }.joined(separator: " or "),
        found: states[state.value].map { "'\(Excerpt.of($0))'" } ?? "a state that isn't declared")
    }
  }
}

extension Predicate {
  fileprivate func evaluate(_ call: MockCall, _ path: PathPattern?) -> EvaluatedCondition {
    let isMet = holds(call, path: path)
    return EvaluatedCondition(.predicate, isMet: isMet, at: range) { _ in .init(expected: "true", found: "\(isMet)") }
  }
}

extension PathDifference.Change {
  fileprivate func text(_ values: ShownValues) -> String {
    switch self {
    case .different(let expected, "", let index): "segment \(index) is empty: expected \(values.quoted(expected))"
    case .different(let expected, let found, let index):
      "segment \(index): expected \(values.quoted(expected)), found \(values.quoted(found))"
    case .missing(""): "the slash at the end is missing"
    case .missing(let segment): "segment \(values.quoted(segment)) is missing"
    case .extra("", let index): "segment \(index) is empty: one slash too many"
    case .extra(let segment, let index): "segment \(index), \(values.quoted(segment)), isn't expected"
    }
  }
}
