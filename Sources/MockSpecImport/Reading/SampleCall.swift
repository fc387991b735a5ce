import HTTPTypes
import MockSpec
import MockSpecSchema

/// A call that meets the conditions of a request, made while these are read.
struct SampleCall {
  var method = "GET"
  var scheme = "http"
  var host = "localhost"
  var port: Int?
  var path = "/"
  var query: [(name: String, value: String)] = []
  var headers: [(name: String, value: String)] = []
  var cookies: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The maximum number of parameters, headers or cookies, since each is compared with each condition.
  private static let limit = 1000
  /// Whether all conditions are met, as far as is known.
  var isComplete = true

  /// The call; `nil` if no call is known that meets the conditions.
  var call: MockCall? {
    guard isComplete, [query, headers, cookies].allSatisfy({ $0.count <= Self.limit }) else { return nil }
    var fields = HTTPFields()
    let cookie = cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; ")
    for (name, value) in headers + (cookie.isEmpty ? [] : [("Cookie", cookie)]) {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, value: value))
    }
    return MockCall(
      method: method, target: .url, scheme: scheme, host: host, port: port, path: path,
      query: query.isEmpty ? nil : Self.form(query), fields: fields, body: body)
  }

  static func encode(_ text: String) -> String { PercentText.encode(text.utf8, keeping: "-._~") }

  /// Returns the text of a query or a form.
  static func form(_ pairs: [(name: String, value: String)]) -> String {
    pairs.map { "\(encode($0.name))=\(encode($0.value))" }.joined(separator: "&")
  }

  /// Adds a value that meets a condition.
  ///
  /// - Parameter value: `nil` if none is known.
  mutating func add(
    _ name: String, _ value: ConditionSample, to part: WritableKeyPath<SampleCall, [(name: String, value: String)]>
  ) {
    switch value {
    case .value(let value): self[keyPath: part].append((name, value))
    case .none: break
    case .unknown: isComplete = false
    }
  }

  /// Sets a captured segment of the path.
  ///
  /// - Parameter path: The path with the captured segments.
  mutating func set(_ value: ConditionSample, of name: String, in path: String?) {
    let places = path?.split(separator: "/", omittingEmptySubsequences: false) ?? []
    var segments = self.path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard case .value(let text) = value, let place = places.firstIndex(of: "{\(name)}"[...]), place < segments.count
    else {
      isComplete = false
      return
    }
    segments[place] = Self.encode(text)
    self.path = segments.joined(separator: "/")
  }

  /// Returns a text that a pattern matches, if one is found.
  static func sample(matching pattern: RegularExpression) -> ConditionSample {
    let text = [
      "1", "a", "12345", "abc", "A1", "2026-01-31", "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "ABC-123", "a@example.com",
      "en-US", "Bearer abc", "Basic YTpi", "application/json",
      "true", "1.5", "123456789", "1234567890", "abcdefgh", "",
    ].first { pattern.matches($0) == true }
    return text.map(ConditionSample.value) ?? .unknown
  }
}

/// A value that meets a condition.
enum ConditionSample: Hashable {
  case value(String)
  /// The condition is met without a value.
  case none
  case unknown
}

/// A condition on a value, and a value that meets it.
struct SampledCondition {
  var condition: ValueCondition
  var sample: ConditionSample

  init(_ condition: ValueCondition, _ sample: ConditionSample) { (self.condition, self.sample) = (condition, sample) }

  static func equals(_ text: String) -> SampledCondition { SampledCondition(.equals(text), .value(text)) }

  /// Returns a condition on the whole value; `nil` if the pattern isn't supported.
  static func matches(whole pattern: String) -> SampledCondition? {
    var pattern = pattern
    let ignoresCase = pattern.hasPrefix("(?i)")
    if ignoresCase { pattern.removeFirst(4) }
    pattern = RegexPath.withoutAnchors(pattern)
    if pattern == ".*" { return SampledCondition(.present, .value("a")) }
    let literal = RegexPath.literal(pattern)
    if let literal, !ignoresCase { return .equals(literal) }
    let needsGroup = pattern.contains("|")
    let whole = needsGroup ? "^(?:\(pattern))$" : "^\(pattern)$"
    guard let expression = try? RegularExpression(whole, ignoringCase: ignoresCase) else { return nil }
    let condition = ValueCondition.matches(whole)
    return SampledCondition(
      ignoresCase ? condition.ignoringCase() : condition, SampleCall.sample(matching: expression))
  }

  /// Returns a condition on a part of the value; `nil` if the pattern isn't supported.
  static func search(_ pattern: String) -> SampledCondition? {
    guard let expression = try? RegularExpression(pattern) else { return nil }
    return SampledCondition(.matches(pattern), SampleCall.sample(matching: expression))
  }
}
