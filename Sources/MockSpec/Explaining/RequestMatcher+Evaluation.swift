import MockSpecDiagnostics

/// All conditions of a request, where matching stops at the first that fails.
extension RequestMatcher {
  func checks(_ request: inout ParsedRequest, isPathMet: Bool) -> [ConditionCheck] {
    var checks = [methodCheck(request.request)].compactMap(\.self) + authorityChecks(request)
    if let path { checks.append(pathCheck(path, isMet: isPathMet, request)) }
    // What isn't captured can't be held against anything.
    if isPathMet, let path, !params.isEmpty {
      let values = path.value.parameters(in: request.path)
      checks += params.flatMap { $0.checks(.param, FoundValues(texts: values[$0.key].map { [$0] } ?? [])) }
    }
    if !query.isEmpty {
      let values = request.query
      checks += query.flatMap { $0.checks(.query, FoundValues(texts: values[$0.key] ?? [])) }
    }
    checks += headers.flatMap { [request] in $0.checks(.header, FoundValues(texts: request.header($0.key))) }
    if !cookies.isEmpty {
      let values = request.cookies
      checks += cookies.flatMap { $0.checks(.cookie, FoundValues(texts: values[$0.key] ?? [])) }
    }
    checks += body?.checks(&request) ?? []
    // A closure may count its calls: it is asked only where matching would ask it, too.
    if let predicate, checks.allSatisfy(\.isMet) { checks.append(predicate.check(request.request)) }
    return checks
  }

  private func methodCheck(_ request: MockRequest) -> ConditionCheck? {
    guard let methods else { return nil }
    return ConditionCheck(.method, isMet: takes(request.method, methods.value), at: methods.range) { _ in
      let expected = methods.value.joined(separator: " or ")
      return .init(expected: expected, found: ShownValues.shortened(request.method))
    }
  }

  /// Scheme, host and port, as far as they are compared at all.
  private func authorityChecks(_ parsed: ParsedRequest) -> [ConditionCheck] {
    let request = parsed.request
    var checks: [ConditionCheck] = []
    if let scheme, request.target != .originForm {
      checks.append(
        ConditionCheck(.scheme, isMet: scheme.value == request.scheme, at: scheme.range) { _ in
          .init(expected: "'\(scheme.value)'", found: request.scheme.map { "'\($0)'" } ?? "none")
        })
    }
    if let host {
      let isCompared = parsed.checksHost
      checks.append(
        ConditionCheck(.host, isMet: !isCompared || host.value.matches(request.host ?? ""), at: host.range) { values in
          let found = request.host.map { values.quoted($0) } ?? "none"
          return .init(
            expected: "'\(host.value.description)'", found: isCompared ? found : "\(found), which stands for any host")
        })
    }
    if let port, request.target != .originForm {
      let found = request.port ?? Self.defaultPort(request.scheme)
      checks.append(
        ConditionCheck(.port, isMet: port.value == found, at: port.range) { _ in
          .init(expected: "\(port.value)", found: found.map(String.init) ?? "none")
        })
    }
    return checks
  }

  private func pathCheck(_ path: Located<PathPattern>, isMet: Bool, _ parsed: ParsedRequest) -> ConditionCheck {
    ConditionCheck(.path, isMet: isMet, at: path.range) { values in
      let difference = isMet ? nil : PathDifference(path.value, parsed.path.segments)
      return .init(
        expected: values.quoted(path.value.text), found: values.quoted(parsed.request.path),
        details: difference?.changes.prefix(5).map { $0.words(values) } ?? [])
    }
  }
}

extension Predicate {
  fileprivate func check(_ request: MockRequest) -> ConditionCheck {
    let isMet = holds(request)
    return ConditionCheck(.predicate, isMet: isMet, at: range) { _ in .init(expected: "true", found: "\(isMet)") }
  }
}

extension PathDifference.Change {
  fileprivate func words(_ values: ShownValues) -> String {
    switch self {
    case .different(let expected, let found, let index):
      "segment \(index): expected \(values.quoted(expected)), found \(values.quoted(found))"
    case .missing(""): "the slash at the end is missing"
    case .missing(let segment): "segment \(values.quoted(segment)) is missing"
    case .extra("", let index): "segment \(index) is empty: a slash too many"
    case .extra(let segment, let index): "segment \(index), \(values.quoted(segment)), is too many"
    }
  }
}
