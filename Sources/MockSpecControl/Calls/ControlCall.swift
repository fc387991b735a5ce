import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument

/// A call of a resource, with the parts that its path names.
struct ControlCall {
  /// The call as it was received.
  let received: MockCall
  var session: MockSession
  /// The ID of the session; `nil` for the default one.
  var sessionID: SessionID?
  /// The values of the path's parameters, in their order.
  let names: [String]

  var name: String { names[0] }
  /// The type of the body.
  var type: String? { received.contentType }

  /// Returns a parameter of the query; `nil` if it isn't there.
  func text(_ name: String) throws(ControlProblem) -> String? {
    let values = received.queryParameters[values: name]
    guard values.count < 2 else { throw ControlProblem(.badRequest, "'\(name)' is there \(values.count) times") }
    return values.first
  }

  func count(_ name: String, in range: ClosedRange<Int>) throws(ControlProblem) -> Int? {
    guard let text = try text(name) else { return nil }
    guard let number = Int(text), range.contains(number), text.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else {
      let limits =
        range.upperBound == .max ? "of at least \(range.lowerBound)" : "from \(range.lowerBound) to \(range.upperBound)"
      throw ControlProblem(.badRequest, "'\(name)': expected a number \(limits), found '\(text)'")
    }
    return number
  }

  func flag(_ name: String) throws(ControlProblem) -> Bool? {
    switch try text(name) {
    case nil: return nil
    case "true": return true
    case "false": return false
    case let text?: throw ControlProblem(.badRequest, "'\(name)': expected true or false, found '\(text)'")
    }
  }

  /// Returns a duration, such as `500ms` or `5s`.
  func duration(_ name: String, atMost limit: Duration) throws(ControlProblem) -> Duration? {
    guard let text = try text(name) else { return nil }
    guard let duration = DurationText.parse(text), duration <= limit else {
      throw ControlProblem(
        .badRequest,
        "'\(name)': expected a duration such as 500ms or 5s, at most \(limit.components.seconds)s, found '\(text)'")
    }
    return duration
  }
}

extension MockCall {
  /// The type of the body in lower case, without parameters.
  var contentType: String? {
    fields[.contentType].map { String($0.prefix { $0 != ";" }.withoutBlanks).lowercased() }
  }
}

/// The JSON object in the body of a call. Each name is checked.
struct ControlBody {
  private let root: Node

  /// - Parameter names: The names that the object can have.
  init(_ call: MockCall, names: [String]) throws(ControlProblem) {
    if call.body.isEmpty { throw ControlProblem(.badRequest, "expected a JSON object as the body, found no body") }
    var limits = DocumentLimits()
    // The size of the body was checked.
    limits.bytes = call.body.count
    let parsed = DocumentParser.parse(call.body, path: "body", format: .json, limits: limits)
    if let error = parsed.diagnostics.first(where: { $0.severity == .error }) {
      throw ControlProblem(.badRequest, "the body isn't valid JSON: \(error.messageWithAdvice)") {
        $0.member("diagnostics", parsed.diagnostics)
      }
    }
    guard let root = parsed.document?.root, root.kind == .mapping else {
      throw ControlProblem(.badRequest, "expected a JSON object as the body")
    }
    self.root = root
    for (key, _) in root.entries where !names.contains(where: { $0.hasSameBytes(as: key.text) }) {
      let near = Suggestion.nearest(to: key.text, among: names).map { "; did you mean '\($0)'?" } ?? ""
      throw ControlProblem(.badRequest, "unknown member '\(key.text)'\(near)")
    }
  }

  subscript(name: String) -> Node? { root.value(name) }

  func text(_ name: String) throws(ControlProblem) -> String {
    guard let text = try optionalText(name) else { throw ControlProblem(.badRequest, "'\(name)' is missing") }
    return text
  }

  func optionalText(_ name: String) throws(ControlProblem) -> String? {
    guard let node = root.value(name) else { return nil }
    guard node.kind == .string else {
      throw ControlProblem(.badRequest, "'\(name)': expected a string, found \(node.shown)")
    }
    return node.text
  }

  func flag(_ name: String) throws(ControlProblem) -> Bool {
    guard let flag = try optionalFlag(name) else { throw ControlProblem(.badRequest, "'\(name)' is missing") }
    return flag
  }

  func optionalFlag(_ name: String) throws(ControlProblem) -> Bool? {
    guard let node = root.value(name) else { return nil }
    guard node.kind == .bool else {
      throw ControlProblem(.badRequest, "'\(name)': expected true or false, found \(node.shown)")
    }
    return node.text == "true"
  }

  func count(_ name: String) throws(ControlProblem) -> Int? {
    guard let node = root.value(name) else { return nil }
    guard node.kind == .integer, let number = Int(node.text), number >= 0 else {
      throw ControlProblem(.badRequest, "'\(name)': expected a number of 0 or more, found \(node.shown)")
    }
    return number
  }

  static func add(_ name: String, _ value: String, to fields: inout HTTPFields) throws(ControlProblem) {
    do throws(CallTextError) {
      try fields.add(name, text: value)
    } catch {
      throw ControlProblem(.badRequest, error.description)
    }
  }

  /// Returns the JSON text of a member.
  func json(_ name: String) -> [UInt8]? { root.value(name).map { Array($0.range.file.bytes[$0.range.bytes]) } }
}

extension Node {
  /// The value for a message: `an object`, `a list`, or the text, of a string in quotes.
  var shown: String {
    switch kind {
    case .mapping: "an object"
    case .sequence: "a list"
    case .string: "'\(excerpt)'"
    case .null, .bool, .integer, .float, .invalid: excerpt
    }
  }
}
