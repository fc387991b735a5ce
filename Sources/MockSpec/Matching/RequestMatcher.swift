import MockSpecDiagnostics

/// The conditions of one request, with defaults applied. This is a class because a copy would be expensive.
final class RequestMatcher: Sendable, Equatable {
  /// The conditions as they are written.
  struct Content: Sendable, Equatable {
    // The properties read for every candidate are first, so that they share a cache line.
    var params: [Condition]
    var query: [Condition]
    var headers: [Condition]
    var cookies: [Condition]
    /// The location of `exactQuery: true`; `nil` if names that aren't in `query` are allowed.
    var exactQuery: Uncompared<SourceRange>?
    var body: BodyMatcher?
    /// A condition of a request built in code.
    var predicate: Predicate?
    /// The methods; `nil` for any. `GET` also matches `HEAD`.
    var methods: Located<[String]>?
    var scheme: Located<String>?
    var host: Located<HostPattern>?
    var port: Located<Int>?
    var path: Located<PathPattern>?
    /// The states in which the request matches.
    var states: [StateCondition] = []
  }

  private let content: Content
  /// The number of conditions for ranking, without those on path and host. A `HEAD` in the list of methods counts as one
  /// more.
  let conditionCount: Int

  /// Whether any condition compares a value with the time of the call.
  private let comparesNow: Bool

  init(_ content: Content) {
    self.content = content
    comparesNow =
      [content.params, content.query, content.headers, content.cookies].joined().contains(where: \.comparesNow)
      || content.body?.comparesNow ?? false
    let methods = content.methods
    conditionCount =
      (methods == nil ? 0 : 1) + (methods?.value.contains("HEAD") == true ? 1 : 0) + (content.scheme == nil ? 0 : 1)
      + (content.port == nil ? 0 : 1) + content.params.count + content.query.count
      + (content.exactQuery == nil ? 0 : 1) + content.headers.count + content.cookies.count
      + (content.body?.conditionCount ?? 0) + (content.predicate == nil ? 0 : 1)
      + content.states.count
  }

  static func == (left: RequestMatcher, right: RequestMatcher) -> Bool {
    left === right || left.content == right.content
  }

  var params: [Condition] { content.params }
  var query: [Condition] { content.query }
  var headers: [Condition] { content.headers }
  var cookies: [Condition] { content.cookies }
  var exactQuery: SourceRange? { content.exactQuery?.wrappedValue }
  var body: BodyMatcher? { content.body }
  var predicate: Predicate? { content.predicate }
  var methods: Located<[String]>? { content.methods }
  var scheme: Located<String>? { content.scheme }
  var host: Located<HostPattern>? { content.host }
  var port: Located<Int>? { content.port }
  var path: Located<PathPattern>? { content.path }
  var states: [StateCondition] { content.states }
  private var hasExactQuery: Bool { content.exactQuery != nil }

  /// Returns a copy with another predicate; `nil` for none.
  func with(predicate: Predicate?) -> RequestMatcher {
    var content = content
    content.predicate = predicate
    return RequestMatcher(content)
  }

  /// Whether there are conditions besides those on path, method, origin and states.
  var hasConditions: Bool {
    !content.params.isEmpty || !content.query.isEmpty || hasExactQuery || !content.headers.isEmpty
      || !content.cookies.isEmpty || dependsOnBody
  }

  /// Whether there are conditions that depend on the body. A predicate gets the body, too.
  var dependsOnBody: Bool { content.body != nil || content.predicate != nil }

  /// Returns whether a call meets all conditions besides those on path, method, origin and states. The latter are compared
  /// when a response is chosen.
  func meetsConditions(_ parsed: inout ParsedCall) -> Bool {
    let now = now(&parsed)
    return meetsParams(parsed, now) && meetsQuery(&parsed, now)
      && content.headers.allSatisfy { [parsed] in $0.isMet(by: FoundValues(texts: parsed.header($0.key.text)), at: now)
      }
      && meetsCookies(&parsed, now)
      && (!parsed.hasBody || (content.body?.matches(&parsed, at: now) ?? true && meetsPredicate(&parsed)))
  }

  /// Returns the time of a call if a condition compares a value with it; else `nil`.
  func now(_ parsed: inout ParsedCall) -> Duration? {
    guard comparesNow else { return nil }
    parsed.isRepeatable = false
    return parsed.now
  }

  /// Returns whether a list of methods matches a method.
  func matches(_ method: String, _ methods: [String]) -> Bool {
    methods.contains(method) || (method == "HEAD" && methods.contains("GET"))
  }

  private func meetsParams(_ parsed: ParsedCall, _ now: Duration?) -> Bool {
    guard !content.params.isEmpty, let path = content.path else { return true }
    let values = path.value.parameters(in: parsed.path)
    return content.params.allSatisfy {
      $0.isMet(by: FoundValues(texts: values[$0.key.text].map { [$0] } ?? []), at: now)
    }
  }

  private func meetsQuery(_ parsed: inout ParsedCall, _ now: Duration?) -> Bool {
    guard !content.query.isEmpty || hasExactQuery else { return true }
    let values = parsed.query
    return content.query.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key] ?? []), at: now) }
      && (!hasExactQuery || values.keys.allSatisfy(listsQuery))
  }

  /// Returns whether `query` has a condition for a name.
  func listsQuery(_ name: ExactText) -> Bool { content.query.contains { $0.key == name } }

  private func meetsCookies(_ parsed: inout ParsedCall, _ now: Duration?) -> Bool {
    guard !content.cookies.isEmpty else { return true }
    let values = parsed.cookies
    return content.cookies.allSatisfy { $0.isMet(by: FoundValues(texts: values[$0.key] ?? []), at: now) }
  }

  private func meetsPredicate(_ parsed: inout ParsedCall) -> Bool {
    guard let predicate = content.predicate else { return true }
    parsed.isRepeatable = false
    return predicate.holds(parsed.call, path: content.path?.value)
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
struct Condition: Sendable, Equatable {
  /// The name for comparisons; header names are in lower case.
  let key: ExactText
  let name: String
  let matchers: [ValueMatcher]
  @Uncompared var range: SourceRange

  /// Whether a matcher compares a value with the time of the call.
  var comparesNow: Bool { matchers.contains(where: \.comparesNow) }

  /// - Parameter now: The time of the call; `nil` if there is none, or no matcher compares with it.
  func isMet(by values: FoundValues, at now: Duration?) -> Bool {
    matchers.allSatisfy { $0.matches(values, at: now) }
  }
}
