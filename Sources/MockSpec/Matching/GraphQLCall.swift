import HTTPTypes
import MockSpecDocument

/// A call with a GraphQL request (GraphQL over HTTP, §5).
///
/// `GET` sends it in the query. Other methods send a JSON object in the body, or only the document with the content type
/// `application/graphql` and the other parts in the query.
struct GraphQLCall: Sendable {
  /// The operation name in the call, or else the name of the only named operation in its document.
  let operationName: String?
  let variables: Node?

  /// Reads the GraphQL request of a call; `nil` if the body isn't a JSON object.
  init?(_ parsed: inout ParsedCall) {
    let isGet = parsed.call.method == "GET" || parsed.call.method == "HEAD"
    let isDocument = !isGet && Self.isDocument(parsed.call)
    if isGet || isDocument {
      let query = parsed.query
      func value(_ name: String) -> String? { query[ExactText(name)]?.last }
      let document = isDocument ? parsed.body : Array((value("query") ?? "").utf8)
      self.init(
        operationName: value("operationName"), document: document,
        variables: value("variables").flatMap { DocumentParser.parseJSON(Array($0.utf8))?.root })
    } else {
      guard let json = parsed.json, json.kind == .mapping else { return nil }
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

  private static func isDocument(_ call: MockCall) -> Bool {
    guard let type = call.values(of: .contentType).first else { return false }
    return FieldParameters(type).value == "application/graphql"
  }
}
