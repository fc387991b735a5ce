import HTTPTypes
import MockSpec
import MockSpecDiagnostics
import MockSpecDocument
import TestSupport
import Testing

@testable import MockSpecControl

/// Calls a control API without sockets.
struct ControlClient {
  let engine: MockEngine
  let control: MockControl

  init(_ text: String, options: ControlOptions = ControlOptions()) throws {
    engine = MockEngine(try ResponseSets.load(text: text))
    control = MockControl(engine, options: options)
  }

  init(_ engine: MockEngine) {
    self.engine = engine
    control = MockControl(engine)
  }

  /// The control API of a project with files.
  init(folder: TemporaryFolder, options: ControlOptions = ControlOptions()) throws {
    engine = MockEngine(try Self.load(folder, number: 1))
    control = MockControl(engine, options: options)
  }

  static func load(_ folder: TemporaryFolder, number: Int) throws -> ResponseSets {
    let loaded = try SpecLoader(.paths(["."]), workingDirectory: folder.path).load(number: number)
    guard let sets = loaded.sets else { throw SpecError(loaded.diagnostics) }
    return sets
  }

  static let spec = """
    mockspec: 1
    requests:
      Login:
        match: POST /login
        responses:
          Success: {status: 200, json: {ok: true}}
          Offline: {status: 503}
      Items:
        match: GET /items/{id}
        sequence: [A, {response: B, times: 2}]
        responses: {A: {text: a}, B: {text: b}}
    """

  func request(
    _ method: String, _ target: String, body: String = "", type: String? = nil, fields: HTTPFields = [:]
  ) -> MockCall {
    var fields = fields
    if fields[.host] == nil { fields[.host] = "localhost:8080" }
    if let type { fields[.contentType] = type } else if !body.isEmpty { fields[.contentType] = "application/json" }
    let parts = target.split(separator: "?", maxSplits: 1)
    return MockCall(
      method: method, target: .originForm, scheme: "http", host: Authority(fields[.host]![...])?.host,
      port: 8080, path: "/__mockspec" + parts[0], query: parts.count > 1 ? String(parts[1]) : nil, fields: fields,
      body: Array(body.utf8))
  }

  func answer(
    _ method: String, _ target: String, body: String = "", type: String? = nil, fields: HTTPFields = [:]
  ) async throws -> ControlReply {
    switch control.outcome(of: request(method, target, body: body, type: type, fields: fields)) {
    case .reply(let answer): return answer
    case .later(let later): return await later()
    case .stream(let head, _): return head
    }
  }

  func events(_ target: String, fields: HTTPFields = [:]) throws -> ControlEvents {
    guard case .stream(_, let events) = control.outcome(of: request("GET", target, fields: fields)) else {
      throw NoEvents()
    }
    return events
  }

  struct NoEvents: Error {}

  /// Makes a call of the mock.
  @discardableResult
  func call(_ method: String, _ path: String, body: String = "", fields: HTTPFields = [:]) -> Decision {
    engine.decide(
      MockCall(
        method: method, target: .originForm, scheme: "http", host: "localhost", port: nil, path: path, query: nil,
        fields: fields, body: Array(body.utf8)))
  }
}

extension ControlReply {
  var text: String { String(decoding: body, as: UTF8.self) }
  var json: Node? { DocumentParser.parseJSON(body)?.root }

  /// The text of a member, by its path.
  subscript(_ path: String...) -> String? { self[path] }

  subscript(path: [String]) -> String? {
    var node = json
    for name in path {
      if let index = Int(name), let elements = node.map({ Array($0.elements) }) {
        node = index < elements.count ? elements[index] : nil
      } else {
        node = node?.value(name)
      }
    }
    guard let node else { return nil }
    return node.isScalar ? node.text : String(decoding: node.range.file.bytes[node.range.bytes], as: UTF8.self)
  }
}
