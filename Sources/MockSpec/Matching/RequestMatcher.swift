import MockSpecDiagnostics

/// The conditions of one request, with defaults applied. This is a class because a copy would be expensive.
final class RequestMatcher: Sendable {
  // The properties that are read for every candidate come first, so that they share a cache line.
  let params: [Condition]
  let query: [Condition]
  let headers: [Condition]
  let cookies: [Condition]
  private let hasExactQuery: Bool
  let body: BodyMatcher?
  /// A condition that only requests built in code have.
  let predicate: Predicate?
  /// The methods; `nil` for any. `GET` also matches `HEAD`.
  let methods: Located<[String]>?
  let scheme: Located<String>?
  let host: Located<HostPattern>?
  let port: Located<Int>?
  let path: Located<PathPattern>?
  /// The location of `exactQuery: true`; `nil` if a call's query can have names that `query` doesn't list.
  let exactQuery: SourceRange?
  /// The number of conditions for ranking, without those on path and host. A `HEAD` in the list of methods counts as one
  /// more.
  let conditionCount: Int

  init(
    methods: Located<[String]>?, scheme: Located<String>?, host: Located<HostPattern>?, port: Located<Int>?,
    path: Located<PathPattern>?, params: [Condition], query: [Condition], exactQuery: SourceRange?,
    headers: [Condition], cookies: [Condition], body: BodyMatcher?, predicate: Predicate? = nil
  ) {
    self.methods = methods
    self.scheme = scheme
    self.host = host
    self.port = port
    self.path = path
    self.params = params
    self.query = query
    self.exactQuery = exactQuery
    hasExactQuery = exactQuery != nil
    self.headers = headers
    self.cookies = cookies
    self.body = body
    self.predicate = predicate
    conditionCount =
      (methods == nil ? 0 : 1) + (methods?.value.contains("HEAD") == true ? 1 : 0) + (scheme == nil ? 0 : 1)
      + (port == nil ? 0 : 1) + params.count + query.count + (exactQuery == nil ? 0 : 1) + headers.count + cookies.count
      + (body?.conditionCount ?? 0) + (predicate == nil ? 0 : 1)
  }

  /// Returns a copy with another predicate; `nil` for none.
  func with(predicate: Predicate?) -> RequestMatcher {
    RequestMatcher(
      methods: methods, scheme: scheme, host: host, port: port, path: path, params: params, query: query,
      exactQuery: exactQuery, headers: headers, cookies: cookies, body: body, predicate: predicate)
  }

  /// Whether there are conditions besides those on path, method and origin.
  var hasConditions: Bool {
    !params.isEmpty || !query.isEmpty || hasExactQuery || !headers.isEmpty || !cookies.isEmpty
      || dependsOnBody
  }

  /// Whether there are conditions that depend on the body: one in code gets it, too.
  var dependsOnBody: Bool { body != nil || predicate != nil }

  /// Returns whether a call meets all conditions besides those on path, method and origin.
  func meetsConditions(_ parsed: inout ParsedCall) -> Bool {
    meetsParams(parsed) && meetsQuery(&parsed)
      && headers.allSatisfy { [parsed] in $0.isMet(by: FoundValues(texts: parsed.header($0.key.text))) }
      && meetsCookies(&parsed)
      && (!parsed.hasBody || (body?.matches(&parsed) ?? true && meetsPredicate(&parsed)))
  }

  /// Returns whether a list of methods matches a method.
  func matches(_ method: String, _ methods: [String]) -> Bool {
    methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
  }

  private func meetsParams(_ parsed: ParsedCall) -> Bool {
    guard !params.isEmpty, let path else { return true }
    let values = path.value.parameters(in: parsed.path)
    return params.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key.text].map { [$0] } ?? [])) }
  }

  private func meetsQuery(_ parsed: inout ParsedCall) -> Bool {
    guard !query.isEmpty || hasExactQuery else { return true }
    let values = parsed.query
    return query.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key] ?? [])) }
      && (!hasExactQuery || values.keys.allSatisfy(listsQuery))
  }

  /// Returns whether `query` has a condition for a name.
  func listsQuery(_ name: ExactText) -> Bool { query.contains { $0.key == name } }

  private func meetsCookies(_ parsed: inout ParsedCall) -> Bool {
    guard !cookies.isEmpty else { return true }
    let values = parsed.cookies
    return cookies.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key] ?? [])) }
  }

  private func meetsPredicate(_ parsed: inout ParsedCall) -> Bool {
    guard let predicate else { return true }
    parsed.isRepeatable = false
    return predicate.holds(parsed.call, path: path?.value)
  }

  /// Returns the default port of a scheme.
  static func defaultPort(_ scheme: String?) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    default: nil
    }
  }
}

/// The matchers for one name. Each must match some value of that name.
struct Condition: Sendable {
  /// The name for comparisons: header names in lower case.
  let key: ExactText
  let name: String
  let matchers: [ValueMatcher]
  let range: SourceRange

  func isMet(by values: FoundValues) -> Bool { matchers.allSatisfy { $0.matches(values) } }
}
