/// A small project as plain values. The reference engine reads it directly, and the real one as JSON.
struct SpecModel: Sendable {
  var requests: [Request] = []
  var collections: [Collection] = []
  /// The state that requests can depend on. The first value is the initial one.
  static let state = (name: "power", values: ["on", "off"])

  struct Collection: Sendable {
    var name: String
    var path: [Segment]
  }

  struct Request: Sendable {
    var name: String
    var priority = 0
    var isEnabled = true
    /// The values of the state with which it matches; `nil` if it matches with all.
    var when: [String]?
    var methods: [String] = []
    var scheme: String?
    var host: String?
    var port: Int?
    var path: [Segment]?
    var params: [Rule] = []
    var query: [Rule] = []
    var hasExactQuery = false
    var headers: [Rule] = []
    var cookies: [Rule] = []
    var body: Body?
    /// The other alternatives of `match`. Only their conditions are used.
    var others: [Request] = []
  }

  enum Segment: Sendable, Hashable {
    /// The text as written in the spec, percent-encoded.
    case literal(String)
    case wildcard
    case capture(String)
    case rest
  }

  /// Matchers for one name. Each must match a value of that name.
  struct Rule: Sendable {
    var name: String
    var matchers: [Matcher]
  }

  struct Matcher: Sendable {
    var operators: [Operator]
    var ignoresCase = false
    var isPresent: Bool?
    var not: [Matcher] = []
  }

  enum Operator: Sendable {
    case equals(String)
    case contains(String)
    case startsWith(String)
    case endsWith(String)
    case oneOf([String])
    /// An operator on numbers, by its key.
    case number(String, Int)
    /// An operator on times, by its key. The time is in UTC, without a fraction.
    case time(String, String)
  }

  enum Body: Sendable {
    case json(JSONModel)
    case jsonEquals(JSONModel)
    /// Conditions by JSONPath, one of `JSONPathModel`.
    case paths([Rule])
    case form([Rule])
    case text(Matcher)
  }
}

indirect enum JSONModel: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  case array([JSONModel])
  case object([(key: String, value: JSONModel)])

  static func == (left: JSONModel, right: JSONModel) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left == right
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)):
      left.count == right.count
        && left.allSatisfy { entry in right.contains { $0.key == entry.key && $0.value == entry.value } }
    default: false
    }
  }
}

/// A call to match.
struct RequestModel: Sendable {
  var method = "GET"
  var scheme = "https"
  var host = "a.com"
  var port: Int?
  /// The text as sent, percent-encoded.
  var path = "/"
  var query: String?
  var fields: [(name: String, value: String)] = []
  var body = Body.text("")

  enum Body: Sendable {
    case json(JSONModel)
    /// Text that isn't JSON.
    case text(String)

    var text: String {
      switch self {
      case .json(let value): value.text
      case .text(let text): text
      }
    }
  }
}
