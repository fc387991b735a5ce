import MockSpecDiagnostics
import MockSpecDocument

/// A format of another tool.
package enum ImportFormat: String, CaseIterable, Sendable {
  case wiremock, har, postman, mockoon, openapi

  /// The name in messages.
  var name: String {
    switch self {
    case .wiremock: "WireMock stubs"
    case .har: "an HTTP Archive (HAR)"
    case .postman: "a Postman collection"
    case .mockoon: "a Mockoon environment"
    case .openapi: "an OpenAPI document"
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

  private static func isStub(_ node: Node) -> Bool {
    guard let request = node.value("request"), request.kind == .mapping, node.value("response")?.kind == .mapping
    else { return false }
    return stubKeys.contains { request.value($0) != nil }
  }

  /// Reports that a document has none of the formats.
  static func unknown(_ root: Node) -> Diagnostic {
    let other = others.first { root.value($0.key) != nil }
    let found = other.map { "it is \($0.name), which can't be imported yet" }
    let looked = allCases.map { "\($0.keys) (\($0.rawValue))" }.joined(separator: "; ")
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
