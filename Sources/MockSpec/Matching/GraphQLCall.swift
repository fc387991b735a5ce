import HTTPTypes
import MockSpecDocument

/// A GraphQL request of a call (GraphQL over HTTP, §5).
///
/// `GET` sends it in the query. Other methods send a JSON object in the body, or only the document with the content type
/// `application/graphql` and the other parts in the query. Some clients send several requests in a JSON array, a batch.
struct GraphQLCall: Sendable {
  /// The operation name in the call, or else the name of the only named operation in its document.
  let operationName: String?
  let variables: Node?

  /// The maximum number of requests in a batch, since each can be compared with many conditions.
  static let maxBatch = 1000

  /// Returns the GraphQL requests of a call, at least one; `nil` if the body is neither a JSON object nor an array of them.
  static func all(in parsed: inout ParsedCall) -> [GraphQLCall]? {
    let isGet = parsed.call.method == "GET" || parsed.call.method == "HEAD"
    let isDocument = !isGet && hasDocument(parsed.call)
    if isGet || isDocument {
      let query = parsed.query
      func value(_ name: String) -> String? { query[ExactText(name)]?.last }
      let document = isDocument ? parsed.body : Array((value("query") ?? "").utf8)
      return [
        GraphQLCall(
          operationName: value("operationName"), document: document,
          variables: value("variables").flatMap { DocumentParser.parseJSON(Array($0.utf8))?.root })
      ]
    }
    guard let json = parsed.json else { return nil }
    guard json.kind == .sequence else { return json.kind == .mapping ? [GraphQLCall(json)] : nil }
    var requests: [GraphQLCall] = []
    for element in json.elements {
      guard element.kind == .mapping, requests.count < maxBatch else { return nil }
      requests.append(GraphQLCall(element))
    }
    return requests.isEmpty ? nil : requests
  }

  private init(_ json: Node) {
    func text(_ key: String) -> String? { json.value(key).flatMap { $0.kind == .string ? $0.text : nil } }
    self.init(
      operationName: text("operationName"), document: Array((text("query") ?? "").utf8),
      variables: json.value("variables"))
  }

  private init(operationName: String?, document: [UInt8], variables: Node?) {
    let isNamed = operationName?.isEmpty == false
    self.operationName = isNamed ? operationName : GraphQLDocument.onlyOperationName(in: document)
    self.variables = variables
  }

  private static func hasDocument(_ call: MockCall) -> Bool {
    guard let type = call.values(of: .contentType).first else { return false }
    return FieldParameters(type).value == "application/graphql"
  }
}
