import MockSpecDiagnostics
import MockSpecDocument

/// A format of another tool.
package enum ImportFormat: String, CaseIterable, Sendable {
  case wiremock, har, postman, mockoon, openapi, hoverfly, killgrave, curl
  case jsonServer = "json-server"

  /// The name in messages.
  var name: String {
    switch self {
    case .wiremock: "WireMock stubs"
    case .har: "an HTTP Archive (HAR)"
    case .postman: "a Postman collection"
    case .mockoon: "a Mockoon environment"
    case .openapi: "an OpenAPI document"
    case .hoverfly: "a simulation of Hoverfly"
    case .killgrave: "imposters of killgrave"
    case .curl: "a text of curl commands"
    case .jsonServer: "a database of json-server"
    }
  }

  /// The keys that a document of the format has.
  private var keys: String {
    switch self {
    case .wiremock: "'mappings', or 'request' and 'response'"
    case .har: "'log.version' and 'log.entries'"
    case .postman: "'info.schema' with 'getpostman.com/json/collection/v2'"
    case .mockoon: "'lastMigration' and 'routes'"
    case .openapi: "'openapi' or 'swagger'"
    case .hoverfly: "'data.pairs' and 'meta.schemaVersion'"
    case .killgrave: "a list with 'request.endpoint' and 'response'"
    case .curl: "a curl command"
    case .jsonServer: "an object"
    }
  }

  /// Recognizes a document by the keys at its root only, so that no document is taken for one of another format because of
  /// what it contains.
  init?(of root: Node) {
    let isList = { (node: Node?) in node?.kind == .sequence }
    if let log = root.value("log"), isList(log.value("entries")), log.value("version") != nil {
      self = .har
    } else if let schema = root.value("info")?.value("schema"),
      schema.text.contains("getpostman.com/json/collection/v2")
    {
      self = .postman
    } else if root.value("lastMigration") != nil, isList(root.value("routes")) {
      self = .mockoon
    } else if root.value("openapi") != nil || root.value("swagger") != nil {
      self = .openapi
    } else if isList(root.value("data")?.value("pairs")), root.value("meta")?.value("schemaVersion") != nil {
      self = .hoverfly
    } else if let first = root.elements.first(where: { _ in true }), first.value("request")?.value("endpoint") != nil {
      self = .killgrave
    } else if isList(root.value("mappings")) || Self.isStub(root)
      || root.elements.first(where: { _ in true }).map(Self.isStub) == true
    {
      self = .wiremock
    } else {
      return nil
    }
  }

  /// The keys with which stubs of WireMock match the URL.
  static let stubKeys = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"]

  /// Whether a value is a list of objects, as json-server has it for a resource.
  static func isListOfObjects(_ node: Node) -> Bool {
    node.kind == .sequence && node.elements.allSatisfy { $0.kind == .mapping }
  }

  private static func isStub(_ node: Node) -> Bool {
    guard let request = node.value("request"), request.kind == .mapping, node.value("response")?.kind == .mapping
    else { return false }
    return stubKeys.contains { request.value($0) != nil }
  }

  /// Reports that a document has none of the formats.
  static func unknown(_ root: Node) -> Diagnostic {
    let other = others.first { root.value($0.key) != nil }
    var found = other.map { "it is \($0.name), which can't be imported yet" }
    if found == nil, root.entries.contains(where: { isListOfObjects($0.value) }) {
      found = "it may be a database of json-server, which has to be named with --from json-server"
    }
    let looked = allCases.filter { $0 != .jsonServer }.map { "\($0.keys) (\($0.rawValue))" }.joined(separator: "; ")
    return Diagnostic(
      .error, "unknown-format", "the file has no format that can be imported" + (found.map { ": " + $0 } ?? ""),
      at: other.flatMap { root.entry($0.key)?.key.range } ?? LossList.range(of: root),
      help: "looked at the root for \(looked); if it is one of these, name it with --from")
  }

  /// Reports that a document doesn't have the format that was named.
  func mismatch(_ root: Node) -> Diagnostic {
    Diagnostic(
      .error, "unknown-format", "the file isn't \(name)",
      at: SourceRange(file: root.range.file, bytes: root.range.bytes.lowerBound..<root.range.bytes.lowerBound),
      help: "expected \(keys) at the root")
  }

  private static let others: [(key: String, name: String)] = [
    ("asyncapi", "an AsyncAPI document"),
    ("httpRequest", "a MockServer expectation"),
    ("mockspec", "a spec of MockSpec"),
    ("imposters", "a mountebank configuration"),
  ]
}
