import MockSpecDiagnostics

/// The finished `match` of one request: everything inherited is in it.
struct RequestMatcher: Sendable {
  /// `nil` for any; `GET` also takes `HEAD`.
  var methods: Located<[String]>?
  var scheme: Located<String>?
  var host: Located<HostPattern>?
  var port: Located<Int>?
  var path: Located<PathPattern>?
  var params: [Condition] = []
  var query: [Condition] = []
  var headers: [Condition] = []
  var cookies: [Condition] = []
  var body: BodyMatcher?
  /// Only of requests built in code.
  var predicate: Predicate?

  /// Whether it asks for something besides path, method and origin.
  var hasConditions: Bool {
    !params.isEmpty || !query.isEmpty || !headers.isEmpty || !cookies.isEmpty || body != nil || predicate != nil
  }

  /// The first condition that fails, apart from the path.
  func mismatchBesidesPath(_ request: inout ParsedRequest) -> Mismatch? {
    lineMismatch(request) ?? conditionMismatch(&request)
  }

  /// The first that fails of what stands in `hasConditions`.
  func conditionMismatch(_ request: inout ParsedRequest) -> Mismatch? {
    paramMismatch(request)
      ?? queryMismatch(&request)
      ?? headers.lazy.compactMap { [request] in $0.mismatch("header", request.header($0.key)) }.first
      ?? cookieMismatch(&request)
      ?? body?.mismatch(&request)
      ?? predicate?.mismatch(request.request)
  }

  /// Method, scheme, host and port.
  private func lineMismatch(_ parsed: ParsedRequest) -> Mismatch? {
    let request = parsed.request
    if let methods, !takes(request.method, methods.value) {
      let expected = methods.value.joined(separator: ", ")
      return Mismatch("method: expected \(expected), found \(request.method)", at: methods.range)
    }
    if let host, parsed.checksHost, !host.value.matches(request.host ?? "") {
      let found = request.host ?? "none"
      return Mismatch("host: expected '\(host.value.description)', found '\(found)'", at: host.range)
    }
    guard request.target != .originForm else { return nil }
    if let scheme, scheme.value != request.scheme {
      let found = request.scheme ?? "none"
      return Mismatch("scheme: expected '\(scheme.value)', found '\(found)'", at: scheme.range)
    }
    if let port, port.value != request.port ?? Self.defaultPort(request.scheme) {
      let found = (request.port ?? Self.defaultPort(request.scheme)).map(String.init) ?? "none"
      return Mismatch("port: expected \(port.value), found \(found)", at: port.range)
    }
    return nil
  }

  private func takes(_ method: String, _ methods: [String]) -> Bool {
    methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
  }

  private func paramMismatch(_ request: ParsedRequest) -> Mismatch? {
    guard !params.isEmpty, let path else { return nil }
    let values = path.value.parameters(in: request.path)
    return params.lazy.compactMap { $0.mismatch("path parameter", values[$0.key].map { [$0] } ?? []) }.first
  }

  private func queryMismatch(_ request: inout ParsedRequest) -> Mismatch? {
    guard !query.isEmpty else { return nil }
    let values = request.query
    return query.lazy.compactMap { $0.mismatch("query", values[$0.key] ?? []) }.first
  }

  private func cookieMismatch(_ request: inout ParsedRequest) -> Mismatch? {
    guard !cookies.isEmpty else { return nil }
    let values = request.cookies
    return cookies.lazy.compactMap { $0.mismatch("cookie", values[$0.key] ?? []) }.first
  }

  static func defaultPort(_ scheme: String?) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }

  /// One for each thing that it asks for besides path and host; a `HEAD` named beside others counts once more.
  var conditionCount: Int {
    (methods == nil ? 0 : 1) + (methods?.value.contains("HEAD") == true ? 1 : 0) + (scheme == nil ? 0 : 1)
      + (port == nil ? 0 : 1) + params.count + query.count + headers.count + cookies.count
      + (body?.conditionCount ?? 0) + (predicate == nil ? 0 : 1)
  }
}

/// The matchers for one name, each to be met by some value of that name.
struct Condition: Sendable {
  let key: String
  let name: String
  let matchers: [ValueMatcher]
  let range: SourceRange

  init(rule: NamedRule) {
    key = rule.key
    name = rule.name.value
    range = rule.name.range
    matchers = rule.matchers.value ?? []
  }

  func mismatch(_ kind: String, _ values: [String]) -> Mismatch? {
    guard let failed = matchers.first(where: { !$0.matches(values) }) else { return nil }
    let found = values.isEmpty ? "none" : values.map { "'\($0)'" }.joined(separator: ", ")
    return Mismatch("\(kind) '\(name)': expected \(failed.expectation), found \(found)", at: failed.range)
  }
}

/// A condition that failed.
struct Mismatch: Sendable {
  /// Words are put together only when somebody reads them: most candidates fail unseen.
  private let words: @Sendable () -> String
  let range: SourceRange

  init(_ words: @autoclosure @escaping @Sendable () -> String, at range: SourceRange) {
    self.words = words
    self.range = range
  }

  var message: String { words() }
}
