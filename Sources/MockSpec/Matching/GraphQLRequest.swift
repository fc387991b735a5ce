import HTTPTypes
import MockSpecDocument

/// A GraphQL request as sent over HTTP (GraphQL over HTTP, §5): by `GET` in the query; else as a JSON object in the body,
/// or as a document alone, of the type `application/graphql`, with the rest in the query.
struct GraphQLRequest: Sendable {
  /// The request's, or else that of the only operation with a name in its document.
  let operationName: String?
  let variables: Node?

  /// - Returns: `nil` if the body isn't JSON where it should be, or no object.
  init?(_ request: inout ParsedRequest) {
    let isGet = request.request.method == "GET" || request.request.method == "HEAD"
    let isDocument = !isGet && Self.isDocument(request.request)
    if isGet || isDocument {
      let query = request.query
      func value(_ name: String) -> String? { query[name]?.last }
      let document = isDocument ? request.request.body : Array((value("query") ?? "").utf8)
      self.init(
        operationName: value("operationName"), document: document,
        variables: value("variables").flatMap { DocumentParser.parseJSON(Array($0.utf8))?.root })
    } else {
      guard let json = request.json, json.kind == .mapping else { return nil }
      func text(_ key: String) -> String? { json.value(key).flatMap { $0.kind == .string ? $0.text : nil } }
      self.init(
        operationName: text("operationName"), document: Array((text("query") ?? "").utf8),
        variables: json.value("variables"))
    }
  }

  private init(operationName: String?, document: [UInt8], variables: Node?) {
    let isNamed = operationName?.isEmpty == false
    self.operationName = isNamed ? operationName : GraphQLDocument.onlyOperationName(in: document)
    self.variables = variables
  }

  private static func isDocument(_ request: MockRequest) -> Bool {
    guard let type = request.fields[.contentType] else { return false }
    return FieldParameters(type).value == "application/graphql"
  }
}
