import MockSpecDiagnostics

extension RequestMatcher {
  /// Evaluates all conditions, while matching stops at the first one that isn't met.
  ///
  /// - Parameters:
  ///   - request: The call.
  ///   - isPathMet: Whether the path matches.
  func evaluate(_ request: inout ParsedRequest, isPathMet: Bool) -> [EvaluatedCondition] {
    var conditions = [evaluateMethod(request.request)].compactMap(\.self) + evaluateOrigin(request)
    if let path { conditions.append(evaluatePath(path, isMet: isPathMet, request)) }
    // Segments are captured only if the path matches.
    if isPathMet, let path, !params.isEmpty {
      let values = path.value.parameters(in: request.path)
      conditions += params.flatMap { $0.evaluate(.param, FoundValues(texts: values[$0.key.text].map { [$0] } ?? [])) }
    }
    if !query.isEmpty {
      let values = request.query
      conditions += query.flatMap { $0.evaluate(.query, FoundValues(texts: values[$0.key] ?? [])) }
    }
    if let exactQuery { conditions.append(evaluateExactQuery(at: exactQuery, &request)) }
    conditions += headers.flatMap { [request] in $0.evaluate(.header, FoundValues(texts: request.header($0.key.text))) }
    if !cookies.isEmpty {
      let values = request.cookies
      conditions += cookies.flatMap { $0.evaluate(.cookie, FoundValues(texts: values[$0.key] ?? [])) }
    }
    conditions += body?.evaluate(&request) ?? []
    // A closure can have side effects, so it is called only where matching would call it.
    if let predicate, conditions.allSatisfy(\.isMet) {
      conditions.append(predicate.evaluate(request.request, path?.value))
    }
    return conditions
  }

  private func evaluateMethod(_ request: MockRequest) -> EvaluatedCondition? {
    guard let methods else { return nil }
    return EvaluatedCondition(.method, isMet: matches(request.method, methods.value), at: methods.range) { _ in
      let expected = methods.value.joined(separator: " or ")
      return .init(expected: expected, found: ShownValues.shortened(request.method))
    }
  }

  /// Evaluates scheme, host and port, if they are compared for this call.
  private func evaluateOrigin(_ parsed: ParsedRequest) -> [EvaluatedCondition] {
    let request = parsed.request
    var conditions: [EvaluatedCondition] = []
    if let scheme, request.target != .originForm {
      conditions.append(
        EvaluatedCondition(.scheme, isMet: scheme.value == request.scheme, at: scheme.range) { _ in
          .init(expected: "'\(scheme.value)'", found: request.scheme.map { "'\($0)'" } ?? "none")
        })
    }
    if let host {
      let isCompared = parsed.checksHost
      conditions.append(
        EvaluatedCondition(.host, isMet: !isCompared || host.value.matches(request.host ?? ""), at: host.range) {
          values in
          let found = request.host.map { values.quoted($0) } ?? "none"
          return .init(
            expected: "'\(host.value.description)'", found: isCompared ? found : "\(found), which matches any host")
        })
    }
    if let port, request.target != .originForm {
      let found = request.port ?? Self.defaultPort(request.scheme)
      conditions.append(
        EvaluatedCondition(.port, isMet: port.value == found, at: port.range) { _ in
          .init(expected: "\(port.value)", found: found.map(String.init) ?? "none")
        })
    }
    return conditions
  }

  private func evaluateExactQuery(at range: SourceRange, _ parsed: inout ParsedRequest) -> EvaluatedCondition {
    let isMet = parsed.query.keys.allSatisfy(listsQuery)
    return EvaluatedCondition(.exactQuery, isMet: isMet, at: range) { [self, request = parsed.request] values in
      let listed = query.map { values.quoted($0.name) }
      var seen: Set<ExactText> = []
      let found = QueryText.pairs(request.query ?? "").map { ExactText($0.name) }.filter { seen.insert($0).inserted }
      let expected = (listed.isEmpty ? "" : "only ") + values.list(listed)
      return .init(
        expected: expected, found: isMet ? expected : values.list(found.map { values.quoted($0.text) }),
        details: found.filter { !listsQuery($0) }.prefix(5).map {
          "the query has \(values.quoted($0.text)), which isn't listed"
        })
    }
  }

  private func evaluatePath(_ path: Located<PathPattern>, isMet: Bool, _ parsed: ParsedRequest) -> EvaluatedCondition {
    EvaluatedCondition(.path, isMet: isMet, at: path.range) { values in
      let difference = isMet ? nil : PathDifference(path.value, parsed.path.segments)
      return .init(
        expected: values.quoted(path.value.text), found: values.quoted(parsed.request.path),
        details: difference?.changes.prefix(5).map { $0.text(values) } ?? [])
    }
  }
}

extension Predicate {
  fileprivate func evaluate(_ request: MockRequest, _ path: PathPattern?) -> EvaluatedCondition {
    let isMet = holds(request, path: path)
    return EvaluatedCondition(.predicate, isMet: isMet, at: range) { _ in .init(expected: "true", found: "\(isMet)") }
  }
}

extension PathDifference.Change {
  fileprivate func text(_ values: ShownValues) -> String {
    switch self {
    case .different(let expected, let found, let index):
      "segment \(index): expected \(values.quoted(expected)), found \(values.quoted(found))"
    case .missing(""): "the slash at the end is missing"
    case .missing(let segment): "segment \(values.quoted(segment)) is missing"
    case .extra("", let index): "segment \(index) is empty: one slash too many"
    case .extra(let segment, let index): "segment \(index), \(values.quoted(segment)), isn't expected"
    }
  }
}
