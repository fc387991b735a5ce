import HTTPTypes
import MockSpecDiagnostics

/// The text of a spec for a request built in code, with the ranges of its parts.
///
/// The parts in code that can't be written, such as JSON with errors, are left out and reported.
struct SpecText {
  var text = JSONText()
  /// The errors in the parts that were left out, each on one line.
  var problems: [String] = []
  /// The names of parts, such as `response 'Success'`, with their ranges.
  private var parts: [(name: String, bytes: Range<Int>)] = []

  /// Whether another process reads the text. Then it contains all bodies, and names no files.
  private let isHandedOver: Bool

  var bytes: [UInt8] { text.bytes }

  /// - Parameter resolved: The responses of the request, if another process reads the text.
  init(_ request: MockedRequest, handingOver resolved: [Response]? = nil) {
    isHandedOver = resolved != nil
    text.raw(#"{"mockspec":1"#)
    if !request.long.isEmpty {
      // A `match` has either the short or the long form, so the short one becomes a default of the file.
      text.key("defaults")
      text.raw("{")
      text.member("match", request.match)
      text.raw("}")
    }
    text.key("requests")
    text.raw("{")
    text.key(request.name)
    text.raw("{")
    write(match: request)
    text.member("priority", request.priority)
    if let name = request.defaultResponse { text.member("default", name) }
    if !request.sequence.isEmpty { write(request.sequence, request.afterSequence) }
    text.key("responses")
    text.raw("{")
    for (index, response) in request.responses.enumerated() {
      part("response '\(response.name)'") { spec in
        spec.text.key(response.name)
        if let resolved { spec.write(handedOver: resolved[index]) } else { spec.write(response) }
      }
    }
    text.raw("}")
    if isHandedOver { text.member(HandedOverRequests.placeKey, request.place.description) }
    text.raw("}}}")
  }

  private mutating func write(_ sequence: [SequenceStep], _ after: AfterSequence) {
    text.key("sequence")
    text.raw("[")
    for step in sequence {
      text.separate()
      text.raw("{")
      text.member("response", step.response)
      text.member("times", step.times)
      text.raw("}")
    }
    text.raw("]")
    text.member("afterSequence", after.rawValue)
  }

  // MARK: - Match

  private mutating func write(match request: MockedRequest) {
    let long = request.long
    guard !long.isEmpty else { return text.member("match", request.match) }
    text.key("match")
    text.raw("{")
    if let methods = long.methods {
      text.member("method", methods.map(\.rawValue))
      if request.match.prefix(while: { $0 != "/" }).contains(" ") {
        problems.append("'\(request.match)' has a method, too; remove it, or add it to the list")
      }
    }
    write("params", "param", long.params)
    checkQuery(long.query, target: request.match)
    write("query", "query", long.query)
    if long.exactQuery { text.member("exactQuery", true) }
    write("headers", "header", long.headers)
    write("cookies", "cookie", long.cookies)
    if let body = long.body { part("body") { $0.write(body.kind) } }
    text.raw("}")
  }

  /// Reports query parameters with conditions in both places, since the long form would override the short one.
  private mutating func checkQuery(_ query: [MockedRequest.Condition], target: String) {
    guard let mark = target.firstIndex(of: "?") else { return }
    let names = Set(QueryText.pairs(String(target[target.index(after: mark)...])).map { ExactText($0.name) })
    if let name = query.first(where: { names.contains(ExactText($0.key)) })?.key {
      problems.append("query '\(name)' is both in the URL and in 'query'; remove one of the two")
    }
  }

  /// Writes conditions by name. A repeated name has a list of conditions.
  private mutating func write(_ kind: String, _ noun: String, _ conditions: some Collection<MockedRequest.Condition>) {
    guard !conditions.isEmpty else { return }
    var names: [ExactText] = []
    var byName: [ExactText: [ValueCondition]] = [:]
    // Names of headers are case-insensitive.
    func key(_ name: String) -> ExactText { ExactText(noun == "header" ? name.lowercased() : name) }
    for (name, condition) in conditions {
      if byName[key(name)] == nil { names.append(ExactText(name)) }
      byName[key(name), default: []].append(condition)
    }
    text.key(kind)
    text.raw("{")
    for name in names {
      part("\(noun) '\(name.text)'") { spec in
        spec.text.key(name.text)
        let conditions = byName[key(name.text)] ?? []
        if conditions.count > 1 { spec.text.raw("[") }
        for condition in conditions {
          spec.text.separate()
          spec.write(condition)
        }
        if conditions.count > 1 { spec.text.raw("]") }
      }
    }
    text.raw("}")
  }

  private mutating func write(_ condition: ValueCondition) {
    text.raw("{")
    for item in condition.operators {
      switch item.operand {
      case .text(let operand): text.member(item.name, operand)
      case .texts(let operands): text.member(item.name, operands)
      case .flag(let flag): text.member(item.name, flag)
      case .condition(let condition):
        text.key(item.name)
        write(condition)
      }
    }
    text.raw("}")
  }

  private mutating func write(_ body: BodyCondition.Kind) {
    text.key("body")
    text.raw("{")
    switch body {
    case .json(let json): write("json", json, orElse: "null")
    case .jsonEquals(let json): write("jsonEquals", json, orElse: "null")
    case .schema(let json): write("schema", json, orElse: "true")
    case .schemaFile where isHandedOver:
      problems.append("schema: a file can't be handed over to another process; write the schema in the code")
    case .schemaFile(let file): write("schema", file, orElse: "true")
    case .pointers(let conditions): write("pointers", "pointer", conditions)
    case .form(let conditions): write("form", "form field", conditions)
    case .multipart(let conditions): write("multipart", "part", conditions)
    case .graphQL(let operationName, let variables):
      text.key("graphql")
      text.raw("{")
      if let operationName { text.member("operationName", operationName) }
      if let variables { write("variables", variables, orElse: "{}") }
      text.raw("}")
    case .text(let condition):
      text.key("text")
      write(condition)
    }
    text.raw("}")
  }

  /// Writes JSON, or a valid value if it has errors.
  private mutating func write(_ key: String, _ json: WrittenJSON, orElse valid: String) {
    text.key(key)
    text.raw(json.problem == nil ? String(decoding: json.bytes, as: UTF8.self) : valid)
    if let problem = json.problem { problems.append("\(key)\(problem)") }
  }

  /// Writes the absolute path of a file. If it isn't found, writes another value, or nothing.
  private mutating func write(_ key: String, _ file: SourceFileLocation, orElse valid: String? = nil) {
    do throws(SpecPathError) {
      text.member(key, try PathInCode.resolve(file.path, calledFrom: file.sourceFile))
    } catch {
      problems.append("\(key): \(error)")
      guard let valid else { return }
      text.key(key)
      text.raw(valid)
    }
  }

  // MARK: - Responses

  private mutating func write(_ response: MockedResponse) {
    text.raw("{")
    switch response.outcome {
    case .closure: break
    case .forward(let origin): text.member("forward", origin)
    case .passThrough: text.member("passthrough", true)
    case .fault(let fault, let reply):
      text.member("fault", fault.rawValue)
      write(reply, withBody: response.isTemplate)
    case .failure(let failure): write(failure)
    case .reply(let reply): write(reply, withBody: response.isTemplate)
    }
    if response.isTemplate { text.member("template", true) }
    text.raw("}")
  }

  mutating func write(_ failure: URLFailure) {
    switch failure {
    case .urlError(let name): text.member("error", name.rawValue)
    case .custom(let domain, let code, let message):
      text.key("error")
      text.raw("{")
      text.member("domain", domain)
      text.member("code", code)
      if let message { text.member("message", message) }
      text.raw("}")
    }
  }

  /// Writes a reply.
  ///
  /// - Parameter withBody: Whether to write a body that isn't in a file, which is needed only for templates.
  mutating func write(_ reply: MockReply, withBody: Bool) {
    text.member("status", reply.status)
    text.key("headers")
    text.raw("{")
    var names: [String] = []
    for (name, _) in reply.headers where !names.contains(where: { $0.lowercased() == name.lowercased() }) {
      names.append(name)
    }
    for name in names {
      text.member(name, reply.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value))
    }
    text.raw("}")
    if case .file(let file) = reply.kind { write("file", file) }
    guard withBody, reply.jsonProblem == nil else { return }
    switch reply.kind {
    case .json:
      text.key("json")
      text.raw(String(decoding: reply.body, as: UTF8.self))
    case .text: text.member("text", String(decoding: reply.body, as: UTF8.self))
    case .bytes: text.member("base64", Base64.encode(reply.body))
    case .file: break
    }
  }

  // MARK: - Problems

  private mutating func part(_ name: String, _ write: (inout SpecText) -> Void) {
    let start = text.bytes.count
    let known = problems.count
    write(&self)
    for index in known..<problems.count { problems[index] = "\(name): \(problems[index])" }
    // Parts of this part precede it.
    parts.append((name, start..<text.bytes.count))
  }

  /// Returns a diagnostic as one line that names the part instead of a location in this text.
  func problem(_ diagnostic: Diagnostic) -> String {
    let start = diagnostic.range?.bytes.lowerBound ?? 0
    let part = parts.first { $0.bytes.contains(start) }
    return (part.map { "\($0.name): " } ?? "") + diagnostic.messageWithAdvice
  }
}
