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

  /// Whether everything holds that stands in `hasConditions`.
  func meetsConditions(_ request: inout ParsedRequest) -> Bool {
    meetsParams(request) && meetsQuery(&request)
      && headers.allSatisfy { [request] in $0.isMet(by: FoundValues(texts: request.header($0.key))) }
      && meetsCookies(&request)
      && body?.matches(&request) ?? true
      && predicate?.holds(request.request) ?? true
  }

  func takes(_ method: String, _ methods: [String]) -> Bool {
    methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
  }

  private func meetsParams(_ request: ParsedRequest) -> Bool {
    guard !params.isEmpty, let path else { return true }
    let values = path.value.parameters(in: request.path)
    return params.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key].map { [$0] } ?? [])) }
  }

  private func meetsQuery(_ request: inout ParsedRequest) -> Bool {
    guard !query.isEmpty else { return true }
    let values = request.query
    return query.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key] ?? [])) }
  }

  private func meetsCookies(_ request: inout ParsedRequest) -> Bool {
    guard !cookies.isEmpty else { return true }
    let values = request.cookies
    return cookies.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key] ?? [])) }
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

  func isMet(by values: FoundValues) -> Bool { matchers.allSatisfy { $0.matches(values) } }
}
